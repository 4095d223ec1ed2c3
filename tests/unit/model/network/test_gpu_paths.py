"""A check runs on the functions that it chose; what it would not notice is noticed for it."""

import pytest

from model.network import kernels
from tests.gpu.bench import tiny_on_cpu
from tests.gpu.paths import on_path, paths_of


@pytest.fixture(scope="module")
def bench():
    return tiny_on_cpu()


def test_a_check_that_ends_on_another_path_fails(bench):
    with (
        pytest.raises(AssertionError, match="began on the portable path and ended on"),
        on_path(bench, "portable"),
    ):
        _switch_on_compiled_functions()
    assert kernels.kernel_status().path == "portable"


def test_compiled_functions_that_are_not_there_are_not_replaced_in_silence(bench):
    with pytest.raises(kernels.KernelUnavailable), on_path(bench, "compiled"):
        pass


def test_a_processor_has_the_portable_path_only(bench):
    assert list(paths_of(bench)) == ["portable"]


def _switch_on_compiled_functions():
    for name, package in kernels.FUNCTIONS.items():
        setattr(kernels.native_module(), name, _of(package))


def _of(package):
    """Return a function that looks as if it called the package's."""

    def implementation():
        pass

    implementation.__module__ = package

    def call():
        return implementation()

    return call
