"""`deskhand look`: tells what a window has by short names, which `deskhand do 'click e14'` may say then."""

import argparse
from pathlib import Path

from app.cli.output import Ending, Speaker
from app.look import Look, NoLook, drawn
from app.look import look as take_look
from app.run_lines import Line, complain, rect_px
from app.run_start import not_begun, settings_in, stoppable
from app.settings import user_folders
from automation.agent.loop import SLEEP_WORDS
from automation.core.errors import AssistantError, Stopped
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.screen.refs import MOST_LINES, Listed, text_of


def look(arguments: argparse.Namespace) -> int:
    """Look, tell and draw; return the exit status."""
    speaker = Speaker(is_json=arguments.json)
    stop = StopToken()
    try:
        folders = user_folders()
        folders.create()
        with stoppable(stop):
            seen = take_look(folders, settings_in(folders), stop, window=arguments.window)
    except NoLook as error:
        return speaker.end(Ending(str(error), error.outcome))
    except AssistantError as error:
        finish = not_begun(error)
        return speaker.end(Ending(finish.message, finish.outcome))
    except Stopped:
        return speaker.end(Ending("stopped", Outcome.STOPPED))
    text = seen.changes.text(MOST_LINES) if arguments.changes else text_of(seen.listing)
    speaker.tell("look", fields_of(seen), text)
    if seen.asleep is not None:
        complain(SLEEP_WORDS[seen.asleep])
    if arguments.picture:
        try:
            Path(arguments.picture).write_bytes(drawn(seen))
        except OSError as error:
            reason = error.strerror or error
            text = f"the picture {arguments.picture} cannot be written: {reason}"
            return speaker.end(Ending(text, Outcome.FAILED))
    return 0


def fields_of(seen: Look) -> Line:
    """Return the fields of a `look` line."""
    listing = seen.listing
    return {
        "window": {
            "title": listing.title,
            "app": listing.app,
            "box_px": rect_px(seen.window.rect),
        },
        "items": [_item(one) for one in listing],
        "omitted": listing.omitted,
        "changes": {
            "appeared": [one.ref for one in seen.changes.appeared],
            "went": [_gone(one) for one in seen.changes.went],
            "changed": [change.after.ref for change in seen.changes.changed],
        },
    }


def _gone(one: Listed) -> Line:
    return {"ref": one.ref, "role": one.element.role, "name": one.name}


def _item(one: Listed) -> Line:
    return {
        "ref": one.ref,
        "role": one.element.role,
        "name": one.name,
        "value": one.value,
        "states": list(one.states),
        "operations": list(one.operations),
        "group": one.group,
        **({"choices": list(one.choices)} if one.choices else {}),
        "box_px": rect_px(one.element.box),
        "source": one.element.source,
    }
