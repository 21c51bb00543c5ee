"""The window: a face of the engine made with Qt."""
