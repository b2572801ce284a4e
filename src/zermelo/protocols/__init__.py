"""Zermelo in other people's programs: the protocols UCI and GTP, over standard input and output."""
