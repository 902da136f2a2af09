"""How the machine plays a seat."""
