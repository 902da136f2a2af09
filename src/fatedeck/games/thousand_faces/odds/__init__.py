"""Draws and fights described, so that their odds can be counted."""
