"""Checkpoints that know where everything is, and say so in one way or another."""

from collections.abc import Callable
from dataclasses import dataclass, field

from automation.core.geometry import Rect, ScreenPoint
from model.calibrate.screens import screens_for
from model.prompt.profile import profile
from model.spec import ImageSpec

MEAN, STD = (0.48, 0.46, 0.41), (0.27, 0.26, 0.28)
OFFICIAL = ImageSpec(512, 16, 2, 12, True, MEAN, STD)
TINY = ImageSpec(64, 16, 2, 12, True, MEAN, STD)
SCREENS = screens_for(OFFICIAL)
PROFILE = profile()


def in_json(x, y):
    return f'{{"x": {x}, "y": {y}}}'


def exact(plan, box):
    """Return the middle of the target."""
    return box.center


@dataclass
class Simulated:
    """Knows the screens by identity and the target by its word in the question."""

    space: str
    screens: tuple = SCREENS
    thinks: bool | None = None
    """The only mode in which it answers; None for both."""
    look: Callable = exact
    """From plan and box to the pixel that it means; may go wrong."""
    say: Callable = in_json
    asked: list = field(default_factory=list)

    def ask(self, image, question, *, thinking):
        self.asked.append((question, thinking))
        if self.thinks is not None and thinking is not self.thinks:
            return "I am sorry, I cannot tell."
        (screen,) = [screen for screen in self.screens if screen.image is image]
        (target,) = [target for target in screen.targets if target.description in question]
        return self.say(*image.plan.in_space(self.look(image.plan, target.box), self.space))


@dataclass
class Fixed(Simulated):
    """Writes pixels of a picture of its own size, whatever it is shown."""

    width: int = 1000
    height: int = 500

    def ask(self, image, question, *, thinking):
        (screen,) = [screen for screen in self.screens if screen.image is image]
        (target,) = [target for target in screen.targets if target.description in question]
        middle, source = target.box.center, image.plan.source
        return self.say(
            round(middle.x * self.width / source.w), round(middle.y * self.height / source.h)
        )


def inside(plan, x, y):
    """Return the pixel of the picture that is nearest to a point."""
    source: Rect = plan.source
    return ScreenPoint(min(max(round(x), 0), source.w - 1), min(max(round(y), 0), source.h - 1))
