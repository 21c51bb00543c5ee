"""Cards on which the person allows or refuses an action."""
