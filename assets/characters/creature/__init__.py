"""The long-neck: a clay creature of 2.3 m whose neck and tail are made for bending."""
