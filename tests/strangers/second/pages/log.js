/* Posts what the page holds to the server it came from, whenever that has changed. */
const clicks = {};
let last = "";
function collect() {
  const state = { page: document.title };
  for (const field of document.querySelectorAll("input, select, textarea")) {
    const key = field.id;
    if (field.type === "checkbox" || field.type === "radio") state[key] = field.checked;
    else if (field.multiple) state[key] = [...field.selectedOptions].map((o) => o.text);
    else if (field.tagName === "SELECT") state[key] = field.selectedOptions[0].text;
    else state[key] = field.value;
  }
  for (const box of document.querySelectorAll("[contenteditable]"))
    state[box.id] = box.innerText.trim();
  for (const fold of document.querySelectorAll("details")) state["open " + fold.id] = fold.open;
  for (const box of document.querySelectorAll("dialog, [data-shown]"))
    state["shown " + box.id] = box.tagName === "DIALOG" ? box.open : !box.hidden;
  for (const part of ["pressed", "checked", "selected", "expanded"])
    for (const node of document.querySelectorAll(`[aria-${part}]`))
      state[part + " " + node.id] = node.getAttribute("aria-" + part) === "true";
  for (const list of document.querySelectorAll("[data-order]"))
    state["order " + list.id] = [...list.children].map((item) => item.innerText.trim()).join(", ");
  for (const box of document.querySelectorAll("[data-scrolls]"))
    state["scrolled " + box.id] = box.scrollTop > 20;
  for (const name in clicks) state["clicks " + name] = clicks[name];
  state.scrolled = window.scrollY > 50;
  return state;
}
function count(event, kind) {
  const target = event.target.closest("[id]");
  if (!target || !target.matches("button, a, td, li, [role]")) return;
  if (target.matches("[aria-checked], [aria-pressed], [aria-selected], [aria-expanded]")) return;
  if (target.matches("[contenteditable], [role=listbox]")) return;
  const name = kind + target.id;
  clicks[name] = (clicks[name] || 0) + 1;
}
document.addEventListener("click", (e) => count(e, ""), true);
document.addEventListener("dblclick", (e) => count(e, "double "), true);
document.addEventListener("contextmenu", (e) => count(e, "right "), true);
document.addEventListener("submit", (e) => e.preventDefault());
setInterval(() => {
  const text = JSON.stringify(collect());
  if (text === last) return;
  last = text;
  fetch("/log", { method: "POST", body: text });
}, 120);
