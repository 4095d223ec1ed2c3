"""Prints how large the tree is and how it hangs together: `python -m tests.repo.house`.

Modules are counted without `__init__.py`; lines are all lines of Python files.
"""

import ast
import collections
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.repo.tree import ROOT

PRODUCT = ("app", "model", "automation", "resources")
HEAVY = frozenset({
    "PySide6", "torch", "transformers", "onnxruntime", "pyautogui", "cv2", "rapidocr", "numpy", "PIL", "mss",
    "bitsandbytes", "mamba_ssm", "causal_conv1d", "safetensors", "tokenizers", "llguidance", "fla", "huggingface_hub",
    "dbus_fast", "yaml", "jsonschema", "httpx", "triton",
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
        "imports in functions, heavy packages left out": sum(
            len(list(_late(path))) for path in modules.values()
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

    sys.setrecursionlimit(10_000)
    for name in imports:
        if name not in index:
            visit(name)
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
    """Yield what a module imports when it is loaded, what only its types need left out."""
    todo = list(ast.parse(path.read_text(encoding="utf-8")).body)
    for node in todo:
        match node:
            case ast.ImportFrom(module=str(module)):
                for alias in node.names:
                    full = f"{module}.{alias.name}"
                    if full in modules or module in modules:
                        yield full if full in modules else module
            case ast.Import():
                yield from (alias.name for alias in node.names if alias.name in modules)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                todo += node.orelse
            case ast.If() | ast.Try():
                todo += node.body


def _late(path):
    """Yield the imports inside functions that are of none of the heavy packages."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in _own(function):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            else:
                continue
            yield from (name for name in names if name.partition(".")[0] not in HEAVY)


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
