"""The desk of a repair café: things brought in, the bench, the parts box."""

import sys
import tkinter as tk
from tkinter import messagebox, ttk

from keep import Keep

keep = Keep()
QUEUE = ["Toaster, Mrs Bloom", "Desk lamp, Karim", "Umbrella, Sofie", "Radio, Mr Lindqvist"]
PARTS = [
    ("Fuse 2 A", "12", "Drawer 1"),
    ("Plug, white", "5", "Drawer 1"),
    ("Zip 30 cm", "8", "Sewing box"),
    ("Belt for turntable", "2", "Drawer 4"),
    ("Lamp socket E14", "6", "Drawer 2"),
]


class CheckIn(ttk.Frame):
    def __init__(self, book):
        super().__init__(book, padding=14)
        form = ttk.LabelFrame(self, text="What comes in", padding=12)
        form.pack(side="left", fill="y", anchor="n")
        self.owner, self.thing = tk.StringVar(), tk.StringVar(value="Kitchen appliance")
        self.wait, self.minutes = tk.StringVar(value="waits here"), tk.StringVar(value="30")
        self.safe, self.photo = tk.BooleanVar(), tk.BooleanVar()
        ttk.Label(form, text="Owner").grid(row=0, column=0, sticky="w", pady=5)
        ttk.Entry(form, textvariable=self.owner, width=32).grid(row=0, column=1, sticky="we")
        ttk.Label(form, text="Kind of thing").grid(
            row=1, column=0, sticky="w", pady=5, padx=(0, 12)
        )
        kinds = ("Kitchen appliance", "Lamp", "Clothes", "Toy", "Furniture", "Sound and vision")
        ttk.Combobox(form, textvariable=self.thing, values=kinds, state="readonly").grid(
            row=1, column=1, sticky="we"
        )
        ttk.Label(form, text="What is wrong").grid(row=2, column=0, sticky="nw", pady=5)
        self.fault = tk.Text(form, width=34, height=5, wrap="word", font="TkDefaultFont")
        self.fault.grid(row=2, column=1, sticky="we", pady=5)
        ttk.Label(form, text="The owner").grid(row=3, column=0, sticky="w", pady=5)
        line = ttk.Frame(form)
        line.grid(row=3, column=1, sticky="w")
        for name in ("waits here", "comes back", "gives it away"):
            ttk.Radiobutton(line, text=name, value=name, variable=self.wait).pack(
                side="left", padx=4
            )
        ttk.Label(form, text="Minutes").grid(row=4, column=0, sticky="w", pady=5)
        ttk.Spinbox(form, from_=5, to=120, increment=5, textvariable=self.minutes, width=6).grid(
            row=4, column=1, sticky="w"
        )
        for at, (name, held) in enumerate(
            (("Checked for electric safety", self.safe), ("Photo taken", self.photo)), 5
        ):
            ttk.Checkbutton(form, text=name, variable=held).grid(
                row=at, column=1, sticky="w", pady=3
            )
        ttk.Button(form, text="Put in the queue", command=self.put).grid(
            row=7, column=1, sticky="w", pady=8
        )
        right = ttk.LabelFrame(self, text="Queue", padding=12)
        right.pack(side="left", fill="both", expand=True, padx=(14, 0))
        self.queue = tk.Listbox(right, exportselection=False, font="TkDefaultFont", height=14)
        self.queue.insert("end", *QUEUE)
        self.queue.pack(fill="both", expand=True)
        bar = ttk.Frame(right)
        bar.pack(fill="x", pady=(8, 0))
        for name, act in (
            ("Up", lambda: self.move(-1)),
            ("Down", lambda: self.move(1)),
            ("Take out", self.take_out),
        ):
            ttk.Button(bar, text=name, command=act).pack(side="left", padx=(0, 6))
        keep.add("owner", self.owner.get)
        keep.add("kind", self.thing.get)
        keep.add("fault", lambda: self.fault.get("1.0", "end").strip())
        keep.add("owner does", self.wait.get)
        keep.add("minutes", self.minutes.get)
        keep.add("safety", self.safe.get)
        keep.add("photo", self.photo.get)
        keep.add("queue", lambda: list(self.queue.get(0, "end")))
        keep.add("in hand", lambda: ", ".join(self.queue.get(i) for i in self.queue.curselection()))

    def put(self):
        self.queue.insert("end", f"{self.thing.get()}, {self.owner.get()}")
        self.owner.set("")
        self.fault.delete("1.0", "end")

    def move(self, step):
        for at in self.queue.curselection():
            if 0 <= at + step < self.queue.size():
                text = self.queue.get(at)
                self.queue.delete(at)
                self.queue.insert(at + step, text)
                self.queue.selection_set(at + step)

    def take_out(self):
        for at in self.queue.curselection():
            name = self.queue.get(at)
            if messagebox.askyesno("Take out", f"Take “{name}” out of the queue?"):
                self.queue.delete(at)


