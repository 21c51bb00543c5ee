"""What is kept on disk: the journal of events."""
