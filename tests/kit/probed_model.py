"""A model for `model_server.ModelServer` that answers what the probe asks as a real one does, faults included."""

import json
from dataclasses import dataclass

from tests.kit.model_server import Asked, Said, first_of


@dataclass
class ProbedModel:
    """Thinks where it is let, holds to a schema where it is held, calls tools, and counts to its limit."""

    refuses: tuple[str, ...] = ()
    """Fields that get a 400."""
    calls_tools: bool = True
    tells_cut_off: bool = True
    tells_counts: bool = True
    points: object = None
    """A function of the request that returns where a thing is, or nothing; None points nowhere."""

    def __call__(self, asked: Asked):
        """Return the answer to one request."""
        for name in self.refuses:
            if name in asked.body:
                return lambda connection: connection.error(400, f"unknown field {name}")
        said = self._said(asked)
        if self.tells_counts:
            return said
        return lambda connection: connection.json(connection.whole(said) | {"usage": None})

    def _said(self, asked: Asked) -> Said:
        thought = "Let me see." if asked.is_thinking else ""
        tools = asked.body.get("tools")
        if asked.schema is not None:
            text = json.dumps(first_of(asked.schema))
        elif tools and self.calls_tools:
            function = tools[0]["function"]
            return Said(
                "", thought, ((function["name"], json.dumps(first_of(function["parameters"]))),)
            )
        elif tools:
            text = '<tool_call>{"name": "paint"}</tool_call>'
        elif "numbers from 1" in asked.text:
            text = " ".join(["one, two, three"] * 30)
        else:
            text = (self.points(asked) if self.points and asked.pictures else None) or "hello"
        words, most = text.split(), asked.body["max_tokens"]
        if len(words) <= most:
            return Said(text, thought, tokens=(("hello", -0.1),))
        cut = "length" if self.tells_cut_off else "stop"
        return Said(" ".join(words[:most]), thought, finish=cut)
