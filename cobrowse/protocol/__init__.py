"""What the rooms of Cobrowse say to each other: pure data and interfaces, importing nothing else of ours."""
