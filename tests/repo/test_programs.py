"""What the tests start is installed by `./test`: found in their syntax trees, held against the lists.

A bare Debian has few programs. One that is on the developer's machine by chance would fail there only.
"""

import ast
import gc
from collections import defaultdict

import pytest

from tests.desktop.managers_rig import MANAGERS, ORDINARY
from tests.goals.run import goals
from tests.kit.web import CHROMIUM
from tests.repo import tree

_OF_DEBIAN = {
    *("cat", "cksum", "dirname", "grep", "ls", "mount", "rm", "sed", "setsid", "sh", "sleep", "tr"),
    *("true", "umount", "unshare", "which"),
}
"""Programs of the packages that every Debian has: coreutils, util-linux, mount and their like."""
_WITH_A_REASON = frozenset({"systemd-analyze", "nvidia-smi", "cc"})
"""Who needs them says `only on ...`, or keeps their absence as an answer: neither is a failure."""
_PACKAGES = {
    "chromium": "chromium", "dbus-daemon": "dbus-daemon", "dbus-send": "dbus-bin",
    "galculator": "galculator", "gnome-keyring-daemon": "gnome-keyring", "java": "default-jdk",
    "mousepad": "mousepad",
    "openbox": "openbox", "pcmanfm": "pcmanfm", "picom": "picom", "ps": "procps", "strace": "strace",
    "setxkbmap": "x11-xkb-utils", "soffice": "libreoffice-calc", "tmux": "tmux", "wmctrl": "wmctrl", "xclip": "xclip",
    "xdotool": "xdotool", "xdpyinfo": "x11-utils", "xkbcomp": "x11-xkb-utils",
    "xrandr": "x11-xserver-utils", "xrdb": "x11-xserver-utils", "xterm": "xterm", "Xvfb": "xvfb",
}  # fmt: skip
"""The Debian package of every other program that a test starts."""
_MANAGERS = {name: name for name in MANAGERS} | {"i3": "i3-wm", "kwin_x11": "kwin-x11"}
"""Window managers are started from a table, which the syntax trees do not show."""
_OWN_WINDOWS = {"qt", "gtk"}
_STARTERS = {
    **dict.fromkeys(("subprocess.run", "subprocess.Popen", "subprocess.call"), 0),
    **dict.fromkeys(("subprocess.check_call", "subprocess.check_output", "shutil.which"), 0),
    **dict.fromkeys(("find_program", "spawn", "running"), 0),
}
"""Calls that start what the argument at this place names; who hands its own argument on is found."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _called(call):
    function = call.func
    if isinstance(function, ast.Name):
        return function.id
    if not isinstance(function, ast.Attribute):
        return None
    owner = function.value.id if isinstance(function.value, ast.Name) else None
    return f"{owner}.{function.attr}" if owner in {"subprocess", "shutil"} else function.attr


class _Module:
    """One file: which programs it starts, and which of its functions start what they are given."""

    def __init__(self, path):
        self.path = path
        self._values = defaultdict(list)
        self._returned = defaultdict(list)
        self._calls = []
        self._read(ast.parse((tree.ROOT / path).read_text(encoding="utf-8")), ())

    def _read(self, node, above):
        if isinstance(node, ast.Call) and _called(node):
            self._calls.append((_called(node), node.args, above))
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._give(target, [node.value], above)
        elif isinstance(node, ast.Return) and node.value is not None:
            self._returned[_scopes(above)[0].name].append((node.value, above))
        elif isinstance(node, ast.For | ast.comprehension):
            self._give(node.target, getattr(node.iter, "elts", []), above)
            if isinstance(node.iter, ast.Call):
                self._give_parts(node.target, node.iter.func, above)
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            above = (*above, node)
        for child in ast.iter_child_nodes(node):
            self._read(child, above)

    def _give(self, target, values, above):
        if isinstance(target, ast.Name):
            self._values[_scopes(above)[0], target.id] += values
        elif isinstance(target, ast.Tuple):
            for value in values:
                for part, own in zip(target.elts, getattr(value, "elts", []), strict=False):
                    self._give(part, [own], above)

    def _give_parts(self, target, called, above):
        """Give what goes over a table, `for name, argv in TABLE.items()`, all that stands in it."""
        method = called.attr if isinstance(called, ast.Attribute) else ""
        if method == "items" and isinstance(target, ast.Tuple):
            self._give(target.elts[-1], [called.value], above)
        elif method == "values":
            self._give(target, [called.value], above)

    def starts(self, starters):
        """Yield every program by name, and every starter among the functions as (name, place)."""
        for called, arguments, above in self._calls:
            place = starters.get(called, len(arguments))
            for head in self._heads(arguments[place], above) if len(arguments) > place else ():
                yield head if isinstance(head, str) else _starter(head.id, above)

    def _heads(self, node, above, seen=()):
        """Yield the first words that an argument may have, and the names that it may come from."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Name) and node.id not in seen:
            yield node
            for scope in _scopes(above):
                for value in self._values.get((scope, node.id), ()):
                    yield from self._heads(value, above, (*seen, node.id))
        elif isinstance(node, ast.Call) and _called(node) not in seen:
            for value, own in self._returned.get(_called(node), ()):
                found = self._heads(value, own, (*seen, _called(node)))
                yield from (head for head in found if isinstance(head, str))
        for part in _first_parts(node):
            yield from self._heads(part, above, seen)


