"""Assistants at the table: a server of the Model Context Protocol, and a client of our own wire."""
