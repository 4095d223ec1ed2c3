"""Who a press would reach, as the server tells it."""

from types import SimpleNamespace

import pytest

from automation.desktop.input.backend_x11 import StillServer

ROOT, FRAME, FIELD = 1000, 7, 9
POINTER_ROOT = 1
NOT_VIEWABLE = 3
"""What the server answers of a grab for a window that is not shown, where nobody else has grabbed."""


class Server:
    """Answers at once with what it is set to."""

    def __init__(self, **facts):
        self.focus, self.child, self.mask, self.x, self.y = FIELD, FRAME, 0, 10, 20
        self.keyboard = self.mouse = NOT_VIEWABLE
        self.log = []
        self.core = self
        vars(self).update(facts)

    def generate_id(self):
        return 5

    def get_setup(self):
        return SimpleNamespace(roots=[SimpleNamespace(root=ROOT)])

    @property
    def pref_screen(self):
        return 0

    def CreateWindow(self, *given):  # noqa: N802 - the protocol's name
        self.log.append("window")

    def GetInputFocus(self):  # noqa: N802
        return self._answer(focus=self.focus)

    def QueryPointer(self, window):  # noqa: N802
        return self._answer(child=self.child, mask=self.mask, root_x=self.x, root_y=self.y)

    def GrabKeyboard(self, *given):  # noqa: N802
        return self._answer(status=self.keyboard)

    def GrabPointer(self, *given):  # noqa: N802
        return self._answer(status=self.mouse)

    def GrabServer(self):  # noqa: N802
        self.log.append("grab")

    def UngrabServer(self):  # noqa: N802
        self.log.append("ungrab")

    def flush(self):
        self.log.append("flush")

    def _answer(self, **facts):
        return SimpleNamespace(reply=lambda: SimpleNamespace(**facts))


def receiver(of_key, **facts):
    return StillServer(Server(**facts), ROOT).receiver(of_key=of_key)


def test_a_key_goes_to_the_focus_and_a_button_to_what_lies_under_the_pointer():
    assert receiver(of_key=True)[0] == FIELD
    assert receiver(of_key=False)[0] == FRAME


@pytest.mark.parametrize("focus", [POINTER_ROOT, ROOT])
def test_a_focus_that_follows_the_pointer_is_the_window_there_wherever_in_it(focus):
    found = receiver(of_key=True, focus=focus)
    assert found[0] == FRAME
    assert found == receiver(of_key=True, focus=focus, x=90, y=70)
    assert found != receiver(of_key=True, focus=focus, child=8)


@pytest.mark.parametrize("of_key", [True, False])
@pytest.mark.parametrize("modifier", [1, 2, 4, 8, 128])
def test_a_modifier_makes_it_another_press_and_a_held_button_does_not(of_key, modifier):
    assert receiver(of_key) != receiver(of_key, mask=modifier)
    assert receiver(of_key) == receiver(of_key, mask=256)


@pytest.mark.parametrize("status", [1, 4])  # already grabbed; frozen
@pytest.mark.parametrize("of_key", [True, False])
def test_a_grab_is_another_receiver_of_what_it_takes_alone(of_key, status):
    own, other = ("keyboard", "mouse") if of_key else ("mouse", "keyboard")
    assert receiver(of_key) != receiver(of_key, **{own: status})
    assert receiver(of_key) == receiver(of_key, **{other: status})


def test_the_place_of_a_button_counts():
    assert receiver(of_key=False) != receiver(of_key=False, x=11)


def test_the_server_is_freed_where_the_receiver_is_another_one_or_cannot_be_told():
    server = Server()
    still = StillServer(server, ROOT)
    assert not still.hold((8,), lambda: still.receiver(of_key=True))
    assert (server.log[-3:], still.is_held) == (["grab", "ungrab", "flush"], False)

    def fail():
        raise OSError(5, "gone")

    server.GetInputFocus = fail
    with pytest.raises(OSError, match="gone"):
        still.hold((8,), lambda: still.receiver(of_key=True))
    assert (server.log[-3:], still.is_held) == (["grab", "ungrab", "flush"], False)


def test_what_could_not_be_freed_is_known_to_be_held():
    server = Server()
    still = StillServer(server, ROOT)
    assert still.hold(still.receiver(of_key=True), lambda: still.receiver(of_key=True))
    flush = server.flush

    def fail():
        raise MemoryError

    server.flush = fail
    with pytest.raises(MemoryError):
        still.let_go()
    assert still.is_held
    server.flush = flush
    still.let_go()
    assert not still.is_held
