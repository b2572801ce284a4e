"""What a search found, written: as JSON, as HTML, and as the rows of a table for people."""
