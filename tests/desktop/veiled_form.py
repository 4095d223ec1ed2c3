"""A button in Tk under a frame that takes its presses: solid, or solid once a file is there. Logs presses."""

import sys
import tkinter
from functools import partial
from pathlib import Path


def main():
    veil, log = sys.argv[1], Path(sys.argv[2])
    root = tkinter.Tk()
    root.title("Veiled form")
    root.geometry("460x260+100+100")
    over = tkinter.Frame(root, background="#556", width=190, height=240)

    def told(name):
        with log.open("a") as file:
            file.write(f"{name}\n")

    for at, name in enumerate(("Sketch", "Beside")):
        font = ("DejaVu Sans", 14)
        button = tkinter.Button(root, text=name, font=font, command=partial(told, name))
        button.place(x=30 + at * 180, y=60)

    def look():
        if veil == "solid" or Path(f"{log}.veil").exists():
            over.place(x=0, y=0)
            over.lift()
        root.after(30, look)

    look()
    root.mainloop()


if __name__ == "__main__":
    sys.exit(main())
