"""The rules, a module for each chapter: its actions, and what they lead to."""
