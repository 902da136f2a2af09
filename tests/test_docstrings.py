"""Every example in a docstring is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import fatedeck

MODULES = [
    "fatedeck",
    *(
        found.name
        for found in pkgutil.walk_packages(fatedeck.__path__, "fatedeck.")
        if not found.name.endswith("__main__") and ".migrations." not in found.name
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, extraglobs={"fd": fatedeck}).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for name in MODULES for test in finder.find(importlib.import_module(name))]
    assert any(test.examples for test in found)
