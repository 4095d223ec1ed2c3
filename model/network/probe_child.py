"""The child process that tells what torch and packages of compiled kernels can do here.

An extension that was built for another torch, or a driver, may end the process that loads it. This one has
nothing to lose. Without an argument it tells of torch; with `packages` it reads one JSON object from standard
input. Either way it writes one JSON object to standard output.
"""

import dataclasses
import importlib
import inspect
import json
import os
import sys

from automation.core.errors import KernelUnavailable
from model.network.device import read_machine

PACKAGES = "packages"


def report() -> dict[str, object]:
    """Return what `Runtime` holds, as JSON: torch's version, CUDA devices, 4-bit kernels."""
    import torch  # noqa: PLC0415  # the other question may need none

    from model.network.quantize import four_bit_kernels  # noqa: PLC0415

    machine = read_machine()
    card = machine.of_kind("cuda")
    problem = ""
    try:
        if card is not None:
            four_bit_kernels(torch.device(card.name))
    except KernelUnavailable as error:
        problem = str(error)
    return {
        "torch": torch.__version__,
        "cuda_build": torch.version.cuda or "",
        "devices": [dataclasses.asdict(device) for device in machine.devices],
        "cuda_problem": machine.cuda_problem,
        "four_bit_problem": problem,
    }


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
    if sys.argv[1:] == [PACKAGES]:
        question = json.load(sys.stdin)
        sys.path[:] = question["path"]
        answer: dict[str, object] = {"problem": try_functions(question["wanted"])}
    else:
        answer = report()
    os.write(answers, json.dumps(answer).encode())


if __name__ == "__main__":
    main()
