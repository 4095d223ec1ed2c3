"""Canary secrets in the keyring, in password fields, in windows never looked at, in the user's words.

Most runs are on paper: the real loop, policies, rules, reader, screen, record, line writers, prompt
rendering and executor's rules, on fake pixels and a fake accessibility bus. The last shard runs the
program itself on a desktop with a real keyring, a real password field and a real terminal that is
never looked at. After each run everything that was written or sent is searched.
"""

from pathlib import Path

from tests.proof.canaries_paper import paper_runs
from tests.proof.canaries_real import real_runs
from tests.proof.proof import Figures, Proof, Verdict

PAPER_SHARDS = 4
PAPER_RUNS = 250
"""Per shard."""
REAL_RUNS = 40


def run(shard: int, scratch: Path) -> Figures:
    """Run one shard in full."""
    if shard < PAPER_SHARDS:
        return paper_runs(range(shard * PAPER_RUNS, (shard + 1) * PAPER_RUNS), scratch)
    return real_runs(REAL_RUNS, scratch)


def judge(shards) -> Verdict:
    """Return the hits of all shards, and that there was something to find."""
    total = {key: sum(shard.get(key, 0) for shard in shards) for key in _all_keys(shards)}
    paper, real = total["paper_runs"], total["real_runs"]
    hits = [line for shard in shards for line in shard["hits"]]
    typed = total["secrets_typed"]
    is_kept = not hits and paper == PAPER_SHARDS * PAPER_RUNS and real == REAL_RUNS and typed > 0
    is_kept = is_kept and total["wrongly_typed"] == 0 and total["reruns_without_guards_hit"] > 0
    result = (
        f"{len(hits)} hits in {total['bytes_searched'] / 1e6:.0f} MB and "
        f"{total['pictures_searched']} pictures of n = {paper + real} runs ({real} on a real "
        f"desktop); {typed} secrets arrived whole, {total['wrongly_typed']} elsewhere"
    )
    return Verdict(is_kept, result, {**total, "hits": hits[:20]})


def _all_keys(shards) -> list[str]:
    return sorted({key for shard in shards for key, value in shard.items() if _is_count(value)})


def _is_count(value: object) -> bool:
    return isinstance(value, int)


PROOF = Proof(
    name="canaries",
    title="canary secrets found on disk, in logs, in output, in prompts or on the wire",
    must="0 in 1,000 runs",
    shards=PAPER_SHARDS + 1,
    covers=(
        "automation/agent",
        "automation/commands",
        "automation/core",
        "automation/desktop/capture",
        "automation/desktop/elements",
        "automation/desktop/input",
        "automation/desktop/opacity.py",
        "automation/desktop/screen.py",
        "automation/desktop/secrets",
        "automation/desktop/settle.py",
        "automation/records",
        "automation/safety",
        "app/chord_text.py",
        "app/command_log.py",
        "app/composition.py",
        "app/do_command.py",
        "app/hands.py",
        "app/history_command.py",
        "app/jsonlines.py",
        "app/plain.py",
        "app/run_start.py",
        "app/run_voice.py",
        "app/terminal.py",
        "model/policy",
        "model/prompt",
        "tests/desktop/keyring_rig.py",
        "tests/desktop/qt_login.py",
        "tests/fakes/executor_parts.py",
        "tests/fakes/fake_bus.py",
        "tests/fakes/fake_engine.py",
        "tests/proof/canaries_desk.py",
        "tests/proof/canaries_paper.py",
        "tests/proof/canaries_real.py",
        "tests/proof/canaries_search.py",
    ),
    run=run,
    judge=judge,
)
