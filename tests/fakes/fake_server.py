"""A model server that answers from a list or a function, in place of one behind a wire."""

from automation.core.generation import TextDelta
from model.server.asking import Reply


class FakeServer:
    """Implements `ServerModel`; keeps what it was asked."""

    host = "127.0.0.1:8080"

    def __init__(self, answers):
        """Take texts, replies and errors in order, or a function of the request that returns one."""
        self._answers = answers if callable(answers) else iter(answers)
        self.asked = []

    def reply(self, ask, stop, heard=None):
        stop.check()
        self.asked.append(ask)
        answer = self._answers(ask) if callable(self._answers) else next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        reply = answer if isinstance(answer, Reply) else Reply(answer)
        for at in range(0, len(reply.text), 7) if heard else ():
            heard(TextDelta(reply.text[at : at + 7], "answer"))
        return reply
