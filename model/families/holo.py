"""The JSON contracts of H Company's models, and our own for any other: note, thought, one call of a tool.

The same profiles, tools and parser as of the model in this process (`model.prompt`); only the turns differ.
For Holo3.1 and Holo4 the maker documents the server's own tool calls beside the JSON contract: these are
used where the probe found that the server parses them (`ToolSteps`). A call that a server parsed without
being asked for it is read as well.
"""

import json
from dataclasses import dataclass, replace
from functools import cached_property

from automation.core.errors import ActionParseError
from model import strict_json
from model.families.acting import Acting
from model.families.family import Past, Situation, Step
from model.families.turn_layout import Layout, plain_result
from model.prompt.chat_layout import neutralised, restored
from model.prompt.dialogue import wrapped_result
from model.prompt.parse import Aiming, parse_step, reserialise, thought_of, to_intent
from model.prompt.profile import Profile, RunFacts
from model.prompt.tools import THOUGHT_CHARS, arguments_schema, name_of
from model.server.asking import Picture, Reply, Schema, ServerTool, ToolUse, Turn
from model.spec import CoordinateSpace


def _result(past: Past) -> str:
    return neutralised(wrapped_result(past.result, past.step.tool)) if past.result.words else ""


@dataclass(frozen=True)
class JsonSteps:
    """A contract by a profile."""

    profile: Profile
    no_thinking: str = ""
    """What the system text says to switch thinking off, for templates that obey it."""
    names_things: bool = False
    """The request lists what is on the screen by short names, and the reply may aim by them."""

    @cached_property
    def _layout(self) -> Layout:
        before, after = self.profile.wording.task
        shown = "".join(self.profile.wording.observation)
        return Layout(
            opening=f"{before}{{task}}{after}",
            is_opening_apart=True,
            shown=shown,
            shown_before=shown,
            evicted=self.profile.wording.evicted,
            result=_result,
            merges=self.profile.wording.merges_user_turns,
        )

    def turns(self, now: Situation) -> tuple[Turn, ...]:
        """Return the messages of a request."""
        facts = RunFacts(now.date, now.max_steps, now.system)
        system = self.profile.with_space(now.space).system_prompt(facts)
        return self._layout.turns(f"{system}{self.no_thinking}", now)

    def schema(self, space: CoordinateSpace) -> Schema | None:
        """Return what the reply has to hold to."""
        return self.profile.with_space(space).schema if not self.profile.before else None

    def tools(self, space: CoordinateSpace) -> tuple[ServerTool, ...]:
        """Return none: the tools stand in the schema."""
        return ()

    def read(self, reply: Reply, aiming: Aiming) -> Step:
        """Return the step that a whole reply is."""
        return self._step(reply.text.strip() or self._called(reply), aiming)

    def _step(self, text: str, aiming: Aiming) -> Step:
        contract = self.profile.with_space(aiming.space)
        found = parse_step(text, contract)
        action = to_intent(found.call, aiming)
        said = neutralised(reserialise(found, contract))
        step = Acting(aiming).step([action], said, thought=found.thought, tool=name_of(found.call))
        thing = str(getattr(found.call, "thing", ""))
        return replace(step, note=found.note or "", thing=thing)

    def _called(self, reply: Reply) -> str:
        """Return the call that a server has parsed, and the text beside it, in the words of the contract."""
        if len(reply.tool_uses) != 1:
            raise ActionParseError(f"{len(reply.tool_uses)} calls came, exactly one is expected")
        use = reply.tool_uses[0]
        try:
            arguments = strict_json.parse(use.arguments or "{}")
        except strict_json.NotStrictJson as error:
            raise ActionParseError(f"the arguments of {use.name:.60} are no JSON") from error
        if not isinstance(arguments, dict):
            raise ActionParseError(f"the arguments of {use.name:.60} are no object")
        if arguments.keys() & {"tool_name", "action"}:
            raise ActionParseError("the name of the tool stands among its arguments too")
        if self.profile.before:
            calls = [{"name": use.name, "arguments": arguments}]
            written = json.dumps(calls, ensure_ascii=False)
            return f"{self.profile.before}{written}{self.profile.after}"
        key = "action" if self.profile.envelope == "action" else "tool_name"
        call_key = "action" if self.profile.envelope == "action" else "tool_call"
        thought = reply.text.strip()[:THOUGHT_CHARS]
        call = {key: use.name, **arguments}
        step = {"note": None, "thought": thought, call_key: call}
        return json.dumps(step, ensure_ascii=False)

    def thought(self, text: str) -> str | None:
        """Return the thought of a reply that is still written."""
        return thought_of(text, self.profile)

    def ended(self, begun: str) -> str | None:
        """Return the reply that a beginning would be if its call ended here."""
        return self.profile.ended(begun)

    def locating(self, target: str, picture: Picture, space: CoordinateSpace) -> tuple[Turn, ...]:
        """Return the messages that ask where one thing is."""
        question = self.profile.with_space(space).locating_question(target)
        return (Turn("user", question, (picture,)),)


@dataclass(frozen=True)
class ToolSteps(JsonSteps):
    """The same steps by the server's own tool calls; the text beside a call is the thought.

    Source: H Company's page on the agent loop: tools in the request, results as turns of the role `tool`.
    """

    @cached_property
    def _layout(self) -> Layout:
        return replace(super()._layout, result=lambda past: plain_result(past) or "Done.")

    def turns(self, now: Situation) -> tuple[Turn, ...]:
        """Return the messages of a request."""
        facts = RunFacts(now.date, now.max_steps, now.system)
        system = self.profile.with_space(now.space).system_prompt(facts, by_tools=True)
        return self._layout.turns(system, now)

    def schema(self, space: CoordinateSpace) -> Schema | None:
        """Return None: each tool has a schema of its own."""
        return None

    def tools(self, space: CoordinateSpace) -> tuple[ServerTool, ...]:
        """Return the tools of the profile."""
        return tuple(
            ServerTool(name_of(tool), (tool.__doc__ or "").strip(), arguments_schema(tool, space))
            for tool in self.profile.tools
        )

    def read(self, reply: Reply, aiming: Aiming) -> Step:
        """Return the step that a whole reply is; the JSON contract is the model's as well."""
        if not reply.tool_uses and reply.text.lstrip().startswith("{"):
            return self._step(reply.text, aiming)
        step = self._step(self._called(reply), aiming)
        use = reply.tool_uses[0]
        called = ToolUse(use.name, neutralised(restored(use.arguments or "{}")))
        return replace(step, said=neutralised(step.thought), use=called)

    def thought(self, text: str) -> str | None:
        """Return the thought of a reply that is still written."""
        if text.lstrip().startswith("{"):
            return super().thought(text)
        return restored(text.lstrip())
