"""The command line: a face of the engine for terminals and scripts."""
