"""Cobrowse: an assistant that browses with a person."""

__version__ = "0.1.0"
