"""Runs one shard in this process and writes what it found: `python -m tests.proof.shard NAME K OUT`."""

import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.proof.registry import load


def main() -> int:
    """Run the shard; its file appears whole or not at all."""
    name, number, out = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    _heed_signals()
    proof = load(name)
    digest, started_s = proof.digest(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix=f"deskhand-proof-{name}-") as scratch:
        os.environ["DESKHAND_HOME"] = str(Path(scratch) / "home")
        figures = proof.run(number, Path(scratch))
    told = {
        "proof": name,
        "shard": number,
        "digest": digest,
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "seconds": round(time.monotonic() - started_s, 1),
        "cores": len(os.sched_getaffinity(0)),
        "figures": figures,
    }
    fresh = out.with_suffix(".new")
    fresh.write_text(json.dumps(told, indent=1, sort_keys=True), encoding="utf-8")
    fresh.replace(out)
    return 0


def _heed_signals() -> None:
    """Undo what `nohup` and a shell's `&` ignore: it would be handed on to every program."""
    for number in (signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    sys.exit(main())
