"""With an input method that is on no letter is sent: it would make another text of it."""

import pytest

from automation.core.actions import Hotkey, Write
from automation.core.errors import Refused
from tests.desktop.executor_rig import aim, executor_rig
from tests.desktop.input_method_rig import service

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def shared(desktop, tmp_path_factory):
    with executor_rig(desktop, tmp_path_factory.mktemp("rig")) as rig:
        yield rig


@pytest.fixture
def rig(shared):
    shared.reset()
    return shared


@pytest.fixture(params=["ibus", "fcitx"])
def method(request, desktop, rig):
    with service(request.param, desktop) as method:
        yield method


def test_a_text_is_refused_before_a_key_while_an_input_method_is_on(rig, method):
    method.engine = "anthy"
    with pytest.raises(Refused, match=r"input method “anthy” \((IBus|Fcitx 5)\) is on") as refused:
        rig.client.prepare(Write("konnichiha"))
    assert refused.value.reason == "input_method"
    execution = rig.do(Write("konnichiha", at=aim()))
    assert (execution.completed, execution.text_sent_chars) == (False, 0)
    assert execution.cause == "input_method"
    assert "key down" not in [kind for kind, _ in rig.window.events]


def test_keys_that_are_no_text_go_out_all_the_same(rig, method):
    method.engine = "anthy"
    assert rig.do(Hotkey(("ctrl", "s"))).completed


@pytest.mark.parametrize("is_set", [True, False], ids=["a plain layout", "none is set"])
def test_a_plain_keyboard_layout_of_an_input_method_service_is_no_hindrance(rig, method, is_set):
    method.engine = method.engine if is_set else ""
    assert rig.do(Write("konnichiha")).completed
    assert method.asked


def test_an_input_method_switched_on_in_the_middle_ends_the_text(rig, method):
    result = rig.begin(Write("ka" * 500))
    rig.window.wait_for("key down", 8)
    method.engine = "anthy"
    execution = result()
    assert (execution.completed, execution.cause) == (False, "input_method")
    assert 0 < execution.text_sent_chars < 1000
    assert rig.window.settled("key down") == execution.text_sent_chars


def test_a_service_that_does_not_answer_is_told_and_nothing_is_sent(rig, method):
    method.engine = None
    with pytest.raises(Refused, match="does not answer; start it again or end it") as refused:
        rig.client.prepare(Write("konnichiha"))
    assert refused.value.reason == "input_method"


def test_an_address_that_nobody_listens_at_any_more_is_no_service(rig, desktop):
    with service("ibus", desktop) as method:
        method.engine = "anthy"
        with pytest.raises(Refused):
            rig.client.prepare(Write("a"))
    rig.client.begin_run()
    assert rig.do(Write("a")).completed
