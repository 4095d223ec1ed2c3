/* Tells the server what the page holds, whenever it changes; and a few helpers of the pages. */
const $ = (what, root = document) => root.querySelector(what);
const $$ = (what, root = document) => [...root.querySelectorAll(what)];
const app = {};
const presses = {};
let posted = "";

function words(node) {
  return node.innerText.replace(/\s+/g, " ").trim();
}
function held() {
  const state = { page: document.title };
  for (const field of $$("input, select, textarea")) {
    if (field.type === "radio") {
      if (!(field.name in state)) state[field.name] = "";
      if (field.checked) state[field.name] = field.value;
    } else if (!field.id) continue;
    else if (field.type === "checkbox") state[field.id] = field.checked;
    else if (field.multiple) state[field.id] = [...field.selectedOptions].map((o) => o.text);
    else if (field.tagName === "SELECT") state[field.id] = field.selectedOptions[0]?.text ?? "";
    else state[field.id] = field.value;
  }
  for (const box of $$("[contenteditable][id]")) state[box.id] = box.innerText.trim();
  for (const fold of $$("details[id]")) state["open " + fold.id] = fold.open;
  for (const box of $$("dialog[id]")) state["open " + box.id] = box.open;
  for (const part of ["pressed", "checked", "selected", "expanded"])
    for (const node of $$(`[aria-${part}][id]`))
      state[part + " " + node.id] = node.getAttribute("aria-" + part) === "true";
  for (const list of $$("[data-order]"))
    state["order " + list.id] = [...list.children].map(words).join(", ");
  for (const box of $$("[data-scrolls]")) {
    state["scroll " + box.id] = box.scrollTop > 20;
    state["end " + box.id] = box.scrollTop + box.clientHeight > box.scrollHeight - 8;
  }
  for (const name in presses) state["clicks " + name] = presses[name];
  Object.assign(state, app);
  state.scrolled = window.scrollY > 50;
  state.bottom = window.scrollY > 50 && window.scrollY + innerHeight > document.body.scrollHeight - 40;
  return state;
}
function press(name) {
  presses[name] = (presses[name] || 0) + 1;
}
document.addEventListener(
  "click",
  (event) => {
    const target = event.target.closest("[data-n]");
    if (target) press(target.dataset.n);
    const link = event.target.closest('a[href="#"]');
    if (link) event.preventDefault();
  },
  true,
);
document.addEventListener("submit", (event) => event.preventDefault());
setInterval(() => {
  const text = JSON.stringify(held());
  if (text === posted) return;
  posted = text;
  fetch("/log", { method: "POST", body: text });
}, 120);

/* A box that opens under a button and closes with a press elsewhere or Escape. */
const boxes = [];
function popup(button, box, key) {
  const show = (open) => {
    box.hidden = !open;
    if (key) app["open " + key] = open;
    if (button.hasAttribute("aria-expanded")) button.setAttribute("aria-expanded", open);
  };
  show(false);
  button.addEventListener("click", () => show(box.hidden));
  boxes.push([button, box, show]);
  return show;
}
document.addEventListener("click", (event) => {
  for (const [button, box, show] of boxes)
    if (!box.hidden && !button.contains(event.target) && !box.contains(event.target)) show(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const [, , show] of boxes) show(false);
});
/* A drop-down of our own: the button shows what is chosen. */
function dropdown(button, list, key, then) {
  const show = popup(button, list);
  const label = $("[data-value]", button) || button;
  app[key] = words(label).replace(/[▾▼⌄]/g, "").trim();
  for (const item of list.children)
    item.addEventListener("click", () => {
      app[key] = label.textContent = words(item);
      show(false);
      if (then) then(app[key]);
    });
}
function stepper(less, more, shown, key, low, high, step = 1) {
  const field = "value" in shown;
  const now = () => Number(field ? shown.value : shown.textContent);
  const put = (value) => {
    const fit = Math.min(high, Math.max(low, value));
    if (field) shown.value = fit;
    else app[key] = shown.textContent = fit;
  };
  put(now());
  less.addEventListener("click", () => put(now() - step));
  more.addEventListener("click", () => put(now() + step));
}
function one(nodes, key, then) {
  const set = (node) => {
    for (const other of nodes) other.classList.toggle("on", other === node);
    app[key] = node.dataset.v || words(node);
    if (then) then(app[key], node);
  };
  for (const node of nodes) node.addEventListener("click", () => set(node));
  set(nodes.find((n) => n.classList.contains("on")) || nodes[0]);
}
function flip(node, key) {
  app[key] = node.classList.contains("on");
  node.addEventListener("click", () => (app[key] = node.classList.toggle("on")));
}
function sortable(table, key) {
  app[key] = "";
  for (const head of $$("th[data-sort]", table))
    head.addEventListener("click", () => {
      const column = head.cellIndex;
      const down = app[key] === words(head).replace(/[▲▼]/g, "").trim() + " up";
      const body = table.tBodies[0];
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [a, b].map((row) => words(row.cells[column]));
        const order = isNaN(parseFloat(x)) ? x.localeCompare(y) : parseFloat(x) - parseFloat(y);
        return down ? -order : order;
      });
      for (const other of $$("th i", table)) other.remove();
      app[key] = words(head) + (down ? " down" : " up");
      head.insertAdjacentHTML("beforeend", `<i> ${down ? "▼" : "▲"}</i>`);
      body.append(...rows);
    });
}
function toast(text) {
  const box = document.createElement("div");
  box.className = "toast";
  box.setAttribute("role", "status");
  box.textContent = text;
  document.body.append(box);
  setTimeout(() => box.remove(), 4000);
}
