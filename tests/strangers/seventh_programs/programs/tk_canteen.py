"""The week of a school canteen, and its orders (Tk)."""

import sys
import tkinter as tk
from tkinter import messagebox, ttk

from keep import keep

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
DISHES = ("Lentil soup", "Fish pie", "Vegetable curry", "Baked potatoes", "Macaroni cheese")
ORDERS = [
    ("Greens & Sons", "Carrots", "12 kg", "Tue"),
    ("Greens & Sons", "Leeks", "6 kg", "Tue"),
    ("Harbour Fish", "Haddock", "9 kg", "Thu"),
    ("Mill Bakery", "Rolls", "140", "daily"),
    ("Dale Dairy", "Yoghurt", "80 pots", "Mon"),
]


class Menu:
    def __init__(self, root):
        root.title("Canteen - Menu of week 49")
        root.geometry("760x520")
        self.root = root
        self.rules = self.saved = 0
        frame = ttk.Frame(root, padding=14)
        frame.pack(fill="both", expand=True)
        ttk.Label(frame, text="Day").grid(row=0, column=0, sticky="w")
        ttk.Label(frame, text="Main dish").grid(row=0, column=1, sticky="w")
        ttk.Label(frame, text="Portions").grid(row=0, column=2, sticky="w")
        ttk.Label(frame, text="Meat free").grid(row=0, column=3, sticky="w")
        self.dish, self.portions, self.green = {}, {}, {}
        for row, (day, dish) in enumerate(zip(DAYS, DISHES, strict=False), 1):
            ttk.Label(frame, text=day).grid(row=row, column=0, sticky="w", padx=(0, 16), pady=4)
            self.dish[day] = tk.StringVar(value=dish)
            values = (*DISHES, "Chicken stew", "Leek quiche")
            ttk.Combobox(frame, textvariable=self.dish[day], values=values, width=28).grid(
                row=row, column=1
            )
            self.portions[day] = tk.StringVar(value="120")
            ttk.Spinbox(
                frame, textvariable=self.portions[day], from_=0, to=400, increment=5, width=7
            ).grid(row=row, column=2, padx=12)
            self.green[day] = tk.BooleanVar(value=row in (1, 3))
            ttk.Checkbutton(frame, variable=self.green[day]).grid(row=row, column=3)
        ttk.Label(frame, text="Dessert on Friday").grid(
            row=7, column=0, columnspan=2, sticky="w", pady=(16, 0)
        )
        self.dessert = tk.StringVar(value="Fruit")
        line = ttk.Frame(frame)
        line.grid(row=8, column=0, columnspan=4, sticky="w")
        for text in ("Fruit", "Rice pudding", "Ice cream", "None"):
            ttk.Radiobutton(line, text=text, value=text, variable=self.dessert).pack(
                side="left", padx=(0, 14)
            )
        ttk.Label(frame, text="Spiciness of the curry").grid(
            row=9, column=0, sticky="w", pady=(16, 0)
        )
        self.spice = tk.DoubleVar(value=2)
        tk.Scale(frame, variable=self.spice, from_=0, to=10, orient="horizontal", length=260).grid(
            row=9, column=1, sticky="w", pady=(10, 0)
        )
        ttk.Label(frame, text="Line at the bottom").grid(row=10, column=0, sticky="w", pady=(14, 0))
        self.footer = tk.StringVar(value="Subject to change")
        ttk.Entry(frame, textvariable=self.footer, width=46).grid(
            row=10, column=1, columnspan=3, sticky="w", pady=(14, 0)
        )
        line = ttk.Frame(frame)
        line.grid(row=11, column=0, columnspan=4, sticky="w", pady=20)
        ttk.Button(line, text="Save week", command=self.save).pack(side="left")
        ttk.Button(line, text="Kitchen rules...", command=self.show_rules).pack(side="left", padx=8)
        self.says = ttk.Label(line)
        self.says.pack(side="left")

    def save(self):
        self.saved += 1
        self.says["text"] = "Week 49 is saved."

    def show_rules(self):
        self.rules += 1
        messagebox.showinfo("Kitchen rules", "Hair net on, rings off.", parent=self.root)

    def state(self):
        return {
            **{"dish " + d: v.get() for d, v in self.dish.items()},
            **{"portions " + d: v.get() for d, v in self.portions.items()},
            **{"meat free " + d: v.get() for d, v in self.green.items()},
            "dessert": self.dessert.get(),
            "spice": self.spice.get(),
            "footer": self.footer.get(),
            "saved": self.saved,
            "rules": self.rules,
        }


