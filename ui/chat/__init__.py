"""Conversation: what was said, what is asked, and where the person writes."""
