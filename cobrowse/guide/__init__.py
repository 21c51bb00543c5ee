"""The built-in brain: plain commands, no model, no network."""