class Orders:
    def __init__(self, root):
        root.title("Canteen - Standing orders")
        root.geometry("820x520")
        self.noted = {}
        self.tabs = ttk.Notebook(root)
        self.tabs.pack(fill="both", expand=True, padx=8, pady=8)
        page = ttk.Frame(self.tabs, padding=8)
        self.tabs.add(page, text="Orders")
        names = ("Supplier", "Goods", "Amount", "Day")
        self.table = ttk.Treeview(page, columns=names, show="headings", height=9)
        for name in names:
            self.table.heading(name, text=name, command=lambda n=name: self.order(n))
            self.table.column(name, width=150)
        self.sorted = ""
        for row in ORDERS:
            self.table.insert("", "end", values=row)
        self.table.pack(fill="both", expand=True)
        self.table.bind("<Button-3>", self.popup)
        line = ttk.Frame(page)
        line.pack(fill="x", pady=8)
        self.paused = []
        ttk.Button(line, text="Pause", command=lambda: self.mark("paused")).pack(side="left")
        ttk.Button(line, text="Resume", command=lambda: self.mark("running")).pack(
            side="left", padx=6
        )
        self.hint = ttk.Label(line, text="Select a line first")
        self.hint.pack(side="left", padx=8)
        page = ttk.Frame(self.tabs, padding=12)
        self.tabs.add(page, text="Delivery")
        self.where = tk.StringVar(value="Back door")
        for text in ("Back door", "Front office", "Cold store"):
            ttk.Radiobutton(page, text=text, value=text, variable=self.where).pack(
                anchor="w", pady=2
            )
        self.ring = tk.BooleanVar()
        ttk.Checkbutton(page, text="Driver rings the bell", variable=self.ring).pack(
            anchor="w", pady=8
        )
        line = ttk.Frame(page)
        line.pack(anchor="w")
        ttk.Label(line, text="Not before").pack(side="left")
        self.hour = tk.StringVar(value="06")
        self.minute = tk.StringVar(value="30")
        hours = [f"{n:02}" for n in range(24)]
        ttk.Combobox(line, textvariable=self.hour, values=hours, width=4, state="readonly").pack(
            side="left", padx=4
        )
        ttk.Label(line, text=":").pack(side="left")
        minutes = ["00", "15", "30", "45"]
        ttk.Combobox(
            line, textvariable=self.minute, values=minutes, width=4, state="readonly"
        ).pack(side="left", padx=4)
        page = ttk.Frame(self.tabs, padding=12)
        self.tabs.add(page, text="Message to drivers")
        self.text = tk.Text(page, height=8, font=("DejaVu Sans", 11))
        self.text.insert("1.0", "Please wear gloves.\nCrates go back empty.\nMind the step.")
        self.text.pack(fill="both", expand=True)

    def order(self, name):
        self.sorted = name
        rows = sorted(self.table.get_children(), key=lambda i: self.table.set(i, name))
        for at, item in enumerate(rows):
            self.table.move(item, "", at)

    def mark(self, how):
        for item in self.table.selection():
            self.noted[self.table.set(item, "Goods")] = how
            self.hint["text"] = f"{self.table.set(item, 'Goods')}: {how}"

    def popup(self, event):
        item = self.table.identify_row(event.y)
        if not item:
            return
        self.table.selection_set(item)
        goods = self.table.set(item, "Goods")
        menu = tk.Menu(self.table, tearoff=0)
        days = tk.Menu(menu, tearoff=0)
        for day in ("Mon", "Tue", "Wed", "Thu", "Fri"):
            days.add_command(label=day, command=lambda d=day: self.table.set(item, "Day", d))
        menu.add_cascade(label="Deliver on", menu=days)
        menu.add_command(
            label="Double the amount", command=lambda: self.noted.__setitem__(goods, "doubled")
        )
        menu.add_command(
            label="Skip next week", command=lambda: self.noted.__setitem__(goods, "skipped")
        )
        menu.tk_popup(event.x_root, event.y_root)
        self.menu = menu

    def state(self):
        rows = [self.table.item(i)["values"] for i in self.table.get_children()]
        return {
            "tab": self.tabs.tab(self.tabs.select(), "text"),
            **{f"day {row[1]}": row[3] for row in rows},
            **{f"noted {row[1]}": self.noted.get(row[1], "") for row in rows},
            "selected": [self.table.set(i, "Goods") for i in self.table.selection()],
            "sorted": self.sorted,
            "where": self.where.get(),
            "ring": self.ring.get(),
            "hour": self.hour.get(),
            "minute": self.minute.get(),
            "text": self.text.get("1.0", "end-1c"),
        }


root = tk.Tk()
window = {"menu": Menu, "orders": Orders}[sys.argv[1]](root)


def tell():
    keep(window.state())
    root.after(150, tell)


tell()
root.mainloop()
