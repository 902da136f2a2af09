"""Wording that several chapters share."""

from __future__ import annotations


def and_words(told: str, text: str) -> str:
    """A template for what is told, and for the words that came with it, if any did.

    >>> and_words("A trap!", "The net closes."), and_words("A trap!", "")
    ('A trap! “{text}”', 'A trap!')
    """
    return f"{told} “{{text}}”" if text else told
