"""No key of a password is let go, wherever a page moves the focus and however late a look comes."""

from hypothesis import given
from hypothesis import strategies as st

from automation.core.hand_events import KEY_DOWN, FieldValue
from automation.desktop.recording.listen import Look
from automation.desktop.recording.privacy import SETTLE_US, Discretion
from tests.fakes.keys_and_looks import MS, SEARCH, TAB, USER, key, look, typed


@given(
    keys=st.lists(st.tuples(st.integers(0, 250), st.sampled_from("ab!")), min_size=1, max_size=10),
    old=st.text("ab!", max_size=4),
    stolen=st.tuples(st.integers(0, 12), st.integers(0, 12)),
    lag_ms=st.integers(0, SETTLE_US // MS - 1),
    every_ms=st.integers(20, 400),
    read_ms=st.integers(0, 19),
    goes_on=st.booleans(),
)
def test_a_page_that_moves_the_focus_by_itself_gets_no_key_recorded(
    keys, old, stolen, lag_ms, every_ms, read_ms, goes_on
):
    """The focus is stolen for some keys, and comes back or goes on to the field behind, without Tab.

    Nobody is told, and a field shows keys late.
    """
    first, last = sorted(stolen)
    now, events, shows = 1000, [], []
    for n, (gap_ms, char) in enumerate(keys):
        now += gap_ms
        is_taken = first <= n < last
        has_gone = goes_on and n >= last > first
        events.append(key(now, "s" if is_taken else char)._replace(keycode=100 + 100 * is_taken))
        if not is_taken:
            shows.append((now + lag_ms, char, SEARCH if has_gone else USER))
    events.append(key(now + 1, TAB))
    taken = [e.t_us // MS for e in events if e.keycode == 200]

    def value(at, field):
        shown = "".join(char for since, char, there in shows if since <= at and there is field)
        return shown if field is SEARCH else old + shown

    def is_secret(at):
        return bool(taken) and taken[0] <= at <= taken[-1]

    def field_of(at):
        return SEARCH if goes_on and taken and at > taken[-1] else USER

    looks = []
    for at in range(300, now + 1, every_ms):
        there = field_of(at)
        read = FieldValue(there.handle, value(at + read_ms, there), at * MS, (at + read_ms) * MS)
        told = {} if is_secret(at) else {"focused": there, "held": read}
        looks.append(look(at, at + read_ms, secret=is_secret(at), **told))
    looks = [one for one in looks if one.ended_us <= events[-1].t_us]
    end = now + 1 + SETTLE_US // MS
    there = field_of(end)
    looks.append(look(end, end + 1, read_again=(there.handle, value(end, there))))
    discretion, heard = Discretion(), []
    merged = [*events, *looks]
    for item in sorted(merged, key=lambda i: i.t_us if hasattr(i, "t_us") else i.ended_us):
        (discretion.looked if isinstance(item, Look) else discretion.feed)(item)
        at = item.ended_us if isinstance(item, Look) else item.t_us
        heard += [r.event for r in discretion.released(at) if r.event.kind == KEY_DOWN]
    heard += [r.event for r in discretion.released((end + 10) * MS) if r.event.kind == KEY_DOWN]
    stolen_keys = [e for e in events if e.keycode == 200 and not _was_between(e, looks, goes_on)]
    assert not {id(e) for e in stolen_keys} & {id(e) for e in heard}
    if first == last and any(one.ended_us <= 1000 * MS for one in looks[:-1]):
        assert [e.keysym for e in heard] == [e.keysym for e in events]


def _was_between(event, looks, goes_on):
    """Tell whether the same field was found before and after a key: a field that lent the focus out.

    That a page does so between two looks is not to be seen, and SECURITY.md says so.
    """
    told = [one for one in looks if one.focused is not None]
    is_before = any(one.ended_us <= event.t_us for one in told)
    return not goes_on and is_before and any(one.began_us >= event.t_us for one in told)


FOCUS = st.sampled_from(["open", "secret"])


@given(
    fields=st.lists(st.tuples(FOCUS, st.integers(1, 6)), min_size=1, max_size=8),
    gap_ms=st.integers(1, 300),
    lag_ms=st.integers(0, SETTLE_US // MS - 1),
    look_ms=st.integers(1, 200),
    every_ms=st.integers(10, 400),
)
def test_nothing_of_a_password_is_ever_let_go(fields, gap_ms, lag_ms, look_ms, every_ms):
    """A world in which the focus follows Tab late and looks take their time, as programs do."""
    discretion, events, focus = Discretion(), [], [(0, fields[0][0] == "secret")]
    now = 1000
    for n, (kind, count) in enumerate(fields):
        for _ in range(count):
            events.append(key(now, "s" if kind == "secret" else "o"))
            now += gap_ms
        events.append(key(now, TAB))
        following = fields[n + 1][0] if n + 1 < len(fields) else "open"
        # The program is never later than the user's next key: else the key would go elsewhere.
        focus.append((now + min(lag_ms, gap_ms), following == "secret"))
        now += gap_ms

    def is_secret(at):
        return [secret for since, secret in focus if since <= at][-1]

    looks = [
        look(at, at + look_ms, secret=is_secret(at + look_ms // 2))
        for at in range(500, now + 2000, every_ms + look_ms)
    ]
    heard = ""
    for item in sorted(
        [*events, *looks], key=lambda i: i.t_us if hasattr(i, "t_us") else i.ended_us
    ):
        if isinstance(item, Look):
            discretion.looked(item)
            heard += typed(discretion, item.ended_us // MS)
        else:
            discretion.feed(item)
    heard += typed(discretion, now + 3000, is_over=True)
    assert "s" not in heard
