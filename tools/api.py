"""Write docs/api.md from the docstrings of what `import fatedeck as fd` promises.

    python tools/api.py

A test compares the page with what this would write.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType

import fatedeck

PAGE = Path(__file__).parents[1] / "docs" / "api.md"

HEAD = """\
# The library

    import fatedeck as fd

Made from the docstrings by `python tools/api.py`; every example is run by our tests. What stands
here is promised: it changes only with a line in the [changelog](../CHANGELOG.md). The rest of the
package may change at any time, but for what [writing a game](writing-a-game.md) uses.
[`examples/`](../examples) has a short script for each use.

In a notebook a `Distribution`, a `Table`, a card (`Face`) and a result draw themselves.
`fd.__version__` is the version, as `fatedeck --version` says it. Types are told to checkers
(`py.typed`). Whatever is refused raises a `FatedeckError` whose words a player could read.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in fatedeck.__all__:
        found = getattr(fatedeck, name)
        if isinstance(found, ModuleType) and callable(found):
            parts += _told(f"fd.{name}", found.__call__, "##")
        elif isinstance(found, ModuleType):
            parts += [f"## fd.{name}\n", _said(found)]
            for inner in found.__all__:
                if inner not in fatedeck.__all__:  # else it is told by itself
                    parts += _told(f"fd.{name}.{inner}", getattr(found, inner), "###")
        elif not isinstance(found, str):
            parts += _told(f"fd.{name}", found, "##")
    return "\n".join(part.rstrip("\n") + "\n" for part in parts if part)


def _told(name: str, found: object, mark: str) -> Iterator[str]:
    """What is told of a function or a class, and of what the class can do."""
    yield f"{mark} {name}\n"
    if not isinstance(found, type):
        assert callable(found)
        yield _code(f"{name}{inspect.signature(found)}")
        yield _said(found)
        return
    if not issubclass(found, BaseException):
        yield _code(f"{name}{inspect.signature(found)}".removesuffix(" -> None"))
    yield _said(found)
    for member, value in vars(found).items():
        if member.startswith("_"):
            continue
        if isinstance(value, property | cached_property):
            get = value.fget if isinstance(value, property) else value.func
            kind = inspect.signature(get).return_annotation if get else ""
            yield f"- **`.{member}`**: `{_plain(str(kind))}`. {_one_paragraph(value)}"
            yield _examples(value)
        elif isinstance(value, FunctionType | staticmethod):
            shown = _plain(str(inspect.signature(getattr(found, member))))
            yield f"- **`.{member}{shown}`**\n\n  {_one_paragraph(value)}"
            yield _examples(value)


def _plain(signature: str) -> str:
    """A signature as it is written: annotations without quotes, and no self."""
    unquoted = re.sub(r"(: |-> |^)'([^']*)'", r"\1\2", signature)
    return unquoted.replace("(self, ", "(").replace("(self)", "()")


def _code(signature: str) -> str:
    return f"```text\n{_plain(signature)}\n```\n"


def _split(found: object) -> tuple[str, str]:
    """The words of a docstring, and its example, if our tests run it."""
    text = inspect.getdoc(found) or ""
    words, sign, example = text.partition(">>> ")
    return words.strip(), "" if "doctest: +SKIP" in example else sign + example


def _said(found: object) -> str:
    words, example = _split(found)
    return words + "\n" + (f"\n```pycon\n{example}\n```\n" if example else "")


def _one_paragraph(found: object) -> str:
    return " ".join(_split(found)[0].split())


def _examples(found: object) -> str:
    example = _split(found)[1]
    lines = ("```pycon", *example.splitlines(), "```") if example else ()
    return "\n".join(f"  {line}".rstrip() for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"{PAGE.name} is written.")
