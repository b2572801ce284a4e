"""More games as ordinary Python programmers write them; see `tests/compiler/natural`."""
