# Messages of the command line.
