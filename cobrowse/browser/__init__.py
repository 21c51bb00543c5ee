"""The driven browser: the only package that knows Playwright."""
