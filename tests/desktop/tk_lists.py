"""A window by Tk with a drop-down and a list of its own making; prints what is chosen and where things are.

Tk says of the drop-down that it is a list; what a program builds itself of a bare window says nothing.
The mouse is grabbed for both.
"""

import json
import sys
import tkinter
from tkinter import ttk


def say(what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main():
    root = tkinter.Tk()
    root.title("Lists")
    root.geometry("400x300+1200+300")
    town = ttk.Combobox(root, values=("Berlin", "Paris"), state="readonly")
    town.place(x=20, y=40)
    town.bind("<<ComboboxSelected>>", lambda event: say(town.get()))
    bare = tkinter.Button(root, text="Own", command=lambda: show_bare(root, bare))
    bare.place(x=20, y=140)
    within = tkinter.Button(root, text="Grab", command=lambda: grab_within(root))
    within.place(x=200, y=140)
    go = tkinter.Button(root, text="Go", command=lambda: say("Go"))
    go.place(x=20, y=240)
    root.wait_visibility()
    root.update()
    say({"town": middle(town), "bare": middle(bare), "within": middle(within), "go": middle(go)})
    root.mainloop()


def grab_within(root):
    """Take the mouse for the whole window, as toolkits do that draw their menus within it."""
    root.grab_set_global()
    say("grabbed")


def show_bare(root, under):
    bare = tkinter.Toplevel(root)
    bare.overrideredirect(True)
    x, y = under.winfo_rootx(), under.winfo_rooty() + under.winfo_height()
    bare.geometry(f"120x40+{x}+{y}")

    def press(event):
        bare.destroy()
        if 0 <= event.x < 120 and 0 <= event.y < 40:
            say("Own item")

    bare.bind("<Button-1>", press)
    bare.wait_visibility()
    bare.grab_set_global()
    say("open")


def middle(thing):
    x, y = thing.winfo_rootx(), thing.winfo_rooty()
    return [x + thing.winfo_width() // 2, y + thing.winfo_height() // 2]


if __name__ == "__main__":
    main()
