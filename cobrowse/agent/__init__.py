"""The conductor: observes, asks the brain, gates, acts, and tells the faces."""
