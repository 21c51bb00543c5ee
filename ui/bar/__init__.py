"""The rows above the conversation: address, picks, who is in control."""
