"""The computer is described from what CUDA and the system tell, or do not tell."""

from dataclasses import dataclass

import pytest

from model.network.device import read_machine

MEMINFO = "MemTotal:       16000000 kB\nMemFree: 1 kB\nMemAvailable:    9000000 kB\nHuge: 4\n"


@dataclass
class TwoCards:
    """Two cards, the second with more free memory; a failure where one is named."""

    works: bool = True
    failure: str = ""

    def is_available(self):
        return self.works

    def device_count(self):
        return 2

    def get_device_name(self, device):
        return ("NVIDIA RTX 2080", "NVIDIA RTX 4090")[device]

    def mem_get_info(self, device):
        if self.failure:
            raise RuntimeError(self.failure)
        return ((5 * 10**9, 8 * 10**9), (22 * 10**9, 25 * 10**9))[device]

    def get_device_capability(self, device):
        return ((7, 5), (8, 9))[device]


@pytest.fixture
def meminfo(tmp_path):
    path = tmp_path / "meminfo"
    path.write_text(MEMINFO)
    return path


def test_the_card_with_most_free_memory_comes_first_and_the_cpu_last(meminfo):
    machine = read_machine(TwoCards(), meminfo)
    assert [d.name for d in machine.devices] == ["cuda:1", "cuda:0", "cpu"]
    assert machine.of_kind("cuda").label == "NVIDIA RTX 4090"
    assert machine.of_kind("cuda").free_bytes == 22 * 10**9
    assert machine.cuda_problem == ""


def test_an_old_card_is_known_to_lack_bfloat16(meminfo):
    _, old, _ = read_machine(TwoCards(), meminfo).devices
    assert not old.has_bfloat16


def test_main_memory_is_what_programs_can_still_get(meminfo):
    cpu = read_machine(TwoCards(works=False), meminfo).of_kind("cpu")
    assert (cpu.free_bytes, cpu.total_bytes) == (9_000_000 * 1024, 16_000_000 * 1024)


def test_without_cuda_there_is_only_the_cpu_and_a_reason(meminfo):
    machine = read_machine(TwoCards(works=False), meminfo)
    assert machine.of_kind("cuda") is None
    assert machine.cuda_problem == "torch finds no CUDA device"


def test_a_driver_that_fails_is_a_reason_and_not_an_error(meminfo):
    machine = read_machine(TwoCards(failure="CUDA error: out of luck\nmore"), meminfo)
    assert machine.of_kind("cuda") is None
    assert machine.cuda_problem == "the CUDA device does not answer: CUDA error: out of luck"


def test_a_system_that_does_not_tell_its_memory_has_no_cpu_to_plan_on(tmp_path):
    assert read_machine(TwoCards(works=False), tmp_path / "missing").devices == ()


def test_this_computer_can_be_read():
    cpu = read_machine().of_kind("cpu")
    assert 0 < cpu.free_bytes <= cpu.total_bytes
