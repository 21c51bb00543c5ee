"""The live list of steps, and what the page looks like to the assistant."""
