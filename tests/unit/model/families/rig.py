"""Reads replies of a family on a screen of 1920 x 1080, the pointer at 7, 9."""

from model.families.known import family
from model.server.asking import Reply
from tests.unit.model.families.conversations import aiming_of


def read(name, text, **more):
    """Return the step that a reply of a family is."""
    one = family(name)
    reply = text if isinstance(text, Reply) else Reply(text)
    return one.contract.read(reply, aiming_of(one, **more))


def action(name, text, **more):
    """Return its action."""
    return read(name, text, **more).action