class Bench(ttk.Frame):
    def __init__(self, book):
        super().__init__(book, padding=14)
        self.volunteer, self.result = tk.StringVar(value="Nadia"), tk.StringVar()
        self.level, self.coffee = tk.IntVar(value=1), tk.BooleanVar()
        self.donation = tk.StringVar(value="0")
        rows = (
            ("At the bench", ttk.Label(self, text="Coffee grinder, Mr Okafor")),
            (
                "Volunteer",
                ttk.Combobox(
                    self,
                    textvariable=self.volunteer,
                    values=("Nadia", "Bert", "Lieke", "Samuel"),
                    state="readonly",
                ),
            ),
        )
        for at, (name, widget) in enumerate(rows):
            ttk.Label(self, text=name).grid(row=at, column=0, sticky="w", pady=8, padx=(0, 20))
            widget.grid(row=at, column=1, sticky="w")
        ttk.Label(self, text="Outcome").grid(row=2, column=0, sticky="nw", pady=8)
        outcome = ttk.Frame(self)
        outcome.grid(row=2, column=1, sticky="w", pady=8)
        for name in ("Repaired", "Half repaired", "Needs a part", "Beyond repair"):
            ttk.Radiobutton(outcome, text=name, value=name, variable=self.result).pack(
                anchor="w", pady=2
            )
        ttk.Label(self, text="Difficulty").grid(row=3, column=0, sticky="w", pady=8)
        tk.Scale(self, from_=1, to=10, orient="horizontal", variable=self.level, length=320).grid(
            row=3, column=1, sticky="w"
        )
        ttk.Label(self, text="Donation (€)").grid(row=4, column=0, sticky="w", pady=8)
        ttk.Entry(self, textvariable=self.donation, width=8).grid(row=4, column=1, sticky="w")
        ttk.Checkbutton(self, text="Free coffee given", variable=self.coffee).grid(
            row=5, column=1, sticky="w", pady=8
        )
        self.said = tk.StringVar(value="at the bench")
        ttk.Button(self, text="Finish the repair", command=self.finish).grid(
            row=6, column=1, sticky="w", pady=8
        )
        ttk.Label(self, textvariable=self.said).grid(row=7, column=1, sticky="w")
        keep.add("volunteer", self.volunteer.get)
        keep.add("outcome", self.result.get)
        keep.add("difficulty", self.level.get)
        keep.add("donation", self.donation.get)
        keep.add("coffee", self.coffee.get)
        keep.add("grinder", self.said.get)

    def finish(self):
        self.said.set(f"finished: {self.result.get() or 'no outcome'}")


class Parts(ttk.Frame):
    def __init__(self, book):
        super().__init__(book, padding=14)
        self.table = ttk.Treeview(self, columns=("number", "place"), selectmode="browse", height=10)
        for column, name, width in (
            ("#0", "Part", 320),
            ("number", "Left", 90),
            ("place", "Where", 200),
        ):
            self.table.heading(column, text=name)
            self.table.column(column, width=width)
        for name, number, place in PARTS:
            self.table.insert("", "end", iid=name, text=name, values=(number, place))
        self.table.grid(row=0, column=0, columnspan=5, sticky="we")
        self.used, self.place = tk.StringVar(value="1"), tk.StringVar(value="Drawer 1")
        ttk.Label(self, text="How many").grid(row=1, column=0, sticky="w", pady=14)
        ttk.Spinbox(self, from_=1, to=50, textvariable=self.used, width=6).grid(
            row=1, column=1, sticky="w"
        )
        ttk.Button(self, text="Take", command=lambda: self.change(-1)).grid(
            row=1, column=2, sticky="w"
        )
        ttk.Button(self, text="Put back", command=lambda: self.change(1)).grid(
            row=1, column=3, sticky="w"
        )
        ttk.Label(self, text="Move to").grid(row=2, column=0, sticky="w")
        places = ("Drawer 1", "Drawer 2", "Drawer 3", "Drawer 4", "Sewing box", "Cellar")
        ttk.Combobox(self, textvariable=self.place, values=places, state="readonly", width=14).grid(
            row=2, column=1, columnspan=2, sticky="w"
        )
        ttk.Button(self, text="Move it", command=self.carry).grid(row=2, column=3, sticky="w")
        keep.add("how many", self.used.get)
        keep.add("move to", self.place.get)
        keep.add("part", lambda: ", ".join(self.table.selection()))
        for name, _number, _place in PARTS:
            keep.add(
                "part " + name,
                lambda name=name: ", ".join(map(str, self.table.item(name, "values"))),
            )

    def change(self, way):
        for name in self.table.selection():
            left = int(self.table.set(name, "number")) + way * int(self.used.get())
            self.table.set(name, "number", max(left, 0))

    def carry(self):
        for name in self.table.selection():
            self.table.set(name, "place", self.place.get())


root = tk.Tk()
root.title("Repair Café Desk")
root.geometry("1020x620+90+50")
ttk.Style().theme_use("clam")
book = ttk.Notebook(root)
pages = {"check-in": CheckIn(book), "bench": Bench(book), "parts": Parts(book)}
for label, page in zip(("Check-in", "Bench", "Parts box"), pages.values(), strict=True):
    book.add(page, text=label)
book.pack(fill="both", expand=True, padx=8, pady=8)
book.select(pages[sys.argv[1]])
menu = tk.Menu(root)
desk = tk.Menu(menu, tearoff=False)
for label in ("Ring the bell", "Print queue numbers", "Close the café"):
    keep.known(label)
    desk.add_command(label=label, command=lambda label=label: keep.count(label))
menu.add_cascade(label="Desk", menu=desk)
show = tk.Menu(menu, tearoff=False)
big, names = tk.BooleanVar(), tk.BooleanVar(value=True)
show.add_checkbutton(label="Queue on the wall screen", variable=big)
show.add_checkbutton(label="Owners' names", variable=names)
menu.add_cascade(label="Show", menu=show)
root.config(menu=menu)
keep.add("page", lambda: book.tab(book.select(), "text"))
keep.add("wall screen", big.get)
keep.add("owners' names", names.get)


def again():
    keep.write()
    root.after(120, again)


again()
root.mainloop()
