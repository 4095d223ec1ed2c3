// Tells the server what the page holds, whenever that changes.
const S = {};
let busy = false, again = false;
async function send() {
  if (busy) { again = true; return; }
  busy = true;
  try { await fetch("/state", {method: "POST", body: JSON.stringify(S)}); } catch (e) {}
  busy = false;
  if (again) { again = false; send(); }
}
function put(key, value) {
  if (JSON.stringify(S[key]) === JSON.stringify(value)) return;
  S[key] = value;
  send();
}
function count(key) { put("clicks " + key, (S["clicks " + key] || 0) + 1); }
function gather() {
  document.querySelectorAll("[data-k]").forEach(e => {
    const k = e.dataset.k;
    if (e.type === "checkbox") put(k, e.checked);
    else if (e.type === "radio") { if (e.checked) put(k, e.value); else if (!(k in S)) put(k, ""); }
    else if (e.multiple && e.options) put(k, [...e.selectedOptions].map(o => o.textContent.trim()));
    else if (e.tagName === "SELECT") put(k, e.selectedOptions[0] ? e.selectedOptions[0].textContent.trim() : "");
    else if (e.tagName === "DETAILS") put(k, e.open);
    else if (e.isContentEditable) put(k, e.innerText.trim());
    else put(k, e.value);
  });
}
function views() {
  const seen = [];
  document.querySelectorAll("[data-v]").forEach(e => {
    const r = e.getBoundingClientRect();
    let top = 0, bottom = innerHeight;
    const box = e.closest(".scrolls");
    if (box) { const b = box.getBoundingClientRect(); top = b.top; bottom = Math.min(bottom, b.bottom); }
    if (r.top >= top - 2 && r.bottom <= bottom + 2 && r.height) seen.push(e.dataset.v);
  });
  put("scrolled", seen);
}
["input", "change", "toggle"].forEach(t => document.addEventListener(t, () => setTimeout(gather), true));
document.addEventListener("click", ev => {
  const e = ev.target.closest("[data-b],[data-n]");
  if (e) {
    if (e.dataset.n) count(e.dataset.n);
    if (e.dataset.b) { const [k, ...v] = e.dataset.b.split("="); put(k, v.join("=")); }
  }
  setTimeout(gather);
}, true);
document.addEventListener("scroll", views, true);
addEventListener("load", () => { gather(); views(); send(); });
const $ = q => document.querySelector(q);
const $$ = q => [...document.querySelectorAll(q)];
