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
from typing import Protocol

from msgspec import Struct

import fatedeck as fd

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


# Told in the page as it stands here, and used by the tests.


def first(question: fd.Decision) -> fd.Answer:
    match question:
        case fd.Choose(options=options):
            return options[0]
        case fd.Several(options=options, least=least):
            return list(options[:least])
        case fd.Number(low=low):
            return low
        case fd.Text():
            return "so be it"


COMES_BACK = f"""\
## What comes back

Plain values, to be read and not to be changed: what each of them holds. They are named for
`isinstance`, `match` and annotations:

```python
import fatedeck as fd


{inspect.getsource(first)}```
"""
PARAM = "One | Many | Count | YesNo | Words"
KINDS = {
    "AnyRuleset": "A game, as `fd.game` gives it.",
    "Move": "What is decided: an action of the game's own (a struct), or an answer to a question.",
    "Answer": "What a question is answered with.",
    "Decision": "What a seat may be asked.",
    "Param": "A field of a form, or a setting of a question.",
    "Value": "What is chosen for a field or a setting.",
    "Role": "Who sits there.",
}
"""Names for annotations alone, and what each is for."""


def page() -> str:
    """The whole page."""
    parts, values = [HEAD], []
    for name in fd.__all__:
        found = getattr(fd, name)
        if name in KINDS or (isinstance(found, type) and _is_value(found)):
            values.append(_kind_told(name, found) if name in KINDS else _fields_told(found))
            continue
        if isinstance(found, ModuleType) and callable(found):
            parts += _told(f"fd.{name}", found.__call__, "##")
        elif isinstance(found, ModuleType):
            parts += [f"## fd.{name}\n", _said(found)]
            for inner in found.__all__:
                value = getattr(found, inner)
                if value is not getattr(fd, inner, None):  # else it is told by itself
                    parts += _told(f"fd.{name}.{inner}", value, "###")
        elif not isinstance(found, str):
            parts += _told(f"fd.{name}", found, "##")
    parts += [COMES_BACK, *values]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts if part)


def _is_value(found: type) -> bool:
    """Whether it only holds something: what a program is given, and does not make."""
    return issubclass(found, Struct) and found is not fd.Moment


def _kind_told(name: str, found: object) -> str:
    """What stands behind a name for annotations."""
    said = "" if isinstance(found, type) else _plain(str(found))
    bare = re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", said)
    return f"### fd.{name}\n\n{_code(bare)}\n{KINDS[name]}\n"


def _fields_told(found: type) -> str:
    """What a value is, and what is in it."""
    fields = _plain(f"{found.__name__}{inspect.signature(found)}").removesuffix(" -> None")
    named = re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", fields.replace(" = <factory>", ""))
    return f"### fd.{found.__name__}\n\n{_code(named.replace(PARAM, 'Param'))}\n{_said(found)}"


def _told(name: str, found: object, mark: str) -> Iterator[str]:
    """What is told of a function or a class, and of what the class can do."""
    yield f"{mark} {name}\n"
    if not isinstance(found, type):
        assert callable(found)
        yield _code(f"{name}{inspect.signature(found)}")
        yield _said(found)
        return
    if not issubclass(found, BaseException) and Protocol not in found.__bases__:
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
        elif isinstance(value, FunctionType | staticmethod | classmethod):
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
