"""A template and values → HTML. Runs in a process that may do nothing else: see ``child``.

Templates are Jinja2 in its sandbox: they have values and the plain filters, no loader, no attributes of Python, nothing random.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NoReturn

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, Undefined, UndefinedError
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

_FILE = "<template>"
_RANDOM = ("random", "pprint")
_GLOBALS = ("range", "namespace", "dict")
_TEXTS = (str, int, float, list, tuple, dict, type(None), range, Undefined)
_UNDEFINED: Final = re.compile("'([^']*)' is undefined")
# How Python shows what is no text, with its place in memory: another one each time.
_ADDRESS: Final = re.compile(r" at 0x[0-9a-f]{6,16}(>|&gt;)")


class Wrong(Exception):
    """A template that cannot be filled: the line (0: unknown), what is wrong with it, and for a name those that there are."""

    def __init__(self, line: int, says: str, asked: str = "", known: Iterable[str] = ()) -> None:
        """Keep them."""
        super().__init__(says)
        self.line, self.says, self.asked, self.known = line, says, asked, sorted(known)


class _Unknown(Exception):
    def __init__(self, of: str, name: str, known: Iterable[str]) -> None:
        super().__init__(name)
        self.of, self.name, self.known = of, name, tuple(known)


class Named:
    """Values by name, ``card.rank`` or ``card["rank"]``; a name that there is not is an error that knows the others."""

    def __init__(self, of: str, values: Mapping[str, Any]) -> None:
        self._of, self._values = of, values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name: object) -> Any:
        if name not in self._values:
            raise _Unknown(self._of, str(name), self._values)
        return self._values[str(name)]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)


def filled(template: str, data: Mapping[str, Mapping[str, Any]]) -> str:
    """The HTML. Raises ``Wrong``."""
    environment = ImmutableSandboxedEnvironment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_a_text
    )
    environment.globals = {name: environment.globals[name] for name in _GLOBALS}
    for name in _RANDOM:
        environment.filters.pop(name, None)
    values: dict[str, Any] = {name: Named(name, _safe(name, group)) for name, group in data.items()}
    try:
        code = environment.compile(template, name=_FILE, filename=_FILE)
        made = environment.template_class.from_code(environment, code, environment.make_globals(None))
        return _without_addresses(made.render(values))
    except Wrong as error:
        raise Wrong(_line(error), error.says) from error
    except TemplateSyntaxError as error:
        raise Wrong(error.lineno, _sentence(error.message or "it cannot be read")) from error
    except _Unknown as error:
        raise Wrong(_line(error), f"`{error.of}` has nothing that is called `{error.name}`", error.name, error.known) from error
    except UndefinedError as error:
        found = _UNDEFINED.fullmatch(error.message or "")
        if found is None:  # of a list or a text, not of the values
            raise Wrong(_line(error), _sentence(error.message or "a value is not there")) from error
        raise Wrong(_line(error), f"there is no value `{found[1]}`", found[1], values) from error
    except SecurityError as error:
        raise Wrong(_line(error), "it reaches for what templates may not have") from error
    except (RecursionError, MemoryError):
        raise
    except TemplateError as error:
        raise Wrong(_line(error), _sentence(error.message or type(error).__name__)) from error
    except Exception as error:  # whatever a template computes
        _nothing_to_load(error)
        raise Wrong(_line(error), _sentence(str(error))) from error


def _a_text(value: Any) -> Any:
    """What is printed, if it is something to print."""
    if isinstance(value, Named) or not isinstance(value, _TEXTS):
        raise Wrong(0, f"it prints something that is no text ({_kind(value)})")
    return value


def _kind(value: Any) -> str:
    return "all of a group of values" if isinstance(value, Named) else type(value).__name__


def _without_addresses(html: str) -> str:
    if _ADDRESS.search(html):
        raise Wrong(0, "it prints something that is no text, with its place in memory, which is another one each time")
    return html


def _safe(name: str, group: Mapping[str, Any]) -> dict[str, Any]:
    return {key: Markup(value) for key, value in group.items()} if name in ("card", "icon") else dict(group)


def _nothing_to_load(error: Exception) -> None:
    if isinstance(error, TypeError) and "no loader" in str(error):
        _refuse(error, "a template cannot include, import or extend another one")


def _refuse(error: Exception, says: str) -> NoReturn:
    raise Wrong(_line(error), says) from error


def _line(error: Exception) -> int:
    """The line of the template at which something was raised."""
    lines = [frame.lineno or 0 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == _FILE]
    return lines[-1] if lines else 0


def _sentence(text: str) -> str:
    first = text.strip().rstrip(".").split("\n")[0]
    return first[:1].lower() + first[1:] if first[1:2].islower() else first
