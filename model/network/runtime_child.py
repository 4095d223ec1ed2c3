"""The child process that tells what torch can do here: version, CUDA devices, 4-bit kernels.

Writes one JSON object to standard output. A driver that ends the process ends this one only.
"""

import dataclasses
import json
import os

import torch

from automation.core.errors import KernelUnavailable
from model.network.device import read_machine
from model.network.quantize import four_bit_kernels


def report() -> dict[str, object]:
    """Return what `Runtime` holds, as JSON."""
    machine = read_machine()
    card = machine.of_kind("cuda")
    return {
        "torch": torch.__version__,
        "cuda_build": torch.version.cuda or "",
        "devices": [dataclasses.asdict(device) for device in machine.devices],
        "cuda_problem": machine.cuda_problem,
        "four_bit_problem": "" if card is None else four_bit_problem(torch.device(card.name)),
    }


def four_bit_problem(device: torch.device) -> str:
    """Return why 4 bit cannot be used on the device; empty when it can."""
    try:
        four_bit_kernels(device)
    except KernelUnavailable as error:
        return str(error)
    return ""


def main() -> None:
    """Report once; what imported code prints goes to standard error."""
    answers = os.dup(1)
    os.dup2(2, 1)
    os.write(answers, json.dumps(report()).encode())


if __name__ == "__main__":
    main()
