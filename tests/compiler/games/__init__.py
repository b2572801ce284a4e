"""Games in which a compiler that lays out boards and lists cleverly may go wrong."""
