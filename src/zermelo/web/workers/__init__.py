"""Processes that search, so that nobody's search holds up another's clicks."""
