from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.agent.journal import (
    FLAGS,
    TRANSITIONS,
    AgentSignal,
    AgentState,
    Journal,
    next_state,
)
from automation.core.errors import IllegalTransition

S, G = AgentState, AgentSignal


@pytest.mark.parametrize(("state", "signal"), list(product(AgentState, AgentSignal)))
def test_every_pair_is_in_the_table_or_raises(state, signal):
    if signal in TRANSITIONS[state]:
        assert next_state(state, signal) is TRANSITIONS[state][signal]
    else:
        with pytest.raises(IllegalTransition, match=f"{signal}.*{state}"):
            next_state(state, signal)


def test_every_state_has_a_row_and_flags():
    assert set(TRANSITIONS) == set(AgentState) == set(FLAGS)


def test_executing_is_reached_from_confirming_alone():
    sources = {s for s, row in TRANSITIONS.items() if S.EXECUTING in row.values()}
    assert sources == {S.CONFIRMING}


def test_nothing_leads_from_a_question_to_execution():
    assert set(TRANSITIONS[S.ASKING].values()) == {S.OBSERVING, S.PAUSED, S.STOPPED, S.FAILED}


@pytest.mark.parametrize("state", [state for state in AgentState if FLAGS[state].can_stop])
def test_every_active_state_can_be_stopped_and_can_fail(state):
    assert TRANSITIONS[state][G.STOP] is S.STOPPED
    assert TRANSITIONS[state][G.FAIL] is S.FAILED


@pytest.mark.parametrize("state", [S.DONE, S.STOPPED, S.FAILED])
def test_nothing_leads_out_of_an_end(state):
    assert TRANSITIONS[state] == {}


def test_a_pause_is_left_only_to_a_new_look():
    assert TRANSITIONS[S.PAUSED][G.RESUME] is S.OBSERVING


@pytest.mark.parametrize("state", AgentState)
def test_the_flags_agree_with_the_table(state):
    row, flags = TRANSITIONS[state], FLAGS[state]
    assert flags.can_pause == (G.PAUSE in row)
    assert flags.can_resume == (G.RESUME in row)
    assert flags.can_stop == (G.STOP in row)


@given(st.lists(st.sampled_from(list(AgentSignal))))
def test_a_signal_that_does_not_fit_leaves_the_state_unchanged(signals):
    machine = Journal(lambda event: None)
    for signal in signals:
        before = machine.state
        try:
            machine.advance(signal)
        except IllegalTransition:
            assert machine.state is before
        else:
            assert machine.state is TRANSITIONS[before][signal]
