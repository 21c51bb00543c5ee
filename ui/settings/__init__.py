"""Connecting a model, and what the window remembers."""
