"""Files that are not Python: page scripts, prompts, icons, styles, the practice site."""
