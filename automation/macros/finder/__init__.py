"""Finding a target again: a ladder of rungs, best evidence first; sure and alone, or a reason why not."""
