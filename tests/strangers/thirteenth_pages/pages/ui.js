/* What the pages of the set share: popups, tabs, switches, sliders, trees, lists to drag, messages. */
const $ = (q, r = document) => r.querySelector(q), $$ = (q, r = document) => [...r.querySelectorAll(q)];
const changed = (el) => el.dispatchEvent(new Event("change", { bubbles: true }));
function toast(text, label, act) {
  const box = document.createElement("div");
  box.className = "toast";
  box.setAttribute("role", "status");
  box.append(text);
  if (label) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.onclick = () => { act(); box.remove(); };
    box.append(button);
  }
  document.body.append(box);
  setTimeout(() => box.remove(), 8000);
}
const popupOf = (button) => document.getElementById(button.getAttribute("aria-controls"));
function popup(button, open) {
  const box = popupOf(button);
  button.setAttribute("aria-expanded", open);
  box.hidden = !open;
  if (open && box.hasAttribute("data-portal")) {
    const at = button.getBoundingClientRect();
    box.style.left = at.left + scrollX + "px";
    box.style.top = at.bottom + scrollY + 2 + "px";
    box.style.minWidth = at.width + "px";
  }
}
const closePopups = (but) =>
  $$("[aria-haspopup][aria-expanded=true]").forEach((b) => b !== but && popup(b, false));
