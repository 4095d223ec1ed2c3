"""Runs proofs in full and writes their figures: `./test --proof [NAME ...]`.

Each shard is a process of its own and leaves a file in `build/proof`; one that is there already,
made from the same code, is not run again, so that a run that was ended goes on where it was. The
figures of all proofs go to `tests/proof/results.json`, from which `RESULTS.md` is made; a
proof whose figures there are of the present code is passed over.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.proof.proof import ROOT, SHARD_S, Proof
from tests.proof.registry import NAMES, load
from tests.proof.table import RESULTS, write_table

SHARDS = ROOT / "build" / "proof"
_DEVELOPERS_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS")


def main() -> int:
    """Run what is asked for; 1 when a promise is not kept or a shard did not end."""
    options = _options()
    is_kept = True
    for name in options.names or NAMES:
        proof = load(name)
        if not options.again and _is_told(proof):
            _say(f"{name}: its figures are of this code")
            continue
        shards = [_shard(proof, number, again=options.again) for number in range(proof.shards)]
        done = [shard for shard in shards if shard is not None]
        if len(done) < proof.shards:
            _say(f"{name}: {proof.shards - len(done)} of {proof.shards} shards did not end")
            is_kept = False
            continue
        verdict = proof.judge([shard["figures"] for shard in done])
        _say(f"{name}: {'kept' if verdict.is_kept else 'NOT KEPT'}: {verdict.result}")
        is_kept &= verdict.is_kept
        _keep(proof, verdict, done)
    write_table()
    return 0 if is_kept else 1


def _is_told(proof: Proof) -> bool:
    told = (_read(RESULTS) or {}).get(proof.name)
    return told is not None and told["is_kept"] and told["digest"] == proof.digest()


def _shard(proof: Proof, number: int, *, again: bool) -> dict | None:
    """Return what the shard found, from its file if it is still true; None if it failed."""
    SHARDS.mkdir(parents=True, exist_ok=True)
    out = SHARDS / f"{proof.name}-{number}.json"
    if not again and (found := _read(out)) and found["digest"] == proof.digest():
        return found
    out.unlink(missing_ok=True)
    log = out.with_suffix(".log")
    started_s = time.monotonic()
    environ = {k: v for k, v in os.environ.items() if k not in _DEVELOPERS_DISPLAY}
    environ |= {"OMP_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.proof.shard", proof.name, str(number), str(out)]
    with log.open("wb") as said:
        child = subprocess.Popen(
            command, cwd=ROOT, env=environ, stdout=said, stderr=said, start_new_session=True
        )
        try:
            child.wait(SHARD_S)
        except subprocess.TimeoutExpired:
            _say(f"{proof.name} {number}: took longer than {SHARD_S} s and was ended")
        finally:
            _end_group(child.pid)
            child.wait()
    found = _read(out)
    took = f"{time.monotonic() - started_s:.0f} s"
    _say(
        f"{proof.name} {number + 1}/{proof.shards}: {f'{took}' if found else f'FAILED, see {log}'}"
    )
    return found


def _end_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _read(path: Path) -> dict | None:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None


def _keep(proof, verdict, shards) -> None:
    results = _read(RESULTS) or {}
    results[proof.name] = {
        "title": proof.title,
        "must": proof.must,
        "result": verdict.result,
        "is_kept": verdict.is_kept,
        "figures": verdict.figures,
        "date": max(shard["date"] for shard in shards),
        "seconds": round(sum(shard["seconds"] for shard in shards)),
        "cores": shards[0]["cores"],
        "digest": proof.digest(),
    }
    ordered = {name: results[name] for name in NAMES if name in results}
    RESULTS.write_text(as_lines(ordered), encoding="utf-8")


def as_lines(results: dict[str, dict]) -> str:
    """Return the results as JSON, a line for each proof, so that a count anew changes one line."""
    rows = (f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in results.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./test --proof", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--again", action="store_true", help="run shards again that are there")
    options = parser.parse_args()
    for name in options.names:
        if name not in NAMES:
            parser.error(f"there is no proof {name!r}; there are {', '.join(NAMES)}")
    return options


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
