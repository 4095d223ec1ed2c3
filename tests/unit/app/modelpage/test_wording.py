"""The model's state in words."""

from dataclasses import replace

import pytest

from app.gui.model_page.wording import (
    Fact,
    Served,
    decider,
    facts,
    headline,
    run_facts,
    share_done,
    side_words,
    used_words,
)
from app.long_work import progress_words
from automation.core.generation import EngineStatus, LoadProgress, Memory, StepStats

GB = 1 << 30
MEMORY = Memory(8 * GB, 2 * GB, GB, GB, 24 * GB)
READY = EngineStatus(
    "ready",
    name="Holotron-12B",
    device="NVIDIA RTX 4090",
    dtype="bfloat16",
    quantization="nf4",
    kernels="portable",
    kernels_why="mamba-ssm is not installed",
    coordinates="0..1000, calibrated",
    memory=MEMORY,
    last=StepStats(tokens_reused=3180, tokens_prefilled=1232),
)
EMPTY = EngineStatus()


def fact(status, name):
    return next(fact for fact in facts(status) if fact.name == name)


@pytest.mark.parametrize(
    ("status", "title", "rest"),
    [
        (EMPTY, "No model is loaded", "Commands work without one. Goals need it."),
        (READY, "Holotron-12B is loaded", "4 bit (NF4) · on NVIDIA RTX 4090"),
        (replace(READY, state="working"), "Holotron-12B is at work", None),
        (EngineStatus("loading"), "The model is being loaded", ""),
        (EngineStatus("failed", name="Tiny", problem="No room."), "Tiny is not loaded", ""),
    ],
)
def test_every_state_has_a_headline(status, title, rest):
    said = headline(status)
    assert said.title == title
    assert rest in (None, said.rest)


def test_a_model_at_work_does_not_wear_the_sign_of_what_is_done():
    working, ready = headline(replace(READY, state="working")), headline(READY)
    assert (ready.icon, ready.token) == ("check", "ok")
    assert (working.icon, working.token) == ("pointer", "accent")


def test_progress_says_how_much_of_what():
    progress = LoadProgress(5_240_000_000, 7_900_000_000, "Loading weights")
    assert progress_words(progress) == "Loading weights, 5.2 of 7.9 GB"
    assert share_done(progress) == pytest.approx(0.663, abs=0.001)


def test_progress_of_unknown_length_claims_no_share():
    progress = LoadProgress(5, 0, "Warming up")
    assert (progress_words(progress), share_done(progress)) == ("Warming up", None)


def test_memory_is_counted_as_its_makers_do():
    assert used_words(MEMORY) == "12.0 of 24.0 GB used"
    assert used_words(Memory(weights=GB)) == "1.0 GB used"
    assert used_words(Memory()) == ""


def test_the_slow_path_is_never_silent():
    assert fact(READY, "State space layers").warning == "Slower: mamba-ssm is not installed"
    assert fact(replace(READY, kernels="compiled"), "State space layers").warning == ""


def test_what_was_not_checked_is_said():
    assert fact(replace(READY, coordinates=""), "Coordinates").value == "not checked"
    assert fact(READY, "Chat template").value == "not checked"


@pytest.mark.parametrize(
    ("quantization", "dtype", "words"),
    [
        ("none", "float32", "32 bit"),
        ("none", "bfloat16", "16 bit"),
        ("nf4", "bfloat16", "4 bit (NF4)"),
    ],
)
def test_precision_is_said_in_bits(quantization, dtype, words):
    status = replace(READY, quantization=quantization, dtype=dtype)
    assert fact(status, "Weights").value == words


def test_a_run_shows_kernels_tokens_and_memory():
    expected = "portable path · 3,180 tokens reused, 1,232 read · 12.0 of 24.0 GB"
    assert run_facts(READY) == expected
    assert run_facts(replace(READY, last=None)) == "portable path · 12.0 of 24.0 GB"
    assert run_facts(EMPTY) == ""


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (EMPTY, "not loaded"),
        (READY, "11.0 GB"),
        (replace(READY, memory=Memory()), "loaded"),
        (EngineStatus("failed"), "failed"),
        (EngineStatus("loading"), "loading"),
        (EngineStatus("loading", loading=LoadProgress(66, 100, "x")), "66 %"),
    ],
)
def test_the_sidebar_says_it_in_a_word_or_two(status, words):
    assert side_words(status) == words


@pytest.mark.parametrize(
    ("policy", "status", "words"),
    [
        ("auto", EMPTY, ("Commands", "on this computer")),
        ("auto", READY, ("Holotron-12B", "and commands")),
        ("commands", READY, ("Commands", "on this computer")),
        ("holotron", READY, ("Holotron-12B", "on this computer")),
        ("holotron", EMPTY, ("Model", "not loaded")),
    ],
)
def test_who_decides_is_named(policy, status, words):
    assert decider(policy, status) == words


@pytest.mark.parametrize(
    ("served", "words"),
    [
        (Served("big", "gpu-box:443"), ("big", "on gpu-box:443")),
        (Served("big", "a:1, b:2", servers=2), ("Model", "on one of 2 servers")),
        (Served("", "a:1"), ("Model", "on a:1")),
    ],
)
def test_a_model_on_servers_takes_goals_whatever_is_loaded_here(served, words):
    assert decider("auto", EMPTY, served) == words


def test_whose_norms_run_is_told_on_a_card_and_why_there_was_no_choice():
    words = "torch, 0.4 ms a step; fla-core 0.6"
    assert fact(replace(READY, norms=words), "Norms") == Fact("Norms", words)
    slow = fact(replace(READY, norms_why="fla-core cannot be used: no C compiler"), "Norms")
    assert slow.warning == "Slower: fla-core cannot be used: no C compiler"
    assert "Norms" not in {line.name for line in facts(READY)}


def test_how_tokens_are_read_is_told_and_why_slowly():
    assert fact(replace(READY, is_graphed=True), "Writing").value == "CUDA graphs"
    slow = fact(replace(READY, graphs_why="turned off in Settings"), "Writing")
    assert slow.warning == "Slower: turned off in Settings"
    assert "Writing" not in {line.name for line in facts(READY)}
