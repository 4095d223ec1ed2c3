"""What is logged at the default level: kinds, sizes and times; nothing typed, seen or meant.

Every value that an entry of info or above carries is listed here with why it may be there. A new
one is a decision, not an accident.
"""

import ast
import logging
import re

import pytest

from automation.core.text import LEVEL, OneLine
from tests.repo.tree import ROOT

LEVELS = {"info", "warning", "error", "exception", "critical"}
LOGGERS = {"log", "_log", "_LOG", "LOG", "logger"}
_LOGS = re.compile(rf"\b({'|'.join(LOGGERS)})\.({'|'.join(LEVELS)})\b")
"""Text without this is not worth its syntax tree."""
MAY_BE_LOGGED = {
    "type(error).__name__": "the kind of an error, never its text",
    "type(failure).__name__": "the same",
    "GIVE_BACK_S": "a time", "CLOSE_S": "a time",
    "swept.runs": "a count", "swept.pictures": "a count", "gone": "a count", "len(lost)": "a count",
    "error.fault": "what is wrong with a model server: one word of a list of ours",
    "held.kind": "`key` or `button`",
    "kind.name": "which of two buses",
    "service": "the name of a service of the desktop, from a list of ours",
    "self._name": "the name of a socket of ours",
    "conflict.chord": "a shortcut of the user's settings", "conflict.message": "its sentence",
    "lost": "shortcuts of the user's settings",
    "what": "which of our own calls failed",
    "model.name": "the name of a policy",
    "status.path": "which kernels are used", "wrong": "a number", "gap": "a number",
    "self.problem": "why the device makes no graph, in its driver's words",
    "graphs.problem": "the same", "name": "which of our ways to attend", "most": "a number",
    "f' ({status.why})' if status.why else ''": "why other kernels are not",
    "norms": "whose norms run, and milliseconds of both",
    "why": "why the norms are torch's: a number, or an error of the package's own",
    "metadata.version('bitsandbytes')": "a version", "version": "a version",
    "bitsandbytes.__version__": "a version",
    "plan.sentence": "sizes of the model and of the memory",
    "sentence": "why the executor is gone: one of its own fixed sentences",
}  # fmt: skip


def carried():
    """Yield where, and which expression, for every value in an entry of info or above."""
    for package in ("app", "automation", "model"):
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            nodes = ast.walk(ast.parse(text)) if _LOGS.search(text) else ()
            for call in nodes:
                if _is_entry(call):
                    assert isinstance(call.args[0], ast.Constant), f"{path}: a plain text first"
                    for value in call.args[1:]:
                        yield f"{path.relative_to(ROOT)}:{value.lineno}", ast.unparse(value)


def _is_entry(node):
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in LOGGERS
        and node.func.attr in LEVELS
    )


def test_every_value_in_the_log_was_decided_on():
    found = list(carried())
    assert len(found) > 10
    assert [f"{where}: {what}" for where, what in found if what not in MAY_BE_LOGGED] == []


@pytest.mark.parametrize("secret", ["hunter2", "Inbox - me"])
def test_a_line_holds_no_text_of_an_error(secret):
    with pytest.raises(ValueError, match=secret) as raised:
        int(secret)
    info = (raised.type, raised.value, raised.tb)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "the run %s", ("ended",), info)
    line = OneLine("deskhand-executor").format(record)
    assert line.startswith("deskhand-executor: the run ended (ValueError in test_log_policy.py:")
    assert secret not in line
    assert "\n" not in line
    assert LEVEL == logging.WARNING