def _first_parts(node):
    """Return where the first word of an expression may stand: in the list, in any row of a table."""
    match node:
        case ast.List() | ast.Tuple():
            return node.elts[:1]
        case ast.Dict():
            return node.values
        case ast.Starred() | ast.Subscript():
            return [node.value]
        case ast.BinOp():
            return [node.left]
        case ast.IfExp():
            return [node.body, node.orelse]
        case _:
            return []


def _scopes(above):
    """Return the functions around a place, the innermost first, and None for the file."""
    return [*(one for one in reversed(above) if isinstance(one, _FUNCTIONS)), None]


def _starter(name, above):
    """Return the function that has a parameter of this name and its place, None where none has."""
    for at in reversed(range(len(above))):
        function = above[at]
        if not isinstance(function, _FUNCTIONS) or function.name.startswith("test_"):
            continue
        names = [argument.arg for argument in function.args.args]
        if function.args.vararg:
            names.append(function.args.vararg.arg)
        if name in names:
            is_method = names[0] in {"self", "cls"}
            is_made = function.name == "__init__"
            return above[at - 1].name if is_made else function.name, names.index(name) - is_method
    return None


def _started(modules):
    """Return the files of every program that is started."""
    starters, found = dict(_STARTERS), defaultdict(set)
    count = 0
    while count != len(starters):
        count = len(starters)
        for module in modules:
            for what in module.starts(dict(starters)):
                if isinstance(what, str):
                    found[what].add(module.path.as_posix())
                elif what is not None:
                    starters.setdefault(*what)
    return found


@pytest.fixture(scope="module")
def started():
    gc.disable()  # it would look at a million nodes again and again, and find none to put away
    try:
        modules = [_Module(path) for path in tree.python_files() if _is_run_by_tests(path)]
    finally:
        gc.enable()
    return {
        name: files
        for name, files in _started(modules).items()
        if name and "/" not in name.lstrip("/")
    }


def _is_run_by_tests(path):
    if path.parts[:2] in {("tests", "strangers"), ("tests", "gpu")}:
        return False  # by hand; its head names what it needs
    return path.parts[0] == "tests" or path.as_posix() == "automation/desktop/virtual.py"


def _listed():
    lists = (tree.ROOT / "packaging/linux").glob("*.txt")
    lines = [line.strip() for path in lists for line in path.read_text().splitlines()]
    return {line for line in lines if line and not line.startswith("#")}


def test_every_program_that_a_test_starts_is_known(started):
    known = _OF_DEBIAN | _WITH_A_REASON | _PACKAGES.keys()
    unknown = {name: sorted(files) for name, files in started.items() if name not in known}
    assert not unknown, "name its Debian package here and in packaging/linux/test.txt"


def test_every_program_that_a_test_starts_is_installed_by_test():
    assert set(_PACKAGES.values()) <= _listed()


def test_every_window_manager_is_installed_by_what_starts_it():
    lists = tree.ROOT / "packaging/linux"
    by_test = "".join((lists / f"{name}.txt").read_text() for name in ("demo", "test"))
    assert {_MANAGERS[name] for name in ORDINARY} <= set(by_test.split())
    assert set(_MANAGERS.values()) <= _listed()


def test_every_program_of_a_goal_is_installed_by_what_starts_it():
    assert {entry.program for entry, _ in goals()} - _OWN_WINDOWS <= _listed()


def test_no_program_is_installed_that_no_test_starts(started):
    assert _PACKAGES.keys() - started.keys() == {CHROMIUM[0]}  # the kit returns what starts it


def test_the_search_sees_what_is_started_through_other_functions(tmp_path, monkeypatch):
    monkeypatch.setattr(tree, "ROOT", tmp_path)
    (tmp_path / "a.py").write_text(
        "import subprocess\n"
        "PROGRAM = ['deep', '-x']\n"
        "class App:\n"
        "    def __init__(self, folder, argv):\n"
        "        self.process = subprocess.Popen([*argv, folder])\n"
        "def look(*words):\n"
        "    return subprocess.run(['direct', *words])\n"
        "def ask(words):\n"
        "    return App(1, words)\n"
        "TABLE = {'a': ['of a table', '-x'], 'b': ('of its end',)}\n"
        "ask(TABLE[kind])\n"
        "def made(kind):\n"
        "    return {'c': ['of a function', kind]}[kind]\n"
        "ask(made('c'))\n"
        "for name, argv in {'d': ['of a loop']}.items():\n"
        "    ask([*argv, name])\n"
        "for argv in {'e': ['of its values']}.values():\n"
        "    ask(argv)\n"
    )
    (tmp_path / "b.py").write_text(
        "ask(PROGRAM)\nask(['far'] + rest)\nargv = ['near']\nApp(2, argv)\n"
    )
    modules = [_Module(path) for path in tree.files()]
    of_tables = {"of a table", "of its end", "of a function", "of a loop", "of its values"}
    assert set(_started(modules)) == {"direct", "far", "near"} | of_tables
