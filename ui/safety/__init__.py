"""What was allowed, by whom, and what is allowed for good."""
