"""The user of the soak sees where the keys went, as a person does."""

from types import SimpleNamespace

import pytest

from tests.proof.soak_window import User

TASK = "click Save"


class Life:
    """A window of whose words the test knows; what it is sent is what it tells."""

    def __init__(self, *texts, sent):
        self._texts, self._sent = list(texts), list(sent)

    def where(self):
        text = self._texts.pop(0) if len(self._texts) > 1 else self._texts[0]
        return {"is_idle": True, "is_active": True, "field": [1, 1], "text": text, "window": 1}

    def next(self, event, seconds):
        answer = self._sent.pop(0)
        if answer is None:
            raise TimeoutError(f"no {event} within {seconds} s")
        return answer


def writer(life):
    user, keys = User(SimpleNamespace(life=life, environ={})), []
    user.xdotool = lambda *arguments: keys.append(arguments)
    return user, keys


def test_a_task_whose_last_key_went_to_another_window_is_sent_again():
    user, keys = writer(Life(TASK, sent=[None, {"text": TASK}]))
    assert user.write(TASK) == {"text": TASK}
    assert keys.count(("key", "Return")) == 2


def test_a_task_that_the_window_took_and_told_nobody_of_is_a_problem():
    user, keys = writer(Life("", TASK, "", sent=[None]))
    with pytest.raises(TimeoutError, match="no sent"):
        user.write(TASK)
    assert keys.count(("key", "Return")) == 1
