"""From the screen to the kitchen table: cards, sheets and books; cards for other tables."""
