"""Canary secrets in the keyring, in password fields, in windows never looked at, in the user's words.

Most runs are on paper: the real loop, policies, rules, reader, screen, record, line writers, prompt
rendering and executor's rules, on fake pixels and a fake accessibility bus. So are most recordings: the
real recorder hears a user of its own time, and the macro is kept, edited, played with a secret, compiled
and given away. Two shards run the program itself on a desktop with a real keyring, a real password field
and a real terminal that is never looked at. After each everything that was written or sent is searched.
"""

from pathlib import Path

from tests.proof.canaries_paper import paper_runs
from tests.proof.canaries_real import real_runs
from tests.proof.canaries_real_recordings import real_recordings
from tests.proof.proof import Figures, Proof, Verdict

PAPER_SHARDS = 4
PAPER_RUNS = 250
RECORDINGS = 50
"""Both per shard."""
REAL_RUNS = 40
REAL_RECORDINGS = 8
UNGUARDED = ("reruns_without_guards_hit", "unguarded_keys", "unguarded_texts", "unguarded_pixels")
"""What must be found where the guards are off."""


def run(shard: int, scratch: Path) -> Figures:
    """Run one shard in full."""
    if shard < PAPER_SHARDS:
        return paper_runs(_seeds(shard, PAPER_RUNS), _seeds(shard, RECORDINGS), scratch)
    if shard == PAPER_SHARDS:
        return real_runs(REAL_RUNS, scratch)
    return real_recordings(REAL_RECORDINGS, scratch)


def judge(shards) -> Verdict:
    """Return the hits of all shards, and that there was something to find."""
    total = {key: sum(shard.get(key, 0) for shard in shards) for key in _all_keys(shards)}
    paper, real = total["paper_runs"], total["real_runs"]
    recorded, hands = total["recordings"], total["real_recordings"]
    hits = [line for shard in shards for line in shard["hits"]]
    typed = total["secrets_typed"]
    is_whole = (paper, real, recorded, hands) == (
        PAPER_SHARDS * PAPER_RUNS, REAL_RUNS, PAPER_SHARDS * RECORDINGS, REAL_RECORDINGS,
    )  # fmt: skip
    is_kept = is_whole and not hits and typed > 0 and total["wrongly_typed"] == 0
    is_kept = is_kept and all(total[key] > 0 for key in (*UNGUARDED, "macros"))
    is_kept = is_kept and all(shard["secrets_typed"] > 0 for shard in shards)
    macros = total["macros"] + hands
    result = (
        f"{len(hits)} hits in {total['bytes_searched'] / 1e6:.0f} MB and "
        f"{total['pictures_searched']} pictures of n = {paper + real + recorded + hands}: "
        f"{paper + real} runs ({real} on a real desktop) and {recorded + hands} recordings ({hands} on a "
        f"real desktop), of which {macros} became macros; {typed} secrets arrived whole, "
        f"{total['wrongly_typed']} elsewhere"
    )
    return Verdict(is_kept, result, {**total, "hits": hits[:20]})


def _seeds(shard: int, count: int) -> range:
    return range(shard * count, (shard + 1) * count)


def _all_keys(shards) -> list[str]:
    told = {key for shard in shards for key, value in shard.items() if _is_count(value)}
    return sorted({*told, *UNGUARDED, "recordings", "real_recordings", "macros"})


def _is_count(value: object) -> bool:
    return isinstance(value, int)


PROOF = Proof(
    name="canaries",
    title="canary secrets found on disk, in logs, in output, in prompts or on the wire",
    must="0 in 1,000 runs",
    shards=PAPER_SHARDS + 2,
    covers=(
        "automation/agent",
        "automation/commands",
        "automation/core",
        "automation/desktop/capture.py",
        "automation/desktop/elements",
        "automation/desktop/input",
        "automation/desktop/windows_x11.py",
        "automation/desktop/recording",
        "automation/desktop/screen.py",
        "automation/desktop/secrets.py",
        "automation/macros",
        "automation/records",
        "automation/safety",
        "app/settings.py",
        "app/error_log.py",
        "app/desk.py",
        "app/cli/do.py",
        "app/executor_host.py",
        "app/cli/history.py",
        "app/macros/compile.py",
        "app/macros/request.py",
        "app/macros/play.py",
        "app/cli/macro_play.py",
        "app/cli/macro_record.py",
        "app/macros/record.py",
        "app/run_lines.py",
        "app/cli/output.py",
        "app/run_start.py",
        "app/ask.py",
        "app/macros/export.py",
        "model/policy.py",
        "model/prompt",
        "tests/desktop/keyring_rig.py",
        "tests/desktop/qt_login.py",
        "tests/fakes/executor_parts.py",
        "tests/fakes/fake_bus.py",
        "tests/fakes/fake_engine.py",
        "tests/proof/canaries_desk.py",
        "tests/proof/canaries_hands.py",
        "tests/proof/canaries_macros.py",
        "tests/proof/canaries_paper.py",
        "tests/proof/canaries_program.py",
        "tests/proof/canaries_real.py",
        "tests/proof/canaries_real_recordings.py",
        "tests/proof/canaries_recordings.py",
        "tests/proof/canaries_search.py",
        "tests/proof/growth_app.py",
        "tests/proof/growth_parts.py",
        "tests/proof/soak_app.py",
        "tests/proof/soak_faults.py",
        "tests/proof/soak_macros.py",
        "tests/proof/soak_window.py",
        "tests/proof/canaries_time.py",
    ),
    run=run,
    judge=judge,
)
