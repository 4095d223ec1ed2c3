"""The collector rests while a model is loaded, and works again afterwards."""

import subprocess
import sys

PROGRAM = """
import gc
from model.inference.engine import without_collection
{before}
kept = [[] for _ in range(1000)]
try:
    with without_collection():
        print(gc.isenabled())
        raise KeyError
except KeyError:
    frozen = gc.get_freeze_count()
with without_collection():
    more = [[] for _ in range(1000)]
print(gc.isenabled(), frozen > 1000, gc.get_freeze_count() <= frozen)
"""


def words(before="gc.enable()"):
    program = PROGRAM.replace("{before}", before)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return run.stdout.split()


def test_it_rests_meanwhile_and_freezes_what_is_there_once():
    assert words() == ["False", "True", "True", "True"]


def test_a_collector_that_was_off_stays_off():
    assert words("gc.disable()") == ["False", "False", "True", "True"]
