"""Language models: the only package that knows a model SDK."""
