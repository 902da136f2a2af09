"""What a seat is shown: cards, sheets, and how numbers are said."""
