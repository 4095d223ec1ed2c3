"""Prints how large the tree is and how it hangs together: `python -m tests.repo.house`.

Modules are counted without `__init__.py`; lines are all lines of Python files.
"""

import ast
import collections
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.repo.tree import ROOT

PRODUCT = ("app", "model", "automation", "resources")
HEAVY = frozenset({
    "PySide6", "torch", "transformers", "onnxruntime", "pyautogui", "cv2", "rapidocr", "numpy", "PIL", "mss",
    "bitsandbytes", "mamba_ssm", "causal_conv1d", "safetensors", "tokenizers", "llguidance", "fla", "huggingface_hub",
    "dbus_fast", "yaml", "jsonschema", "httpx", "httpx2", "mcp", "anyio", "triton",
})  # fmt: skip
"""Packages whose import costs time or needs a display or a GPU: importing them in a function is right."""
SMALL = 120


def main():
    modules, imports = product()
    stems = collections.Counter(path.stem for path in modules.values())
    figures = {
        "product modules": len(modules),
        "product lines": _lines(*PRODUCT),
        "test lines": _lines("tests"),
        f"modules of at most {SMALL} lines with one importer, in the same folder": len(
            satellites(modules, imports)
        ),
        "import circles": len(circles(imports)),
        "imports in functions that keep no heavy package away": sum(
            map(len, late(modules, imports).values())
        ),
        "base names of modules used more than once": sum(n > 1 for n in stems.values()),
    }
    for what, figure in figures.items():
        sys.stdout.write(f"{figure:>8,}  {what}\n")


def product():
    """Return the product's modules by dotted name, and which of them each imports when it is loaded."""
    modules = {_name(path): path for path in _files(*PRODUCT)}
    return modules, {name: set(_imported(path, modules)) for name, path in modules.items()}


def satellites(modules, imports):
    """Return the small modules that only one neighbour in their folder imports."""
    importers = collections.defaultdict(set)
    for name, others in imports.items():
        for other in others:
            importers[other].add(name)
    return sorted(
        name
        for name, path in modules.items()
        if len(importers[name]) == 1
        and modules[next(iter(importers[name]))].parent == path.parent
        and len(path.read_text(encoding="utf-8").splitlines()) <= SMALL
    )


def circles(imports):
    """Return the groups of modules that import each other when they are loaded (Tarjan 1972)."""
    index, low, stack, found = {}, {}, [], []

    def visit(name):
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in imports[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        for name in imports:
            if name not in index:
                visit(name)
    finally:
        sys.setrecursionlimit(usual)
    return found


def _files(*tops) -> Iterator[Path]:
    for top in tops:
        for path in sorted((ROOT / top).rglob("*.py")):
            if path.name != "__init__.py":
                yield path


def _lines(*tops):
    paths = (path for top in tops for path in (ROOT / top).rglob("*.py"))
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def _name(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _imported(path, modules):
    """Yield the product's modules that a module imports when it is loaded."""
    yield from (name for name in _named(_imports_in(path)[0], modules) if name in modules)


@cache
def _imports_in(path):
    """Return the imports that run when a module is loaded, without what only its types need, and those in functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_load, todo = [], list(tree.body)
    for node in todo:
        match node:
            case ast.Import() | ast.ImportFrom():
                at_load.append(node)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                todo += node.orelse
            case ast.If() | ast.Try():
                todo += node.body
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    inner = [node for function in functions for node in _own(function)]
    return at_load, [node for node in inner if isinstance(node, ast.Import | ast.ImportFrom)]


def _named(nodes, modules):
    """Yield what imports name: modules of the product in full, other packages by their first word."""
    for node in nodes:
        if isinstance(node, ast.Import):
            full = [alias.name for alias in node.names]
        else:
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            full = [name if name in modules else node.module for name in inner]
        yield from (name if name in modules else name.partition(".")[0] for name in full)


def late(modules, imports):
    """Return the imports in functions, by module, that do not keep a heavy package from being loaded.

    One that is of a heavy package has its reason, and so has one of a module that brings, when it is
    loaded, a heavy package that the module around the function does not.
    """
    brought = {}

    def brings(name):
        if name not in brought:
            brought[name] = set()  # circles end here
            packages = set(_named(_imports_in(modules[name])[0], modules)) & HEAVY
            brought[name] = packages.union(*map(brings, imports[name]))
        return brought[name]

    found = {}
    for name, path in modules.items():
        _, nodes = _imports_in(path)
        for wanted in _named(nodes, modules):
            more = brings(wanted) if wanted in modules else {wanted} & HEAVY
            if not more - brings(name):
                found.setdefault(name, []).append(wanted)
    return found


def _own(function):
    """Yield what stands in a function, without what stands in functions inside it."""
    todo = list(function.body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            todo += ast.iter_child_nodes(node)


if __name__ == "__main__":
    main()
