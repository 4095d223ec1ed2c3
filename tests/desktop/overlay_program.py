"""Shows one approval over given monitors and pixel; prints where the card is, then waits.

Arguments: monitors as x,y,w,h separated by slashes, and the pixel as x,y.
"""

import sys
import threading

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.gui.overlay.confirmer import OverlayConfirmer
from app.gui.widgets.theme import Theme
from app.settings import Approval, Settings
from automation.core.actions import Aim, Click
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation
from automation.core.proposal import Proposal, Risk, RiskLevel
from automation.core.timing import StopToken


def numbers(text):
    return [int(number) for number in text.split(",")]


def main(places, pixel):
    qt = QApplication(sys.argv[:1])
    theme = Theme("light")
    theme.apply(qt)
    monitors = tuple(
        Monitor(n, Rect(*numbers(place)), 1.0) for n, place in enumerate(places.split("/"), 1)
    )
    whole = monitors[0].rect
    for monitor in monitors:
        whole = whole.union(monitor.rect)
    frame = Frame(np.zeros((whole.h, whole.w, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    seen = Observation(frame, monitors, (), ScreenPoint(0, 0))
    settings = Settings(mark="amber-kite:paper kite", approval=Approval(expiry_s=300.0))
    confirmer = OverlayConfirmer(theme, settings)
    proposal = Proposal(Click(Aim(ScreenPoint(*numbers(pixel)))))
    risk = Risk(RiskLevel.R2)
    threading.Thread(
        target=lambda: confirmer.confirm(proposal, risk, seen, StopToken()), daemon=True
    ).start()

    def look():
        session = confirmer.director.session
        if session is not None and session.card.isVisible():
            ratio = session.card.devicePixelRatioF()
            sys.stdout.write(f"ready {ratio:g}\n")
            sys.stdout.flush()
            timer.stop()

    timer = QTimer()
    timer.setInterval(20)
    timer.timeout.connect(look)
    timer.start()
    qt.exec()


main(*sys.argv[1:])
