"""The proofs of stopping judge what their shards found."""

import pytest

from tests.proof import death_release, kill_latency
from tests.proof.kill_latency_parts import BOUND_MS, Count, Seen


def kill_shard(**changes):
    fields = {
        "load": "idle",
        "kind": "type",
        "latencies_ms": [1.0] * 99 + [30.0],
        "sent_after_flag_max": 1,
        "held": 0,
        "missed": 0,
    }
    return fields | changes


def test_one_slow_round_in_a_hundred_is_within_the_bound():
    verdict = kill_latency.judge([kill_shard()])
    assert verdict.is_kept
    assert verdict.result.startswith("idle p50 1.0 / p95 1.0 / p99 1.0 / max 30.0 ms")
    assert "still held after 0 of 100 rounds" in verdict.result


@pytest.mark.parametrize(
    "broken",
    [
        {"latencies_ms": [1.0] * 98 + [30.0] * 2},
        {"held": 1},
        {"missed": 1},
        {"sent_after_flag_max": 2},
        {"load": "foreign", "latencies_ms": [121.0] + [1.0] * 99},
        {"load": "foreign", "latencies_ms": [51.0] * 6 + [1.0] * 94},
        {"load": "workers", "latencies_ms": [51.0] * 2 + [1.0] * 98},
    ],
)
def test_a_broken_promise_of_the_kill_key_is_told(broken):
    assert not kill_latency.judge([kill_shard(), kill_shard(kind="drag", **broken)]).is_kept


def test_every_load_and_kind_has_its_thousand_rounds():
    shards = [kill_shard(load=load, kind=kind) for load, kind, _ in kill_latency.SHARDS]
    figures = kill_latency.judge(shards).figures
    assert len(figures) == 8
    assert kill_latency.ROUNDS * kill_latency.PARTS >= 1000


def test_an_event_happened_before_it_was_read_and_within_its_millisecond():
    slow = Seen.of(10.050, 10_003, "key", 38, True)
    quick = Seen.of(10.0034, 10_003, "key", 38, True)
    assert (slow.after_s, slow.before_s) == pytest.approx((10.003, 10.004))
    assert quick.before_s == 10.0034


def test_the_servers_clock_may_have_gone_round_and_may_not_be_another_one():
    now_s = (BOUND_MS + 500) / 1000
    assert Seen.of(now_s, 490, "key", 38, True).after_s == pytest.approx(now_s - 0.010)
    with pytest.raises(RuntimeError, match="not ours"):
        Seen.of(now_s, 490 + 100_000, "key", 38, True)


def test_nothing_counted_yet_is_no_failure_to_count():
    assert Count().figures()["sent_after_flag_max"] == 0


def death_shard(who, *ms, stuck=0):
    return {"who": who, "released_ms": list(ms), "stuck": stuck}


def test_the_slowest_release_decides():
    kept = [death_shard("executor", 3.0, 99.0), death_shard("app", 5.0), death_shard("both", 7.0)]
    assert death_release.judge(kept).is_kept
    assert death_release.judge(kept).result.endswith("stuck 0 of 4")
    assert not death_release.judge([*kept, death_shard("app", 101.0)]).is_kept
    assert not death_release.judge([*kept, death_shard("app", stuck=1)]).is_kept
    assert death_release.ROUNDS * len(death_release.SHARDS) >= 300
