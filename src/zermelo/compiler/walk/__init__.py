"""One file for each family of constructs; importing this fills the tables of the walker."""
