"""The mannequin: a stylised humanoid of 1.75 m in a knitted suit."""
