"""The built-in brain: plain commands, no model, no network."""

from cobrowse.guide.ground import Candidate, shortlist
from cobrowse.guide.guide import Guide

__all__ = ["Candidate", "Guide", "shortlist"]
