"""Every action, declared once, and the one list of them."""
