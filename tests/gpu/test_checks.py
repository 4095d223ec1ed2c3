"""Every check at the full size on a CUDA device; for whoever has one."""

import pytest

from tests.gpu.bench import on_cuda
from tests.gpu.checks import CHECKS


@pytest.fixture(scope="module")
def bench():
    return on_cuda()


@pytest.mark.gpu
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_on_a_cuda_device(check, bench):
    check(bench)
