"""A puzzle a day: positions that machines have played into, where it matters what one chooses."""
