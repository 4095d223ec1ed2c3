"""What a text model answers: JSON that names a thing as it stands in the prompt."""

import json


class HearingVoice:
    def __init__(self):
        self.agains = 0
        self.heard = ""

    def said(self, delta):
        self.heard += delta.text

    def again(self, why=""):
        self.agains += 1


def step(ref="none", do="press", text=None, plan=""):
    fields = {"plan": plan, "ref": ref, "do": do}
    return json.dumps(fields if text is None else {**fields, "text": text})


def using(name, do="press", text=None, plan="", role="button"):
    """Return an answer that uses the thing of a name, found in the prompt as a model does."""

    def answer(ask):
        lines = ask.turns[-1].text.splitlines()
        line = next(line for line in lines if f'{role} "{name}"' in line)
        return step(line.split()[0], do, text, plan)

    return answer


def scripted(*answers):
    left = iter(answers)

    def answer(ask):
        one = next(left)
        return one(ask) if callable(one) else one

    return answer
