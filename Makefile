# Everything a person types. `make play` needs Python and Node, nothing more;
# `make test` also installs the developer tools, a browser and a PostgreSQL server.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help play test check clauses bench soak setup system format release-check clean
.DEFAULT_GOAL := help

help:
	@echo "make play     start the table in your browser"
	@echo "make test     set up, check, and run every test"
	@echo "make check    lint, format, types, import directions"
	@echo "make clauses  which rules no code cites or no test shows"
	@echo "make bench    print the benchmarks"
	@echo "make soak     put every promise to its long test (hours)"
	@echo "make format   put the code in our format"
	@echo "make setup    everything a developer needs"
	@echo "make release-check  all that must hold before a release"
	@echo "make clean    remove what the others made"

play: .venv/.play web/.built
	$(BIN)/fatedeck serve --phones --open

# The browser's tests keep an event loop of their own running, which the server's cannot share. Of
# the others many wait for a server: a third one at a time fills two cores.
test: setup check clauses
	$(BIN)/pytest -n 3 --ignore tests/browser
	$(BIN)/pytest -n 2 tests/browser

check: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

clauses: .venv/.dev
	$(BIN)/python tools/clauses.py

bench: .venv/.dev
	$(BIN)/python -m bench

soak: .venv/.dev
	$(BIN)/python -m tests.soak

format: .venv/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# What a release must be: everything tested, told in the changelog, built whole.
release-check: test
	$(BIN)/python tools/release.py

setup: system .venv/.dev web/.built src/fatedeck/press/fonts/.made

system:
	@bash tools/system.sh

# The stamps are older than pyproject.toml when it has changed: pip then installs what differs.
.venv/.dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable examples/high-card
	@touch .venv/.play .venv/.dev

.venv/.play: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[table]'
	@touch .venv/.play

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "fatedeck needs Python 3.11 or newer; name it with: make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -m venv .venv || \
		{ rm -rf .venv; echo "Python cannot make a virtual environment; on Debian, install python3-venv."; exit 1; }

# The page. No lock file: it would record where packages were downloaded from.
WEB_SOURCES = $(shell find web -name node_modules -prune -o -name dist -prune -o \
	-type f ! -name '.built' ! -name '.installed' -print) $(wildcard src/fatedeck/press/*.json)

# The page's types are made from the server's.
web/src/protocol.ts: src/fatedeck/table/protocol.py src/fatedeck/table/schema.py \
		$(wildcard src/fatedeck/engine/*.py) | .venv/.play
	$(BIN)/python -m fatedeck.table.schema
	@touch $@

web/.built: web/.installed web/src/protocol.ts $(WEB_SOURCES)
	cd web && npm run build
	@touch $@

web/.installed: web/package.json
	@command -v npm >/dev/null || { echo "The page is built with Node.js and npm; install them first."; exit 1; }
	cd web && npm install --no-package-lock --no-audit --no-fund
	@touch $@

# The press sets paper in the page's own typefaces.
src/fatedeck/press/fonts/.made: tools/fonts.py web/.installed | .venv/.dev
	$(BIN)/python tools/fonts.py
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	rm -rf web/node_modules web/dist web/.built web/.installed web/src/protocol.ts
	rm -rf src/fatedeck/table/static src/fatedeck/press/fonts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
