/* The widgets that the pages share: tabs, switches, boxes and radio groups of roles, combo boxes, menus, trees,
   lists to drag, sliders, chips, pagers, toasts. What they hold is given to log.js by holds(). */
(() => {
  const all = (s, r = document) => [...r.querySelectorAll(s)];
  const one = (s, r = document) => r.querySelector(s);
  const squash = (t) => (t || "").replace(/\s+/g, " ").trim();
  const text = (el) => {
    if (el.dataset && el.dataset.v !== undefined) return el.dataset.v;
    const field = one("select, input:not([type=checkbox]):not([type=radio]), [data-combo]", el);
    if (!field) return squash(el.textContent);
    if (field.tagName === "SELECT") return field.selectedOptions[0] ? field.selectedOptions[0].text : "";
    return field.dataset.combo !== undefined ? field.dataset.value : field.value;
  };
  const cells = (row) => [...row.children].filter((c) => !c.matches(".act")).map(text).join(" | ");
  const kit = (window.kit = { all, one, squash, text, cells });

  window.holds = () => {
    const s = {};
    for (const l of all("[data-list]")) s[l.dataset.list] = [...l.children].filter((c) => !c.matches("[data-skip]")).map(text);
    for (const b of all("[data-rows]")) s[b.dataset.rows] = [...b.children].map(cells);
    for (const b of all("[data-text]")) s[b.dataset.text] = squash(b.innerText);
    for (const t of all("[role=tablist][id]")) s[t.id] = text(one("[aria-selected=true]", t) || t);
    for (const g of all("[role=radiogroup][id]")) {
      const on = one("[role=radio][aria-checked=true]", g);
      s[g.id] = on ? on.getAttribute("aria-label") || text(on) : "";
    }
    for (const t of all("[role=tree][id]")) {
      const on = one("[aria-selected=true]", t);
      s[t.id] = on ? on.dataset.name : "";
      for (const i of all("[role=treeitem][aria-expanded]", t)) s["open " + i.dataset.name] = i.getAttribute("aria-expanded") === "true";
    }
    for (const c of all("[data-combo][id]")) if (!c.closest("[data-nolog]")) s[c.id] = c.dataset.value;
    return typeof window.more === "function" ? Object.assign(s, window.more()) : s;
  };

  kit.toast = (words) => {
    let box = one(".toast");
    if (!box) {
      box = document.createElement("div");
      box.className = "toast";
      box.setAttribute("role", "status");
      document.body.append(box);
    }
    box.textContent = words;
    box.hidden = false;
    clearTimeout(kit.timer);
    kit.timer = setTimeout(() => (box.hidden = true), 4000);
  };
  const swap = (el, name) => el.setAttribute(name, el.getAttribute(name) === "true" ? "false" : "true");
  const said = (el) => el.dispatchEvent(new CustomEvent("set", { bubbles: true }));

  // combo boxes that only choose
  for (const box of all("[data-combo]")) {
    const label = box.dataset.label, id = box.id || "combo" + Math.random().toString(36).slice(2);
    box.classList.add("combo");
    box.innerHTML = `<span class="combo-l" id="${id}-l">${label}</span><div class="combo-b" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-labelledby="${id}-l" aria-controls="${id}-o"></div><ul role="listbox" id="${id}-o" aria-labelledby="${id}-l" hidden></ul>`;
    const face = one(".combo-b", box), list = one("ul", box);
    if (box.dataset.bare !== undefined) one(".combo-l", box).classList.add("unseen");
    const options = box.dataset.options.split("|");
    let active = -1;
    const show = () => {
      face.textContent = box.dataset.value || box.dataset.hint || "Select…";
      all("li", list).forEach((li, n) => {
        li.setAttribute("aria-selected", String(options[n] === box.dataset.value));
        li.classList.toggle("active", n === active);
      });
    };
    const open = (on) => {
      list.hidden = !on;
      face.setAttribute("aria-expanded", String(on));
      active = on ? options.indexOf(box.dataset.value) : -1;
      show();
    };
    box.put = (value) => ((box.dataset.value = value), open(false), said(box));
    for (const word of options) {
      const li = document.createElement("li");
      li.setAttribute("role", "option");
      li.textContent = word;
      li.addEventListener("click", () => box.put(word));
      list.append(li);
    }
    face.addEventListener("click", () => open(list.hidden));
    face.addEventListener("keydown", (e) => {
      if (e.key === "Escape") open(false);
      else if (e.key === "Enter" || e.key === " ") {
        e.preventDefault();
        if (list.hidden) open(true);
        else if (active >= 0) box.put(options[active]);
      } else if (e.key === "ArrowDown" || e.key === "ArrowUp") {
        e.preventDefault();
        if (list.hidden) open(true);
        else active = Math.max(0, Math.min(options.length - 1, active + (e.key === "ArrowDown" ? 1 : -1)));
        show();
      } else if (e.key.length === 1) {
        const n = options.findIndex((o) => o.toLowerCase().startsWith(e.key.toLowerCase()));
        if (n >= 0) (list.hidden && open(true), (active = n), show());
      }
    });
    document.addEventListener("mousedown", (e) => box.contains(e.target) || list.hidden || open(false));
    box.dataset.value = box.dataset.value || "";
    show();
  }

  // fields that suggest
  for (const field of all("input[data-suggest]")) {
    const list = document.createElement("ul"), wrap = document.createElement("span");
    wrap.className = "suggest";
    field.replaceWith(wrap);
    list.setAttribute("role", "listbox");
    list.id = field.id + "-s";
    list.hidden = true;
    wrap.append(field, list);
    for (const [n, v] of Object.entries({ role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id })) field.setAttribute(n, v);
    const shut = (on) => ((list.hidden = on), field.setAttribute("aria-expanded", String(!on)));
    field.addEventListener("input", () => {
      const part = field.value.toLowerCase();
      const found = field.dataset.suggest.split("|").filter((w) => part && w.toLowerCase().includes(part));
      list.replaceChildren(...found.map((w) => {
        const li = document.createElement("li");
        li.setAttribute("role", "option");
        li.textContent = w;
        li.addEventListener("mousedown", (e) => {
          e.preventDefault();
          field.value = w;
          shut(true);
          said(field);
        });
        return li;
      }));
      shut(!found.length || (found.length === 1 && found[0] === field.value));
    });
    field.addEventListener("keydown", (e) => {
      if (e.key === "Escape") shut(true);
      if (e.key === "ArrowDown" && !list.hidden) {
        e.preventDefault();
        const items = all("li", list), at = items.findIndex((i) => i.matches(".active"));
        items.forEach((i, n) => i.classList.toggle("active", n === Math.min(at + 1, items.length - 1)));
      }
      if (e.key === "Enter" && !list.hidden && one(".active", list)) {
        e.preventDefault();
        e.stopImmediatePropagation();
        field.value = one(".active", list).textContent;
        shut(true);
        said(field);
      }
    });
    field.addEventListener("blur", () => setTimeout(() => shut(true), 150));
  }

  kit.menus = () => all("[role=menu]").forEach((m) => {
    m.hidden = true;
    for (const b of all(`[aria-controls="${m.id}"]`)) b.setAttribute("aria-expanded", "false");
  });
  kit.pick = (tab) => {
    for (const t of all("[role=tab]", tab.closest("[role=tablist]"))) {
      t.setAttribute("aria-selected", String(t === tab));
      t.tabIndex = t === tab ? 0 : -1;
      const panel = t.getAttribute("aria-controls") && document.getElementById(t.getAttribute("aria-controls"));
      if (panel) panel.hidden = t !== tab;
    }
    said(tab);
  };
  const choose = (radio) => {
    for (const r of all("[role=radio]", radio.closest("[role=radiogroup]"))) {
      r.setAttribute("aria-checked", String(r === radio));
      r.tabIndex = r === radio ? 0 : -1;
    }
    said(radio);
  };
  const mark = (item) => {
    for (const i of all("[role=treeitem]", item.closest("[role=tree]"))) i.setAttribute("aria-selected", String(i === item));
    said(item);
  };
  for (const item of all("[role=treeitem]")) {
    item.dataset.name = item.dataset.name || squash(one(".n", item).textContent);
    item.tabIndex = item.getAttribute("aria-selected") === "true" ? 0 : -1;
  }

  document.addEventListener("click", (e) => {
    const t = e.target, near = (s) => t.closest(s);
    let el;
    const item = near("[role^=menuitem]");
    if (!near("[aria-haspopup=menu]") && !item) kit.menus();
    if ((el = near("[role=switch], [role=checkbox]")) && el.tagName !== "INPUT" && el.getAttribute("aria-disabled") !== "true") (swap(el, "aria-checked"), said(el));
    else if ((el = near("[aria-pressed]"))) (swap(el, "aria-pressed"), said(el));
    else if ((el = near("[role=radio]"))) choose(el);
    else if ((el = near("[role=tab]"))) kit.pick(el);
    else if ((el = near("[aria-haspopup=menu]"))) {
      const m = document.getElementById(el.getAttribute("aria-controls")), was = m.hidden;
      kit.menus();
      m.hidden = !was;
      kit.from = el;
      el.setAttribute("aria-expanded", String(was));
      if (was && m.dataset.float !== undefined) {
        const at = el.getBoundingClientRect();
        m.style.left = Math.min(at.left, innerWidth - m.offsetWidth - 8) + "px";
        m.style.top = Math.min(at.bottom + 2, innerHeight - m.offsetHeight - 8) + "px";
      }
    } else if ((el = near("button[aria-expanded][aria-controls]"))) {
      swap(el, "aria-expanded");
      document.getElementById(el.getAttribute("aria-controls")).hidden = el.getAttribute("aria-expanded") !== "true";
    } else if ((el = near("[role=treeitem]"))) {
      if (near(".tw")) swap(el, "aria-expanded");
      else if (near(".n")) mark(el);
    }
    if (item) {
      if (item.getAttribute("role") === "menuitemcheckbox") swap(item, "aria-checked");
      if (item.getAttribute("role") === "menuitemradio")
        for (const i of all("[role=menuitemradio]", item.closest("[role=menu]"))) i.setAttribute("aria-checked", String(i === item));
      kit.menus();
    }
    if ((el = near("[data-open]"))) {
      const d = document.getElementById(el.dataset.open);
      if (d.tagName === "DIALOG") d.showModal();
      else d.hidden = false;
    }
    if ((el = near("[data-close]"))) {
      const d = near("dialog, [data-shown]");
      if (d.tagName === "DIALOG") d.close();
      else d.hidden = true;
      all("form", d).forEach((f) => f.reset());
    }
    if ((el = near("[data-toast]"))) kit.toast(el.dataset.toast);
    if ((el = near("[data-drop]"))) (el.closest(el.dataset.drop).remove(), document.dispatchEvent(new Event("set")));
    if ((el = near("[data-step]"))) {
      const f = document.getElementById(el.dataset.for), low = +(f.min || -1e9), high = +(f.max || 1e9);
      f.value = Math.max(low, Math.min(high, +f.value + +el.dataset.step));
      f.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if ((el = near("th[data-sort] button"))) {
      const th = el.closest("th"), up = th.getAttribute("aria-sort") !== "ascending", body = one("tbody", th.closest("table"));
      for (const h of all("th[data-sort]", th.closest("table"))) h.setAttribute("aria-sort", "none");
      th.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (r) => text(r.children[th.cellIndex]);
      body.append(...[...body.children].sort((a, b) => key(a).localeCompare(key(b), "en", { numeric: true }) * (up ? 1 : -1)));
    }
  });
  document.addEventListener("dblclick", (e) => {
    const item = e.target.closest("[role=treeitem][aria-expanded]");
    if (item && e.target.closest(".n")) swap(item, "aria-expanded");
    const cell = e.target.closest("[data-edit]");
    if (cell && !one("input", cell)) {
      const was = cell.textContent, field = document.createElement("input");
      field.value = was;
      field.setAttribute("aria-label", cell.dataset.edit || "Edit");
      cell.replaceChildren(field);
      field.focus();
      field.select();
      const end = (keep) => cell.contains(field) && (cell.textContent = keep ? field.value : was);
      field.addEventListener("keydown", (k) => {
        if (k.key === "Enter") end(true);
        if (k.key === "Escape") end(false);
      });
      field.addEventListener("blur", () => end(true));
    }
  });
  document.addEventListener("contextmenu", (e) => {
    const on = e.target.closest("[data-context]");
    if (!on) return;
    e.preventDefault();
    kit.menus();
    kit.from = on;
    const m = document.getElementById(on.dataset.context);
    m.hidden = false;
    m.style.left = Math.min(e.clientX, innerWidth - m.offsetWidth - 8) + "px";
    m.style.top = Math.min(e.clientY, innerHeight - m.offsetHeight - 8) + "px";
  });
  document.addEventListener("keydown", (e) => {
    const t = e.target;
    if (e.key === "Escape") {
      kit.menus();
      for (const d of all("[data-shown][role=dialog]")) d.hidden = true;
    }
    if (t.matches("div[role=switch], span[role=switch], div[role=checkbox], span[role=checkbox], div[role=button], div[role=radio], li[role=radio], span[role=radio], div[role=tab], li[role=tab]") && (e.key === " " || e.key === "Enter")) {
      e.preventDefault();
      t.click();
    }
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (way && t.matches("[role=radio], [role=tab]")) {
      e.preventDefault();
      const group = all(`[role=${t.getAttribute("role")}]`, t.closest("[role=radiogroup], [role=tablist]"));
      const next = group[(group.indexOf(t) + way + group.length) % group.length];
      next.focus();
      next.click();
    }
    if (t.matches("[role=treeitem]")) {
      const items = all("[role=treeitem]", t.closest("[role=tree]")).filter((i) => i.offsetParent);
      const at = items.indexOf(t);
      if (e.key === "ArrowRight" && t.getAttribute("aria-expanded") === "false") swap(t, "aria-expanded");
      else if (e.key === "ArrowLeft" && t.getAttribute("aria-expanded") === "true") swap(t, "aria-expanded");
      else if (e.key === "ArrowDown" || e.key === "ArrowUp") {
        e.preventDefault();
        const next = items[at + way];
        if (next) (next.focus(), mark(next));
      } else if (e.key === "Enter" || e.key === " ") mark(t);
    }
    if (t.matches("[role=slider]") && way) {
      e.preventDefault();
      const up = e.key === "ArrowRight" || e.key === "ArrowUp" ? 1 : -1;
      slide(t, +t.getAttribute("aria-valuenow") + up * +(t.dataset.stepsize || 1));
    }
    if (t.matches("input[data-chips]") && (e.key === "Enter" || e.key === ",")) {
      e.preventDefault();
      if (t.value.trim()) kit.chip(one(`[data-list="${t.dataset.chips}"]`), t.value.trim());
      t.value = "";
    }
  });
  kit.chip = (list, word) => {
    const li = document.createElement("li");
    li.dataset.v = word;
    li.innerHTML = `<span></span><button type="button" data-drop="li">×</button>`;
    li.firstChild.textContent = word;
    li.lastChild.setAttribute("aria-label", "Remove " + word);
    list.append(li);
  };

  // sliders made of divs
  const slide = (el, value) => {
    const low = +el.getAttribute("aria-valuemin"), high = +el.getAttribute("aria-valuemax"), by = +(el.dataset.stepsize || 1);
    value = Math.max(low, Math.min(high, low + Math.round((value - low) / by) * by));
    el.setAttribute("aria-valuenow", value);
    el.style.left = ((value - low) / (high - low)) * 100 + "%";
    const out = one(`[data-of="${el.id}"]`);
    if (out) out.textContent = value + (out.dataset.unit || "");
  };
  for (const el of all("[role=slider]")) {
    slide(el, +el.getAttribute("aria-valuenow"));
    el.parentElement.addEventListener("pointerdown", (e) => {
      e.preventDefault();
      el.focus();
      const rail = el.parentElement.getBoundingClientRect();
      const low = +el.getAttribute("aria-valuemin"), high = +el.getAttribute("aria-valuemax");
      const move = (m) => slide(el, low + ((m.clientX - rail.left) / rail.width) * (high - low));
      if (e.target !== el) move(e);
      const end = () => (removeEventListener("pointermove", move), removeEventListener("pointerup", end));
      addEventListener("pointermove", move);
      addEventListener("pointerup", end);
    });
  }
  for (const r of all("input[type=range]")) {
    const out = one(`[data-of="${r.id}"]`);
    const show = () => out && (out.textContent = r.value + (out.dataset.unit || ""));
    r.addEventListener("input", show);
    show();
  }

  // lists to drag: HTML drag and drop, or the pointer where data-drag is "pointer"
  let held = null;
  const drop = (target, y) => {
    if (!held || !target || target === held) return;
    const at = target.getBoundingClientRect();
    target.parentElement.insertBefore(held, y > at.top + at.height / 2 ? target.nextSibling : target);
  };
  for (const list of all("[data-drag]")) {
    const kids = (t) => t && [...all("[data-drag]")].filter((l) => l.dataset.drag === list.dataset.drag && (l.dataset.group === list.dataset.group)).flatMap((l) => [...l.children]).find((c) => c.contains(t));
    if (list.dataset.drag === "pointer") {
      list.addEventListener("pointerdown", (e) => {
        const item = kids(e.target);
        if (!item || e.button || e.target.closest("button, input")) return;
        e.preventDefault();
        held = item;
        item.classList.add("held");
        const move = (m) => {
          item.style.pointerEvents = "none";
          const over = kids(document.elementFromPoint(m.clientX, m.clientY));
          item.style.pointerEvents = "";
          if (over && over !== item) {
            const at = over.getBoundingClientRect(), down = item.compareDocumentPosition(over) & 4;
            if (down ? m.clientY > at.top + at.height / 2 : m.clientY < at.top + at.height / 2) over.parentElement.insertBefore(item, down ? over.nextSibling : over);
          }
        };
        const end = () => {
          item.classList.remove("held");
          held = null;
          removeEventListener("pointermove", move);
          removeEventListener("pointerup", end);
        };
        addEventListener("pointermove", move);
        addEventListener("pointerup", end);
      });
    } else {
      for (const c of list.children) c.draggable = true;
      list.addEventListener("dragstart", (e) => {
        held = kids(e.target);
        e.dataTransfer.setData("text/plain", "x");
        e.dataTransfer.effectAllowed = "move";
      });
      list.addEventListener("dragover", (e) => held && e.preventDefault());
      list.addEventListener("drop", (e) => {
        e.preventDefault();
        drop(kids(e.target), e.clientY);
        held = null;
      });
      list.addEventListener("dragend", () => (held = null));
    }
  }
})();
