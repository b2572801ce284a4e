"""What the events of a search become: so far, a trace in words."""
