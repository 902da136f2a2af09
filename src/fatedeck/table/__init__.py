"""The online table: rooms, their store, and the wire between them and the page. No rule is here."""
