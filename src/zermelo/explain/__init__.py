"""What the events of a search become: drawings, words, documents and the player."""
