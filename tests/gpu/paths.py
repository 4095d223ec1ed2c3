"""Which functions the mixers call while a check runs: chosen for it, and seen to be still so."""

from contextlib import contextmanager

from model.network.kernels import choose_kernels, kernel_status, use_path


@contextmanager
def on_path(bench, wish=None):
    """Let the mixers take one path, and torch's own again afterwards.

    Without this a check would run on torch's own functions, whatever is installed: they are what a
    process begins with.

    Args:
        bench: Where the check runs.
        wish: `compiled` or `portable`; `None` for what the app takes there.

    Yields:
        The path, for the figures.

    Raises:
        KernelUnavailable: compiled functions were wished for and cannot be used.
        AssertionError: something else was switched on in the meantime.
    """
    path = choose_kernels(bench.device.type, wish).path
    try:
        yield path
        found = kernel_status().path
        assert found == path, f"the check began on the {path} path and ended on the {found} one"
    finally:
        use_path("portable")


def paths_of(bench):
    """Return every path that the bench can take; the app's own first."""
    with on_path(bench) as usual:
        return dict.fromkeys((usual, "portable"))
