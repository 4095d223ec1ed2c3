/* Meldet den Stand der Seite, sobald er sich ändert. */
window.S = {};
window.act = (n) => { S['clicks ' + n] = (S['clicks ' + n] || 0) + 1; };
window.$ = (q, r) => (r || document).querySelector(q);
window.$$ = (q, r) => [...(r || document).querySelectorAll(q)];
(() => {
  const value = (e) => {
    if (e.matches('input[type=checkbox]')) return e.checked;
    if (e.tagName === 'SELECT')
      return e.multiple ? [...e.selectedOptions].map((o) => o.text) : (e.selectedOptions[0] || {}).text || '';
    if (e.tagName === 'DETAILS' || e.tagName === 'DIALOG') return e.open;
    if (e.matches('input,textarea')) return e.value;
    if (e.matches('ul,ol,tbody,[data-list]'))
      return [...e.children].map((c) => c.dataset.name || c.textContent.trim().replace(/\s+/g, ' '));
    if (e.hasAttribute('aria-checked')) return e.getAttribute('aria-checked') === 'true';
    if (e.isContentEditable) return e.innerText.trim();
    return e.textContent.trim().replace(/\s+/g, ' ');
  };
  let last = '';
  const look = () => {
    const o = { ...S };
    $$('[data-k]').forEach((e) => {
      const k = e.dataset.k;
      if (e.type === 'radio') {
        if (!(k in o)) o[k] = '';
        if (e.checked) o[k] = e.value;
      } else o[k] = value(e);
      if (e.hasAttribute('data-sel'))
        o[k + ' markiert'] = e.tagName === 'TEXTAREA'
          ? e.value.slice(e.selectionStart, e.selectionEnd).trim() : String(getSelection()).trim();
    });
    const text = JSON.stringify(o);
    if (text !== last) { last = text; fetch('/stand', { method: 'POST', body: text }); }
  };
  addEventListener('load', () => { look(); setInterval(look, 150); });
})();
