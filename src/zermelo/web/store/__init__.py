"""What lasts: matches and scores, in SQLite or whatever database an address names."""
