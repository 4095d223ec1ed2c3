"""A session bus on which a keyring service answers: no D-Bus, and one secret that may be nowhere else."""

from dbus_fast import Message, MessageType, Variant

CANARY = b"k4narie-hunter2"
SESSION = "/session/1"


class KeyringBus:
    """A bus on which one service answers from a table; notes what it was asked."""

    def __init__(self, items=(), **answers):
        self.items = dict(items)
        self.asked = []
        self.made = {}
        self.answers = {
            "SearchItems": ("aoao", [list(self.items), []]),
            "OpenSession": ("vo", [Variant("s", ""), SESSION]),
            "GetSecret": ("(oayays)", [[SESSION, b"", CANARY, "text/plain"]]),
            "ReadAlias": ("o", ["/login"]),
            "Unlock": ("aoo", [[], "/"]),
            "CreateItem": ("oo", ["/fresh", "/"]),
            "Delete": ("o", ["/"]),
            "GetConnectionUnixProcessID": ("u", [0]),
            **answers,
        }

    async def connect(self):
        """Be connected."""
        return self

    def disconnect(self):
        """Nothing to give back."""

    async def call(self, message):
        self.asked.append((message.member, message.path))
        if message.member == "CreateItem":
            self.made = message.body[0]["org.freedesktop.Secret.Item.Attributes"].value
        if message.member == "Get":
            return reply("v", [self.items.get(message.path, Variant("a{ss}", {}))])
        answer = self.answers[message.member]
        if isinstance(answer, str):
            return Message(
                message_type=MessageType.ERROR, error_name=answer, reply_serial=1, serial=1,
                signature="s", body=[CANARY.decode()],
            )  # fmt: skip
        return reply(*answer)


def reply(signature, body):
    """Return what a service answers."""
    kind = MessageType.METHOD_RETURN
    return Message(message_type=kind, reply_serial=1, serial=1, signature=signature, body=body)


def item(name, programs=""):
    """Return the attributes of one of our items."""
    attributes = {"application": "deskhand", "name": name}
    if programs is not None:
        attributes["programs"] = programs
    return Variant("a{ss}", attributes)
