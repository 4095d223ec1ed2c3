"""What a step is called after the user has corrected it: never what was not done."""

from automation.core.actions import Action, Write, aims_of
from automation.core.proposal import Proposal


def corrected_sentence(proposal: Proposal, action: Action) -> str:
    """Return the sentence of a proposal with the corrected text and place in it.

    Args:
        proposal: as it was before the correction.
        action: what the user made of it.
    """
    before, sentence = proposal.intent, proposal.sentence
    if isinstance(before, Write) and isinstance(action, Write) and before.text != action.text:
        old, new = f"“{before.text}”", f"“{action.text}”"
        sentence = sentence.replace(old, new, 1) if old in sentence else f"Type {new}"
    points = [aim.point for aim in aims_of(action)]
    if isinstance(before, Action) and points != [aim.point for aim in aims_of(before)]:
        places = " and ".join(f"{point.x}, {point.y}" for point in points)
        sentence = f"{sentence}, moved by you to {places}"
    return sentence