const itemsOf = (box) => $$("[role=option], [role^=menuitem]", box).filter((i) => !i.hidden);
function pick(option) {
  const list = option.closest("[role=listbox]");
  const button = $(`[aria-controls="${list.id}"]`);
  itemsOf(list).forEach((o) => o.setAttribute("aria-selected", o === option));
  const text = option.dataset.value || option.textContent.trim();
  if (button.tagName === "INPUT") button.value = text;
  else {
    button.dataset.value = text;
    $("span", button).textContent = text;
  }
  popup(button, false);
  button.focus();
  changed(button);
}
function turn(el) {
  if (el.getAttribute("aria-disabled") === "true" || el.disabled) return;
  el.setAttribute("aria-checked", el.getAttribute("aria-checked") !== "true");
  changed(el);
}
function choose(radio) {
  $$("[role=radio]", radio.closest("[role=radiogroup]")).forEach((r) => {
    r.setAttribute("aria-checked", r === radio);
    r.tabIndex = r === radio ? 0 : -1;
  });
  const group = radio.closest("[role=radiogroup]");
  group.dataset.value = radio.dataset.value || radio.textContent.trim();
  changed(group);
}
function showTab(tab) {
  const list = tab.closest("[role=tablist]");
  $$("[role=tab]", list).forEach((t) => {
    t.setAttribute("aria-selected", t === tab);
    t.tabIndex = t === tab ? 0 : -1;
    const panel = document.getElementById(t.getAttribute("aria-controls"));
    if (panel) panel.hidden = t !== tab;
  });
  list.dataset.value = tab.dataset.value || tab.textContent.trim();
  changed(list);
}
document.addEventListener("click", (event) => {
  const at = event.target;
  const opener = at.closest("[aria-haspopup=listbox], [aria-haspopup=menu]");
  closePopups(opener);
  const option = at.closest("[role=option]");
  if (opener && opener.tagName !== "INPUT") {
    const open = opener.getAttribute("aria-expanded") !== "true";
    popup(opener, open);
    if (open) {
      const box = popupOf(opener);
      const first = $("[aria-selected=true]", box) || itemsOf(box)[0];
      if (first) first.focus();
    }
  } else if (option && option.closest("[data-popup]")) pick(option);
  const toggle = at.closest("[role=switch]:not(input), [role=checkbox]:not(input)");
  if (toggle) turn(toggle);
  const radio = at.closest("[role=radio]:not(input)");
  if (radio) choose(radio);
  const tab = at.closest("[role=tab]");
  if (tab) showTab(tab);
  const pressed = at.closest("[aria-pressed]");
  if (pressed && !pressed.hasAttribute("data-own")) {
    pressed.setAttribute("aria-pressed", pressed.getAttribute("aria-pressed") !== "true");
    changed(pressed);
  }
  const fold = at.closest("[aria-expanded][aria-controls]:not([aria-haspopup])");
  if (fold) popup(fold, fold.getAttribute("aria-expanded") !== "true");
});
document.addEventListener("keydown", (event) => {
  const at = event.target, key = event.key;
  if (key === "Escape") {
    const open = $("[aria-haspopup][aria-expanded=true]");
    closePopups();
    if (open) { open.focus(); event.preventDefault(); }
    return;
  }
  const role = at.getAttribute && at.getAttribute("role");
  if (!role) return;
  if ((key === "Enter" || key === " ") && at.tagName !== "BUTTON" && at.tagName !== "INPUT") {
    if (/^(switch|checkbox|radio|tab|option|menuitem|combobox|button)/.test(role)) {
      event.preventDefault();
      at.click();
    }
  }
  const down = key === "ArrowDown" || key === "ArrowRight", up = key === "ArrowUp" || key === "ArrowLeft";
  if (role === "combobox" && at.tagName !== "INPUT" && (down || up)) { event.preventDefault(); at.click(); }
  const box = { option: "[data-popup]", menuitem: "[role=menu]", tab: "[role=tablist]", radio: "[role=radiogroup]" }[role];
  const around = box && at.closest(box);
  if (around) {
    const all = role === "tab" || role === "radio" ? $$(`[role=${role}]`, around) : itemsOf(around);
    let next = null;
    if (down || up) next = all[(all.indexOf(at) + (down ? 1 : all.length - 1)) % all.length];
    else if (key.length === 1 && key !== " ")
      next = all.find((o) => o.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
    if (next) {
      event.preventDefault();
      next.focus();
      if (role === "tab") showTab(next);
      if (role === "radio" && (down || up)) choose(next);
    }
  }
});
/* data-picker="id|Label|A;B;C|value|kind", kind one of button, div, input */
function buildPickers(root = document) {
  for (const box of $$("[data-picker]", root)) {
    const [id, label, list, value, kind = "button"] = box.dataset.picker.split("|");
    box.removeAttribute("data-picker");
    box.classList.add("picker");
    const options = list.split(";").map((text) =>
      `<li role="option" tabindex="-1" aria-selected="${text === value}">${text}</li>`).join("");
    const common = `id="${id}" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-controls="${id}-list"`;
    const shown = `data-s="data-value" data-value="${value}"`;
    const mark = '<svg width="10" height="6" aria-hidden="true"><path d="M0 0l5 6 5-6z" fill="currentColor"/></svg>';
    const head = kind === "input" ? `<label for="${id}">${label}</label>` : `<label id="${id}-l">${label}</label>`;
    const own = {
      button: `<button type="button" class="pick" ${common} aria-labelledby="${id}-l" ${shown}><span>${value}</span>${mark}</button>`,
      div: `<div class="pick" tabindex="0" ${common} aria-labelledby="${id}-l ${id}" ${shown}><span>${value}</span>${mark}</div>`,
      input: `<input type="text" class="pick" ${common} aria-autocomplete="list" autocomplete="off" value="${value}">`,
    }[kind];
    box.innerHTML = head + own;
    const pop = document.createElement("ul");
    pop.id = id + "-list";
    pop.setAttribute("role", "listbox");
    pop.setAttribute("aria-label", label);
    pop.setAttribute("data-popup", "");
    pop.hidden = true;
    pop.innerHTML = options;
    if (kind === "div") { pop.setAttribute("data-portal", ""); document.body.append(pop); } else box.append(pop);
    if (kind !== "input") $("#" + id + "-l").onclick = () => $("#" + id).focus();
    else {
      const field = $("#" + id);
      const filter = () => {
        const part = field.value.toLowerCase();
        let any = false;
        $$("[role=option]", pop).forEach((o) => { o.hidden = !o.textContent.toLowerCase().includes(part); any ||= !o.hidden; });
        popup(field, any);
      };
      field.addEventListener("input", filter);
      field.addEventListener("click", filter);
      field.addEventListener("keydown", (event) => {
        const shownItems = itemsOf(pop), now = shownItems.findIndex((o) => o.classList.contains("active"));
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          event.preventDefault();
          if (pop.hidden) filter();
          shownItems.forEach((o) => o.classList.remove("active"));
          const to = shownItems[(now + (event.key === "ArrowDown" ? 1 : shownItems.length - 1)) % shownItems.length];
          if (to) to.classList.add("active");
        } else if (event.key === "Enter" && !pop.hidden && now >= 0) { event.preventDefault(); pick(shownItems[now]); }
        else if (event.key === "Tab") popup(field, false);
      });
    }
  }
}
/* data-slider="id|Label|min|max|step|value|unit or names parted by ;|vertical" */
function buildSliders(root = document) {
  for (const box of $$("[data-slider]", root)) {
    const [id, label, min, max, step, value, unit = "", vertical] = box.dataset.slider.split("|");
    box.removeAttribute("data-slider");
    const names = unit.includes(";") ? unit.split(";") : null;
    box.classList.add("slide");
    if (vertical) box.classList.add("up");
    box.innerHTML = `<span class="slabel" id="${id}-l">${label}</span><span class="rail"><span class="fill"></span>` +
      `<span class="thumb" role="slider" tabindex="0" id="${id}" aria-labelledby="${id}-l" aria-valuemin="${min}" aria-valuemax="${max}"` +
      ` aria-orientation="${vertical ? "vertical" : "horizontal"}" data-s="aria-valuenow"></span></span><output></output>`;
    const rail = $(".rail", box), thumb = $(".thumb", box);
    const set = (number) => {
      const n = Math.min(+max, Math.max(+min, Math.round((number - min) / step) * step + +min));
      const part = ((n - min) / (max - min)) * 100 + "%";
      thumb.setAttribute("aria-valuenow", n);
      const text = names ? names[n - min] : n + unit;
      thumb.setAttribute("aria-valuetext", text);
      $("output", box).textContent = text;
      thumb.style[vertical ? "bottom" : "left"] = part;
      $(".fill", box).style[vertical ? "height" : "width"] = part;
    };
    const at = (event) => {
      const r = rail.getBoundingClientRect();
      const part = vertical ? (r.bottom - event.clientY) / r.height : (event.clientX - r.left) / r.width;
      set(+min + part * (max - min));
    };
    rail.addEventListener("pointerdown", (event) => {
      rail.setPointerCapture(event.pointerId);
      thumb.focus();
      if (event.target !== thumb) at(event);
      rail.onpointermove = at;
      event.preventDefault();
    });
    rail.addEventListener("pointerup", () => { rail.onpointermove = null; });
    thumb.addEventListener("keydown", (event) => {
      const now = +thumb.getAttribute("aria-valuenow");
      const to = { ArrowRight: now + +step, ArrowUp: now + +step, ArrowLeft: now - step, ArrowDown: now - step,
        Home: +min, End: +max, PageUp: now + step * 5, PageDown: now - step * 5 }[event.key];
      if (to !== undefined) { event.preventDefault(); set(to); }
    });
    box.set = set;
    set(+value);
  }
}
/* A list whose [draggable] items are moved with the browser's own dragging. */
function sortable(list) {
  let held = null;
  list.addEventListener("dragstart", (event) => {
    held = event.target.closest("li");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", held.innerText);
    held.classList.add("held");
  });
  list.addEventListener("dragend", () => { if (held) held.classList.remove("held"); held = null; });
  list.addEventListener("dragover", (event) => {
    event.preventDefault();
    const over = event.target.closest("li");
    if (!held || !over || over === held) return;
    const r = over.getBoundingClientRect();
    over[event.clientY < r.top + r.height / 2 ? "before" : "after"](held);
  });
  list.addEventListener("drop", (event) => event.preventDefault());
}
/* The same by pointer events, at a handle. */
function pointerSort(list, handle) {
  let held = null;
  list.addEventListener("pointerdown", (event) => {
    if (event.button || !event.target.closest(handle)) return;
    held = event.target.closest("li");
    list.setPointerCapture(event.pointerId);
    held.classList.add("held");
    event.preventDefault();
  });
  list.addEventListener("pointermove", (event) => {
    if (!held) return;
    const over = $$(":scope > li", list).find((li) => {
      const r = li.getBoundingClientRect();
      return event.clientY >= r.top && event.clientY < r.bottom;
    });
    if (!over || over === held) return;
    const r = over.getBoundingClientRect(), low = event.clientY > r.top + r.height / 2;
    const after = held.compareDocumentPosition(over) & 4;
    if (after && low) over.after(held);
    if (!after && !low) over.before(held);
  });
  list.addEventListener("pointerup", () => { if (held) held.classList.remove("held"); held = null; });
}
/* A tree of [label, children] pairs or labels. */
function tree(root, data, onselect = () => {}) {
  const make = (items) => items.map((item) => {
    const [label, kids, open] = Array.isArray(item) ? item : [item];
    return `<li role="treeitem" tabindex="-1" data-label="${label}" aria-selected="false"${kids ? ` aria-expanded="${!!open}"` : ""}>` +
      `<div class="trow"><span class="tw" aria-hidden="true">${kids ? (open ? "▾" : "▸") : ""}</span><span class="tl">${label}</span></div>` +
      (kids ? `<ul role="group"${open ? "" : " hidden"}>${make(kids)}</ul>` : "") + "</li>";
  }).join("");
  root.innerHTML = make(data);
  const fold = (item, open) => {
    if (!item.hasAttribute("aria-expanded")) return;
    item.setAttribute("aria-expanded", open);
    $(".tw", item).textContent = open ? "▾" : "▸";
    $("ul", item).hidden = !open;
  };
  const select = (item) => {
    $$("[role=treeitem]", root).forEach((i) => { i.setAttribute("aria-selected", i === item); i.tabIndex = i === item ? 0 : -1; });
    root.dataset.value = item.dataset.label;
    item.focus();
    onselect(item.dataset.label);
  };
  $("[role=treeitem]", root).tabIndex = 0;
  root.addEventListener("click", (event) => {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    if (event.target.closest(".tw")) fold(item, item.getAttribute("aria-expanded") !== "true");
    else select(item);
  });
  root.addEventListener("dblclick", (event) => {
    const item = event.target.closest("[role=treeitem]");
    if (item && !event.target.closest(".tw")) fold(item, item.getAttribute("aria-expanded") !== "true");
  });
  root.addEventListener("keydown", (event) => {
    const item = event.target.closest("[role=treeitem]");
    const all = $$("[role=treeitem]", root).filter((i) => i.offsetParent);
    const to = { ArrowDown: all[all.indexOf(item) + 1], ArrowUp: all[all.indexOf(item) - 1] }[event.key];
    if (to) to.focus();
    else if (event.key === "ArrowRight") fold(item, true);
    else if (event.key === "ArrowLeft") fold(item, false);
    else if (event.key === "Enter" || event.key === " ") select(item);
    else return;
    event.preventDefault();
  });
  root.open = () => $$("[aria-expanded=true]", root).map((i) => i.dataset.label);
}
/* A field whose entries become chips with a cross. */
function chips(box, field, values) {
  const draw = () => {
    $$(".chip", box).forEach((c) => c.remove());
    values.forEach((text) => {
      const chip = document.createElement("span");
      chip.className = "chip";
      chip.innerHTML = `<span></span><button type="button" aria-label="Remove ${text}">×</button>`;
      chip.firstChild.textContent = text;
      chip.lastChild.onclick = () => { values.splice(values.indexOf(text), 1); draw(); };
      field.before(chip);
    });
  };
  field.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === ",") && field.value.trim()) {
      event.preventDefault();
      values.push(field.value.trim());
      field.value = "";
      draw();
    }
  });
  draw();
  return values;
}
document.addEventListener("DOMContentLoaded", () => { buildPickers(); buildSliders(); });
