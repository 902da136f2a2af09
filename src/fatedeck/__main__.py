"""`python -m fatedeck`: the command line."""

from fatedeck.cli import main

main()
