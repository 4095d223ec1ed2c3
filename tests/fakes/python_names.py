"""Which names of a piece of Python nobody binds: what would be a NameError when its line is reached."""

import ast
import builtins

MODULE_NAMES = {"__name__", "__file__", "__doc__"}


def unbound(text):
    """Return the names that a module or one of its functions reads and that are bound nowhere."""
    tree = ast.parse(text)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    around = _bound([node for node in tree.body if node not in functions])
    around |= {one.name for one in functions} | set(dir(builtins)) | MODULE_NAMES
    lost = _read([node for node in tree.body if node not in functions]) - around
    for one in functions:
        lost |= _read([one]) - around - _bound([one])
    return lost


def _read(nodes):
    every = (inner for node in nodes for inner in ast.walk(node))
    return {n.id for n in every if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def _bound(nodes):
    bound = set()
    for inner in (inner for node in nodes for inner in ast.walk(node)):
        match inner:
            case ast.Name(ctx=ast.Store()):
                bound.add(inner.id)
            case ast.arg():
                bound.add(inner.arg)
            case ast.alias():
                bound.add(inner.asname or inner.name)
    return bound
