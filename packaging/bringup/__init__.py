"""Brings Cobrowse up on a fresh machine, with the standard library alone."""
