"""A window by Tk with a tree and a slider that shows its number; prints what they are after each change."""

import json
import sys
import tkinter
from tkinter import ttk


def main():
    root = tkinter.Tk()
    root.title("Tours")
    root.geometry("420x300+200+200")
    tree = ttk.Treeview(root, show="tree", height=6)
    tree.pack(side="top", fill="x")
    for name, towns in (("North tour", ("Aarhus", "Bergen")), ("West tour", ("Cork", "Exeter"))):
        entry = tree.insert("", "end", text=name)
        for town in towns:
            tree.insert(entry, "end", text=town)
    row = tkinter.Frame(root)
    row.pack(side="top", anchor="w", pady=20)
    tkinter.Label(row, text="Priority").pack(side="left", anchor="s", padx=12)
    scale = tkinter.Scale(row, from_=1, to=5, orient="horizontal", length=180)
    scale.pack(side="left")
    last = [None]

    def tell():
        now = {
            "open": [tree.item(i, "text") for i in tree.get_children() if tree.item(i, "open")],
            "priority": scale.get(),
        }
        if now != last[0]:
            last[0] = now
            sys.stdout.write(json.dumps(now) + "\n")
            sys.stdout.flush()
        root.after(50, tell)

    root.after(300, tell)
    root.mainloop()


if __name__ == "__main__":
    main()
