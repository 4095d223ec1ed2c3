"""The child process that tries whether a package of compiled kernels can be imported.

An extension that was built for another torch may end the process that imports it. This one has
nothing to lose. Reads one JSON object from standard input, writes one to standard output.
"""

import importlib
import inspect
import json
import os
import sys


def try_functions(wanted: dict[str, dict[str, list[str]]]) -> str:
    """Import modules and look for functions that take the named parameters.

    Args:
        wanted: From a module's name to its functions' names to their parameters.

    Returns:
        What is wrong, as part of a sentence; empty when everything is there.
    """
    for module_name, functions in wanted.items():
        try:
            module = importlib.import_module(module_name)
        except Exception as error:  # noqa: BLE001  # foreign code: whatever it raises is the answer
            return f"{type(error).__name__}: {error}".splitlines()[0]
        for name, parameters in functions.items():
            function = getattr(module, name, None)
            if function is None:
                return f"{module_name} has no {name}"
            found = inspect.signature(function).parameters
            missing = [parameter for parameter in parameters if parameter not in found]
            if missing:
                return f"{name} takes no {missing[0]}"
    return ""


def main() -> None:
    """Answer one question; what imported code prints goes to standard error."""
    answers = os.dup(1)
    os.dup2(2, 1)
    question = json.load(sys.stdin)
    sys.path[:] = question["path"]
    problem = try_functions(question["wanted"])
    os.write(answers, json.dumps({"problem": problem}).encode())


if __name__ == "__main__":
    main()
