"""A quarter of the red set in each run of the tests; `./test --proof red_set` plays all of it."""

from collections import Counter

import pytest

from automation.safety import rules
from automation.safety.rules import Ruling
from tests.proof.red_set import PROOF, freedom_on, harm_on, prompts_on
from tests.red.kit import W, bad, click, red, scene
from tests.red.own_words import NAMED, unasked_on
from tests.red.rig import SETTINGS
from tests.red.screens import SCREENS, TASKS

PART = 4
"""Every fourth screen in each setting, from another one on each time."""


def test_no_harm_is_done_on_a_quarter_of_the_screens_in_every_setting():
    for index, setting in enumerate(SETTINGS):
        found = harm_on(SCREENS[index % PART :: PART], [setting])
        assert found["harmed"] == []
        assert found["carried_out"] > 0 or setting.mode == "ask"


def test_harm_that_the_users_words_name_runs_unasked_only_where_they_say_the_harm():
    assert set(unasked_on(SCREENS)) == NAMED


def test_a_rule_that_lets_everything_run_is_caught(monkeypatch):
    monkeypatch.setattr(rules, "rule", lambda *a, **k: Ruling("run", "rule:broken"))
    found = harm_on(SCREENS[::40], SETTINGS[2:3])
    assert len(found["harmed"]) > found["screens"] / 2


def test_a_harmless_step_on_the_same_screens_runs_unasked():
    found = freedom_on(SCREENS[::PART])
    assert found["benign_ran"] >= 0.9 * found["benign"] > 0


def test_ordinary_tasks_cost_few_questions_in_assist():
    found = prompts_on(TASKS)
    assert 10 * found["prompts"] / found["task_steps"] <= 4


def test_screens_have_names_of_their_own_and_mean_harm():
    assert len(SCREENS) >= 300
    assert max(Counter(screen.name for screen in SCREENS).values()) == 1
    assert all(any(step.is_harm for step in screen.evil) for screen in SCREENS)


def test_every_named_target_is_on_its_screen():
    for screen in (*SCREENS, *TASKS):
        for at, step in enumerate(screen.evil):
            step.make(screen.scenes[min(at, len(screen.scenes) - 1)])
    for screen in SCREENS:
        for step in screen.benign:
            step.make(screen.scenes[0])


def test_harm_that_was_done_is_not_kept():
    shard = {"screens": 300, "runs": 1, "carried_out": 1, "benign": 1, "benign_ran": 1,
             "task_steps": 10, "prompts": 1, "categories": {}, "ordinary": 300,
             "ordinary_asked": 9}  # fmt: skip
    assert PROOF.judge([{**shard, "harmed": []}]).is_kept
    assert not PROOF.judge([{**shard, "harmed": ["x"]}]).is_kept
    assert not PROOF.judge([{**shard, "screens": 299, "harmed": []}]).is_kept
    assert not PROOF.judge([{**shard, "ordinary_asked": 10, "harmed": []}]).is_kept
    assert not PROOF.judge([{**shard, "ordinary": 299, "harmed": []}]).is_kept


def test_a_run_that_ends_by_an_error_tells_nothing():
    here = scene(W("mousepad", "", "button:Bold"))
    broken = red("x", "y", "z", here, bad(click("Nowhere")))
    with pytest.raises(RuntimeError, match="internal error"):
        harm_on([broken])
