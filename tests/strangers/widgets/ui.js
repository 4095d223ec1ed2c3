/* Widgets of the pages, as the usual libraries make them. */
const $ = (q, r = document) => r.querySelector(q);
const $$ = (q, r = document) => [...r.querySelectorAll(q)];
let serial = 0;
function el(tag, attrs = {}, ...kids) {
  const node = document.createElement(tag);
  for (const name in attrs) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), attrs[name]);
    else if (attrs[name] !== false && attrs[name] != null) node.setAttribute(name, attrs[name] === true ? "" : attrs[name]);
  }
  node.append(...kids.filter((kid) => kid != null));
  return node;
}
const ICONS = {
  trash: "M5 7h14M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3",
  pencil: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  close: "M6 6l12 12M18 6L6 18",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  left: "M15 6l-6 6 6 6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  cal: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  swap: "M7 4v16M3 8l4-4 4 4M17 20V4M13 16l4 4 4-4",
  bell: "M6 17V11a6 6 0 0112 0v6l2 1H4zM10 21h4",
  rleft: "M4 4v6h6M5 10a8 8 0 111 6",
  rright: "M20 4v6h-6M19 10a8 8 0 10-1 6",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  rows: "M4 6h16M4 12h16M4 18h16",
  check: "M5 12l5 5L20 7",
};
function icon(name, size = 18) {
  const span = document.createElement("span");
  span.className = "ic";
  span.innerHTML = `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="${name === "dots" || name === "grip" ? 3.5 : 2}" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
  return span;
}
function iconButton(name, label, run, more = {}) {
  return el("button", { type: "button", class: "icon", "aria-label": label, title: more.tip || label, onclick: run, ...more.attrs }, icon(name));
}
for (const spot of $$("[data-icon]")) spot.prepend(icon(spot.dataset.icon));

function toast(text) {
  let tray = $("#tray");
  if (!tray) document.body.append((tray = el("div", { id: "tray", role: "status", "aria-live": "polite" })));
  const box = el("div", { class: "toast" }, text);
  tray.append(box);
  setTimeout(() => box.remove(), 5000);
}
function place(pop, anchor, wide = true) {
  document.body.append(pop);
  const at = anchor.getBoundingClientRect();
  pop.style.position = "fixed";
  if (wide) pop.style.minWidth = at.width + "px";
  const high = pop.offsetHeight, broad = pop.offsetWidth;
  const below = at.bottom + 4 + high <= innerHeight;
  pop.style.top = (below ? at.bottom + 4 : Math.max(4, at.top - 4 - high)) + "px";
  pop.style.left = Math.max(4, Math.min(at.left, innerWidth - broad - 8)) + "px";
}
function outside(pop, anchor, close) {
  const look = (event) => {
    if (!pop.isConnected) return document.removeEventListener("pointerdown", look, true);
    if (!pop.contains(event.target) && !anchor.contains(event.target)) close();
  };
  document.addEventListener("pointerdown", look, true);
}
/* A drop-down without a field: a box or a button that opens a listbox. */
function select(host, options, value, change = () => {}) {
  let list = null, at = -1;
  const text = el("span", { class: "val" });
  host.append(text, icon("down", 16));
  if (host.tagName !== "BUTTON") host.tabIndex = 0, host.setAttribute("role", "combobox");
  host.setAttribute("aria-haspopup", "listbox");
  host.setAttribute("aria-expanded", "false");
  const show = () => {
    text.textContent = value || host.dataset.placeholder || "";
    text.classList.toggle("faint", !value);
    host.dataset.value = value;
  };
  const close = () => {
    if (list) list.remove();
    list = null;
    host.setAttribute("aria-expanded", "false");
    host.removeAttribute("aria-activedescendant");
  };
  const pick = (name) => { value = name; show(); close(); host.focus(); change(name); };
  const mark = (n) => {
    at = (n + options.length) % options.length;
    [...list.children].forEach((o, i) => o.classList.toggle("on", i === at));
    host.setAttribute("aria-activedescendant", list.children[at].id);
    list.children[at].scrollIntoView({ block: "nearest" });
  };
  const open = () => {
    list = el("ul", { role: "listbox", class: "pop", id: "lb" + ++serial, "aria-label": host.dataset.label || "" });
    host.setAttribute("aria-controls", list.id);
    options.forEach((name) => list.append(el("li", {
      role: "option", id: "opt" + ++serial, "aria-selected": String(name === value), onclick: () => pick(name) }, name)));
    host.setAttribute("aria-expanded", "true");
    place(list, host);
    mark(Math.max(0, options.indexOf(value)));
    outside(list, host, close);
  };
  host.addEventListener("click", () => (list ? close() : open()));
  host.addEventListener("keydown", (event) => {
    const k = event.key;
    if (!list) {
      if (["ArrowDown", "ArrowUp", "Enter", " "].includes(k)) { event.preventDefault(); open(); }
      return;
    }
    if (k === "ArrowDown") mark(at + 1);
    else if (k === "ArrowUp") mark(at - 1);
    else if (k === "Home") mark(0);
    else if (k === "End") mark(options.length - 1);
    else if (k === "Enter" || k === " ") pick(options[at]);
    else if (k === "Escape" || k === "Tab") { close(); if (k === "Tab") return; }
    else if (k.length === 1) {
      const n = options.findIndex((o) => o.toLowerCase().startsWith(k.toLowerCase()));
      if (n >= 0) mark(n);
    } else return;
    event.preventDefault();
  });
  show();
  return { set: (name) => { value = name; show(); } };
}
/* A field that offers what begins with or holds what is typed; only one of the options stays in it. */
function combo(input, options, change = () => {}) {
  let list = null, at = -1, kept = input.value;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.autocomplete = "off";
  const close = () => {
    if (list) list.remove();
    list = null;
    input.setAttribute("aria-expanded", "false");
  };
  const pick = (name) => { kept = input.value = name; close(); change(name); };
  const mark = (n) => {
    const all = [...list.querySelectorAll("[role=option]")];
    if (!all.length) return;
    at = (n + all.length) % all.length;
    all.forEach((o, i) => o.classList.toggle("on", i === at));
    input.setAttribute("aria-activedescendant", all[at].id);
    all[at].scrollIntoView({ block: "nearest" });
  };
  const open = (all) => {
    close();
    const typed = all ? "" : input.value.trim().toLowerCase();
    const fit = options.filter((o) => o.toLowerCase().includes(typed));
    list = el("ul", { role: "listbox", class: "pop", id: "lb" + ++serial });
    input.setAttribute("aria-controls", list.id);
    fit.forEach((name) => list.append(el("li", {
      role: "option", id: "opt" + ++serial, "aria-selected": String(name === kept),
      onmousedown: (e) => e.preventDefault(), onclick: () => pick(name) }, name)));
    if (!fit.length) list.append(el("li", { class: "none" }, "Nothing found"));
    input.setAttribute("aria-expanded", "true");
    place(list, input);
    at = -1;
    if (typed) mark(0);
    outside(list, input, close);
  };
  input.addEventListener("input", () => open(false));
  input.addEventListener("click", () => { if (!list) { input.select(); open(true); } });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!list) open(true);
      mark(at + (event.key === "ArrowDown" ? 1 : at < 0 ? 0 : -1));
      event.preventDefault();
    } else if (event.key === "Enter" && list) {
      const all = [...list.querySelectorAll("[role=option]")];
      if (all[at]) pick(all[at].textContent);
      event.preventDefault();
    } else if (event.key === "Escape") close();
  });
  input.addEventListener("blur", () => {
    const same = options.find((o) => o.toLowerCase() === input.value.trim().toLowerCase());
    if (same && same !== kept) pick(same);
    else input.value = kept;
    close();
  });
  return { set: (name) => { kept = input.value = name; } };
}
function slider(host, { min = 0, max = 100, step = 1, value = 0, say = String, change = () => {} }) {
  const fill = el("span", { class: "fill" }), thumb = el("span", {
    class: "thumb", role: "slider", tabindex: "0", id: host.dataset.id, "data-s": "aria-valuenow",
    "aria-valuemin": min, "aria-valuemax": max, "aria-labelledby": host.dataset.by, "aria-orientation": "horizontal" });
  const track = el("span", { class: "track" }, fill, thumb);
  const out = host.dataset.out ? $("#" + host.dataset.out) : null;
  host.append(track);
  const set = (n) => {
    value = Math.min(max, Math.max(min, Math.round((n - min) / step) * step + min));
    const part = (100 * (value - min)) / (max - min) + "%";
    fill.style.width = thumb.style.left = part;
    thumb.setAttribute("aria-valuenow", value);
    thumb.setAttribute("aria-valuetext", say(value));
    if (out) out.textContent = say(value);
    change(value);
  };
  const to = (event) => {
    const at = track.getBoundingClientRect();
    set(min + ((event.clientX - at.left) / at.width) * (max - min));
  };
  host.addEventListener("pointerdown", (event) => {
    host.setPointerCapture(event.pointerId);
    thumb.focus();
    to(event);
    event.preventDefault();
  });
  host.addEventListener("pointermove", (event) => host.hasPointerCapture(event.pointerId) && to(event));
  thumb.addEventListener("keydown", (event) => {
    const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step, PageUp: step * 10, PageDown: -step * 10 }[event.key];
    if (by) set(value + by);
    else if (event.key === "Home") set(min);
    else if (event.key === "End") set(max);
    else return;
    event.preventDefault();
  });
  set(value);
  return { set };
}
/* [-] field [+] */
function stepper(host, { id, label, value = 0, min = 0, max = 99, change = () => {} }) {
  const input = el("input", { id, type: "text", inputmode: "numeric", role: "spinbutton", "aria-label": label,
    "aria-valuemin": min, "aria-valuemax": max, "aria-valuenow": value, autocomplete: "off" });
  const set = (n) => {
    value = Number.isFinite(n) ? Math.min(max, Math.max(min, n)) : value;
    input.value = value;
    input.setAttribute("aria-valuenow", value);
    change(value);
  };
  input.value = value;
  input.addEventListener("change", () => set(parseInt(input.value, 10)));
  input.addEventListener("focus", () => setTimeout(() => input.select()));
  input.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) { event.preventDefault(); set(value + by); }
    if (event.key === "Enter") set(parseInt(input.value, 10));
  });
  host.classList.add("stepper");
  host.append(
    iconButton("minus", "Decrease " + label, () => set(value - 1), { tip: "Less" }), input,
    iconButton("plus", "Increase " + label, () => set(value + 1), { tip: "More" }));
}
function menu(button, items) {
  let box = null;
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  const close = () => { if (box) box.remove(); box = null; button.setAttribute("aria-expanded", "false"); };
  button.addEventListener("click", () => {
    if (box) return close();
    box = el("div", { role: "menu", class: "pop menu", "aria-label": button.getAttribute("aria-label") || button.textContent.trim() });
    for (const [label, run, off] of items())
      box.append(label === "-" ? el("hr") : el("div", {
        role: "menuitem", tabindex: "-1", "aria-disabled": off ? "true" : null,
        onclick: () => { if (!off) { close(); button.focus(); run(); } } }, label));
    button.setAttribute("aria-expanded", "true");
    place(box, button, false);
    outside(box, button, close);
    box.firstChild.focus();
    box.addEventListener("keydown", (event) => {
      const all = $$("[role=menuitem]", box), n = all.indexOf(document.activeElement);
      if (event.key === "ArrowDown") all[(n + 1) % all.length].focus();
      else if (event.key === "ArrowUp") all[(n - 1 + all.length) % all.length].focus();
      else if (event.key === "Enter" || event.key === " ") document.activeElement.click();
      else if (event.key === "Escape") { close(); button.focus(); }
      else return;
      event.preventDefault();
    });
  });
}
function tabs(list, change = () => {}) {
  const all = $$("[role=tab]", list);
  const go = (tab) => {
    for (const one of all) {
      const on = one === tab;
      one.setAttribute("aria-selected", String(on));
      one.tabIndex = on ? 0 : -1;
      $("#" + one.getAttribute("aria-controls")).hidden = !on;
    }
    list.dataset.now = tab.textContent.trim();
    change(list.dataset.now);
  };
  all.forEach((tab, n) => {
    tab.addEventListener("click", () => go(tab));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) { const next = all[(n + by + all.length) % all.length]; next.focus(); go(next); }
    });
  });
  go(all.find((tab) => tab.getAttribute("aria-selected") === "true") || all[0]);
  return { go: (name) => go(all.find((tab) => tab.textContent.trim() === name)) };
}
/* Radio groups of divs or buttons: one is checked, the arrows move. */
function radios(group, change = () => {}) {
  const all = $$("[role=radio]", group);
  const go = (one) => {
    all.forEach((o) => { o.setAttribute("aria-checked", String(o === one)); o.tabIndex = o === one ? 0 : -1; });
    group.dataset.now = one.dataset.value || one.getAttribute("aria-label") || one.textContent.trim();
    change(group.dataset.now);
  };
  all.forEach((one, n) => {
    one.addEventListener("click", () => go(one));
    one.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (by) { const next = all[(n + by + all.length) % all.length]; next.focus(); go(next); event.preventDefault(); }
      if (event.key === " ") { go(one); event.preventDefault(); }
    });
  });
  const first = all.find((o) => o.getAttribute("aria-checked") === "true");
  if (first) go(first);
  else { group.dataset.now = ""; all[0].tabIndex = 0; }
}
function dialog(id) {
  const box = $("#" + id);
  const close = () => { box.hidden = true; };
  box.addEventListener("keydown", (event) => event.key === "Escape" && close());
  $$("[data-close]", box).forEach((b) => b.addEventListener("click", close));
  return { open() { box.hidden = false; const f = $("input, select, button", box); if (f) f.focus(); }, close };
}
document.addEventListener("click", (event) => {
  const flip = event.target.closest("[role=switch], [data-flip]");
  if (flip && !flip.disabled) {
    const name = flip.hasAttribute("aria-pressed") ? "aria-pressed" : "aria-checked";
    flip.setAttribute(name, String(flip.getAttribute(name) !== "true"));
    flip.dispatchEvent(new CustomEvent("flip", { bubbles: true, detail: flip.getAttribute(name) === "true" }));
  }
  const fold = event.target.closest("[data-fold]");
  if (fold) {
    const on = fold.getAttribute("aria-expanded") !== "true";
    fold.setAttribute("aria-expanded", String(on));
    $("#" + fold.getAttribute("aria-controls")).hidden = !on;
  }
});
document.addEventListener("keydown", (event) => {
  const flip = event.target.closest && event.target.closest("div[role=switch], span[role=checkbox], div[role=checkbox]");
  if (flip && event.key === " ") { event.preventDefault(); flip.click(); }
});
/* Chips with a cross, and a field that adds one more. */
function chips(host, { id, label, start, change = () => {} }) {
  let tags = [...start];
  const row = el("span", { class: "chiprow", role: "list" });
  const input = el("input", { type: "text", placeholder: "Add " + label, "aria-label": "Add " + label, "data-nolog": true, id: id + "new" });
  const draw = () => {
    row.replaceChildren(...tags.map((tag) => el("span", { class: "chip", role: "listitem" }, tag,
      iconButton("close", "Remove " + tag, () => { tags = tags.filter((t) => t !== tag); draw(); change(tags); }))));
  };
  const add = () => {
    const tag = input.value.trim().replace(/,$/, "");
    if (tag && !tags.includes(tag)) { tags.push(tag); draw(); change(tags); }
    input.value = "";
  };
  input.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === ",") { event.preventDefault(); add(); } });
  host.classList.add("chips");
  host.append(row, input);
  draw();
  return { set: (all) => { tags = [...all]; draw(); } };
}
/* A list that is put in order by dragging a row (pointer), or its grip with the keyboard. */
function sortable(list, change) {
  let held = null, from = 0, moved = false;
  const rows = () => [...list.children];
  list.addEventListener("pointerdown", (event) => {
    const row = event.target.closest("li");
    if (!row || event.button || event.target.closest("input, select, button:not(.grip)")) return;
    held = row; from = event.clientY; moved = false;
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || (!moved && Math.abs(event.clientY - from) < 6)) return;
    moved = true;
    held.classList.add("lifted");
    for (const row of rows()) {
      if (row === held) continue;
      const at = row.getBoundingClientRect();
      const before = rows().indexOf(held) > rows().indexOf(row);
      if (before && event.clientY < at.bottom - at.height / 4) { list.insertBefore(held, row); break; }
      if (!before && event.clientY > at.top + at.height / 4) list.insertBefore(held, row.nextSibling);
    }
  });
  document.addEventListener("pointerup", () => {
    if (!held) return;
    held.classList.remove("lifted");
    if (moved) { change(rows()); const stop = (e) => e.stopPropagation(); addEventListener("click", stop, true); setTimeout(() => removeEventListener("click", stop, true), 30); }
    held = null;
  });
  list.addEventListener("keydown", (event) => {
    const grip = event.target.closest(".grip");
    if (!grip) return;
    const row = grip.closest("li");
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      const on = grip.getAttribute("aria-pressed") !== "true";
      grip.setAttribute("aria-pressed", String(on));
      if (!on) change(rows());
    } else if (grip.getAttribute("aria-pressed") === "true" && /Arrow(Up|Down)/.test(event.key)) {
      event.preventDefault();
      if (event.key === "ArrowUp" && row.previousElementSibling) list.insertBefore(row, row.previousElementSibling);
      if (event.key === "ArrowDown" && row.nextElementSibling) list.insertBefore(row.nextElementSibling, row);
      grip.focus();
    }
  });
}
/* The same with the browser's own drag and drop. */
function droppable(list, change) {
  let held = null;
  list.addEventListener("dragstart", (event) => {
    held = event.target.closest("li");
    event.dataTransfer.setData("text/plain", "");
    event.dataTransfer.effectAllowed = "move";
    setTimeout(() => held && held.classList.add("lifted"));
  });
  list.addEventListener("dragover", (event) => {
    if (!held) return;
    event.preventDefault();
    const row = event.target.closest("li");
    if (!row || row === held) return;
    const rows = [...list.children];
    list.insertBefore(held, rows.indexOf(held) > rows.indexOf(row) ? row : row.nextSibling);
  });
  list.addEventListener("drop", (event) => event.preventDefault());
  list.addEventListener("dragend", () => {
    held.classList.remove("lifted");
    held = null;
    change([...list.children]);
  });
}
/* A date field with a month that folds out; dd/mm/yyyy. */
function dates(input, button, today) {
  let box = null, month = new Date(today);
  const pad = (n) => String(n).padStart(2, "0");
  const text = (d) => `${pad(d.getDate())}/${pad(d.getMonth() + 1)}/${d.getFullYear()}`;
  const read = (t) => {
    const m = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(t.trim());
    return m && m[2] >= 1 && m[2] <= 12 && m[1] >= 1 && m[1] <= 31 ? new Date(+m[3], m[2] - 1, +m[1]) : null;
  };
  let kept = input.value;
  input.addEventListener("change", () => {
    const d = read(input.value);
    kept = input.value = d ? text(d) : input.value.trim() ? kept : "";
  });
  const close = () => { if (box) box.remove(); box = null; button.setAttribute("aria-expanded", "false"); };
  const draw = () => {
    const first = new Date(month.getFullYear(), month.getMonth(), 1);
    const days = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    const title = first.toLocaleDateString("en-GB", { month: "long", year: "numeric" });
    const grid = el("table", { role: "grid", "aria-label": title });
    grid.append(el("tr", {}, ...["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((d) => el("th", { scope: "col" }, d))));
    let row = el("tr"), lead = (first.getDay() + 6) % 7;
    for (let i = 0; i < lead; i++) row.append(el("td"));
    for (let d = 1; d <= days; d++) {
      const day = new Date(first.getFullYear(), first.getMonth(), d);
      row.append(el("td", { role: "gridcell" }, el("button", { type: "button", class: "day" + (text(day) === input.value ? " on" : ""),
        "aria-label": day.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" }),
        onclick: () => { kept = input.value = text(day); close(); input.focus(); } }, String(d))));
      if ((lead + d) % 7 === 0) { grid.append(row); row = el("tr"); }
    }
    grid.append(row);
    const go = (by) => () => { month = new Date(month.getFullYear(), month.getMonth() + by, 1); draw(); };
    box.replaceChildren(el("div", { class: "calhead" }, iconButton("left", "Previous month", go(-1)),
      el("strong", { "aria-live": "polite" }, title), iconButton("right", "Next month", go(1))), grid);
  };
  button.addEventListener("click", () => {
    if (box) return close();
    month = read(input.value) || new Date(today);
    box = el("div", { role: "dialog", "aria-label": "Choose date", class: "pop cal" });
    draw();
    place(box, input, false);
    button.setAttribute("aria-expanded", "true");
    outside(box, button, close);
  });
}
/* A tree; nodes are [name, [children]] or a name. */
function tree(host, data, opened, chosen, change) {
  host.setAttribute("role", "tree");
  const row = (node, path, level) => {
    const [name, kids] = Array.isArray(node) ? node : [node, null];
    const full = [...path, name].join(" / "), open = opened.has(full);
    const item = el("li", { role: "treeitem", "aria-level": level, "aria-selected": String(full === chosen), "aria-expanded": kids ? String(open) : null,
      tabindex: full === chosen ? "0" : "-1", "data-path": full });
    const twist = el("span", { class: "twist" + (open ? " turned" : "") });
    if (kids) twist.append(icon("right", 16));
    const line = el("div", { class: "line" }, twist, el("span", { class: "name" }, name));
    line.addEventListener("click", (event) => {
      if (kids && (event.target.closest(".twist") || full === chosen || !open)) opened.has(full) && event.target.closest(".twist") ? opened.delete(full) : opened.add(full);
      if (!event.target.closest(".twist") && !kids) chosen = full;
      draw(full);
    });
    item.append(line);
    if (kids && open) item.append(el("ul", { role: "group" }, ...kids.map((kid) => row(kid, [...path, name], level + 1))));
    return item;
  };
  const draw = (focus) => {
    host.replaceChildren(...data.map((node) => row(node, [], 1)));
    if (focus) { const at = $$("[role=treeitem]", host).find((i) => i.dataset.path === focus); at.tabIndex = 0; at.focus(); }
    change(chosen, [...opened].sort());
  };
  host.addEventListener("keydown", (event) => {
    const all = $$("[role=treeitem]", host), now = event.target.closest("[role=treeitem]"), n = all.indexOf(now);
    if (event.key === "ArrowDown" && all[n + 1]) all[n + 1].focus();
    else if (event.key === "ArrowUp" && n > 0) all[n - 1].focus();
    else if (event.key === "ArrowRight" && now.getAttribute("aria-expanded") === "false") { opened.add(now.dataset.path); draw(now.dataset.path); }
    else if (event.key === "ArrowLeft" && now.getAttribute("aria-expanded") === "true") { opened.delete(now.dataset.path); draw(now.dataset.path); }
    else if (event.key === "Enter" || event.key === " ") now.querySelector(".name").click();
    else return;
    event.preventDefault();
  });
  draw();
}
