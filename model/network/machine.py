"""The devices of this computer and their free memory, as values that tests can invent."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

DeviceKind = Literal["cuda", "cpu"]

MEMINFO: Final = Path("/proc/meminfo")


@dataclass(frozen=True, slots=True)
class Device:
    """A place where a network can run."""

    name: str
    """As torch names it: `cuda:0`, `cpu`."""
    label: str
    """For people: `NVIDIA RTX 4090`, `CPU`."""
    kind: DeviceKind
    free_bytes: int
    total_bytes: int
    has_bfloat16: bool = True
    """Whether bfloat16 runs at full speed."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The devices of one computer, the best CUDA device first, the CPU last."""

    devices: tuple[Device, ...]
    cuda_problem: str = ""
    """Why no CUDA device can be used; empty when one can."""

    def of_kind(self, kind: DeviceKind) -> Device | None:
        """Return the best device of the kind."""
        return next((d for d in self.devices if d.kind == kind), None)


class Cuda(Protocol):
    """What is asked of `torch.cuda`."""

    def is_available(self) -> bool:
        """Tell whether a device can be used."""

    def device_count(self) -> int:
        """Return how many there are."""

    def get_device_name(self, device: int) -> str:
        """Return the name that people know."""

    def mem_get_info(self, device: int) -> tuple[int, int]:
        """Return free and all bytes; what other programs use is not free."""

    def get_device_capability(self, device: int) -> tuple[int, int]:
        """Return the compute capability."""


BFLOAT16_CAPABILITY: Final = (8, 0)
"""First compute capability with bfloat16 arithmetic. Source: CUDA C++ programming guide."""


def read_machine(cuda: Cuda | None = None, meminfo: Path = MEMINFO) -> Machine:
    """Look at this computer.

    Args:
        cuda: What to ask; `None` asks `torch.cuda`, which makes a CUDA context on each device.
        meminfo: Where the system tells of its memory.
    """
    devices, problem = _cuda_devices(_torch_cuda() if cuda is None else cuda)
    return Machine((*devices, *_cpu(meminfo)), problem)


def _torch_cuda() -> Cuda:
    import torch  # noqa: PLC0415  # doctor plans where torch is not loaded

    return torch.cuda


def _cuda_devices(cuda: Cuda) -> tuple[list[Device], str]:
    if not cuda.is_available():
        return [], "torch finds no CUDA device"
    try:
        devices = [_cuda_device(cuda, n) for n in range(cuda.device_count())]
    except RuntimeError as error:
        return [], f"the CUDA device does not answer: {str(error).splitlines()[0]}"
    return sorted(devices, key=lambda device: device.free_bytes, reverse=True), ""


def _cuda_device(cuda: Cuda, number: int) -> Device:
    free, total = cuda.mem_get_info(number)
    return Device(
        name=f"cuda:{number}",
        label=cuda.get_device_name(number),
        kind="cuda",
        free_bytes=free,
        total_bytes=total,
        has_bfloat16=cuda.get_device_capability(number) >= BFLOAT16_CAPABILITY,
    )


def _cpu(meminfo: Path) -> list[Device]:
    """Return the CPU with what memory programs can still get; nothing where that is not told."""
    if not meminfo.exists():
        return []
    lines = [line.split() for line in meminfo.read_text().splitlines()]
    fields = {line[0]: int(line[1]) * 1024 for line in lines if line[2:] == ["kB"]}
    return [Device("cpu", "CPU", "cpu", fields["MemAvailable:"], fields["MemTotal:"])]
