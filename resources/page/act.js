// @ts-check
/**
 * Fields: which one is meant, the focus, the selection, what it holds, and setting what keys cannot set.
 *
 * Values are set through the prototype's own setters as this world has them, so a page that watches its setters sees
 * an edit by a person.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.fieldOf) return;

  /** @typedef {'text' | 'value' | 'editor' | 'list' | 'tick' | 'file' | 'none'} Kind */

  const VALUE_TYPES = /^(date|time|datetime-local|month|week|color|range)$/;
  const TICK_ROLES = /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/;
  const TICK_QUERY = 'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch], [role=menuitemcheckbox], [role=menuitemradio]';
  const FIELD_QUERY = 'input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox]';
  const SETTLE_MS = 50;
  const TICK_SETTLE_MS = 120;

  /** Fields that heard `change` since we began. @type {WeakSet<Element>} */
  const heardChange = new WeakSet();
  /** @type {WeakSet<Element>} */
  const listened = new WeakSet();

  /** @param {number} key @returns {Element} */
  function need(key) {
    return cobrowse.nodeOf(key) ?? cobrowse.fail('stale', 'It is gone from the page.');
  }

  /** @param {Element} element @returns {Kind} */
  function kindOf(element) {
    if (element instanceof HTMLSelectElement) return 'list';
    if (element instanceof HTMLTextAreaElement) return 'text';
    if (element instanceof HTMLInputElement) {
      if (element.type === 'file') return 'file';
      if (element.type === 'checkbox' || element.type === 'radio') return 'tick';
      if (/^(submit|button|image|reset|hidden)$/.test(element.type)) return 'none';
      return VALUE_TYPES.test(element.type) ? 'value' : 'text';
    }
    if (/** @type {HTMLElement} */ (element).isContentEditable) return 'editor';
    return TICK_ROLES.test(cobrowse.role(element)) ? 'tick' : 'none';
  }

  /** Elements below this one, through shadow roots. @param {Element} element @param {string} css @returns {Element[]} */
  function below(element, css) {
    /** @type {Element[]} */ const found = [];
    const root = cobrowse.rootOf(element);
    for (const start of root ? [root, element] : [element]) {
      cobrowse.each(start, (/** @type {Element} */ inner) => { if (inner.matches(css)) found.push(inner); });
    }
    return [...new Set(found)];
  }

  /** The editing host around an editable node. @param {Element} element @returns {Element} */
  function hostOf(element) {
    let host = element;
    for (let up = host.parentElement; up && up.isContentEditable; up = up.parentElement) host = up;
    return host;
  }

  /** The field that an element stands for: itself, what it labels, or the only field inside. @param {Element} element @returns {Element} */
  function resolve(element) {
    const kind = kindOf(element);
    if (kind === 'editor') return element.matches('[contenteditable]') ? element : hostOf(element);
    if (kind !== 'none') return element;
    if (element instanceof HTMLLabelElement && element.control) return element.control;
    const inner = below(element, FIELD_QUERY).filter(field => cobrowse.present(field) && !(field instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(field.type)));
    return inner.length === 1 ? inner[0] : element;
  }

  /** The tick box an element stands for. @param {Element} element @returns {Element} */
  function resolveTick(element) {
    if (kindOf(element) === 'tick' || element.hasAttribute('aria-pressed') || element.hasAttribute('aria-checked')) return element;
    if (element instanceof HTMLLabelElement && element.control) return element.control;
    const label = /** @type {HTMLLabelElement | null} */ (cobrowse.closestOf(element, 'label'));
    if (label?.control && kindOf(label.control) === 'tick') return label.control;
    const inner = below(element, TICK_QUERY);
    if (inner.length === 1) return inner[0];
    const outer = cobrowse.closestOf(element, TICK_QUERY);
    return outer ?? element;
  }

  /**
   * The field an element stands for: `{key, kind, type, secret, readonly, multiline, value}`; no value of secrets.
   * @param {number} key
   */
  function fieldOf(key) {
    const field = resolve(need(key));
    return describe(field);
  }

  /** @param {Element} field */
  function describe(field) {
    const secret = cobrowse.isSecret(field);
    const states = cobrowse.states(field);
    return {
      key: cobrowse.keyOf(field),
      kind: kindOf(field),
      type: field instanceof HTMLInputElement ? field.type : field.localName,
      secret,
      readonly: states.includes('readonly'),
      multiline: field instanceof HTMLTextAreaElement || kindOf(field) === 'editor',
      value: secret ? null : held(field),
    };
  }

  /** What it holds at this moment, unmasked: the caller knows that it is no secret. @param {Element} field @returns {string} */
  function held(field) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
    if (field instanceof HTMLSelectElement) return [...field.selectedOptions].map(option => cobrowse.tidy(option.label)).join(', ');
    if (/** @type {HTMLElement} */ (field).isContentEditable) return /** @type {HTMLElement} */ (field).innerText.replace(/\u00a0/g, ' ').replace(/[\u200b\ufeff]/g, '').replace(/\n+$/, '');
    return field.getAttribute('aria-valuetext') ?? field.getAttribute('aria-valuenow') ?? '';
  }

  // --- focus ------------------------------------------------------------------------------------------------------------

  /** The element with the focus in this document, through shadow roots. @returns {Element | null} */
  function focused() {
    let active = document.activeElement;
    while (active) {
      const inner = cobrowse.rootOf(active)?.activeElement ?? null;
      if (!inner) break;
      active = inner;
    }
    return active;
  }

  /** @param {Element} element */
  function listenForChange(element) {
    heardChange.delete(element);
    if (listened.has(element)) return;
    listened.add(element);
    element.addEventListener('change', () => heardChange.add(element), true);
  }

  /** Give it the focus without scrolling. Returns what then has it. @param {number} key @param {any} core what it must still be (`Core` in same.js) */
  function focusKey(key, core) {
    const element = /** @type {HTMLElement} */ (need(key));
    cobrowse.insistSame(element, core);
    listenForChange(element);
    if (focused() !== element) element.focus({ preventScroll: true });
    return focusState(key);
  }

  /** @param {number} key @returns {{held: boolean, secret: boolean, frame: boolean, key: number}} `held`: the focus is in it */
  function focusState(key) {
    const element = cobrowse.nodeOf(key);
    const active = focused();
    return {
      held: !!element && !!active && cobrowse.holds(element, active),
      secret: (!!element && cobrowse.isSecret(element)) || (!!active && cobrowse.isSecret(active)),
      frame: active instanceof HTMLIFrameElement || active instanceof HTMLFrameElement,
      key: active ? cobrowse.keyOf(active) : 0,
    };
  }

  /** What has the focus in this document, for keys that go wherever it is. */
  function focusNow() {
    const active = focused();
    const frame = active instanceof HTMLIFrameElement || active instanceof HTMLFrameElement;
    const nothing = !active || active === document.body || active === document.documentElement;
    return { nothing, frame, key: active ? cobrowse.keyOf(active) : 0, secret: !!active && cobrowse.isSecret(active), document: document.hasFocus() };
  }

  /** The field that has the focus, or null when it is in none. */
  function focusedField() {
    const active = focused();
    if (!active) return null;
    const field = resolve(active);
    return /^(text|editor)$/.test(kindOf(field)) ? describe(field) : null;
  }

  /**
   * Right before the first key: check again that it is no secret and has the focus, and select what is to be replaced.
   * @param {number} key @param {'all' | 'end'} what
   */
  function prepare(key, what) {
    const state = focusState(key);
    if (state.secret || !state.held) return state;
    select(need(key), what);
    return state;
  }

  /** @param {Element} field @param {'all' | 'end'} what */
  function select(field, what) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      if (what === 'all') return field.select();
      try {
        field.setSelectionRange(field.value.length, field.value.length);
      } catch {
        // Types without a selection of their own, such as number and email: keys go to the end after End is pressed.
      }
      return;
    }
    const selection = getSelection();
    if (!selection) return;
    const range = document.createRange();
    range.selectNodeContents(field);
    if (what === 'end') range.collapse(false);
    selection.removeAllRanges();
    selection.addRange(range);
  }

  /** Whether a suggestion was put, selected, behind what was typed. @param {number} key @param {string} typed */
  function hasTail(key, typed) {
    const field = cobrowse.nodeOf(key);
    if (!(field instanceof HTMLInputElement) || !field.value.toLowerCase().startsWith(typed.toLowerCase()) || field.value.length === typed.length) return false;
    try {
      return field.selectionStart === typed.length && field.selectionEnd === field.value.length;
    } catch {
      return false;
    }
  }

  /** @param {number} ms */
  function pause(ms) {
    return new Promise(resolve => setTimeout(resolve, ms));
  }

  /**
   * After typing: let the page hear `change`, wait for what it makes of it, and say what is held.
   * The focus stays, as lists of suggestions close when it goes.
   * @param {number} key @param {boolean} tell whether the value was to change
   */
  async function finish(key, tell) {
    const field = cobrowse.nodeOf(key);
    if (!field) return { gone: true, secret: false, value: '', around: '' };
    if (tell && kindOf(field) === 'text' && !heardChange.has(field)) field.dispatchEvent(new Event('change', { bubbles: true }));
    await pause(SETTLE_MS);
    return heldNow(key);
  }

  /** @param {number} key */
  function heldNow(key) {
    const field = cobrowse.nodeOf(key);
    if (!field) return { gone: true, secret: false, value: '', around: '' };
    const secret = cobrowse.isSecret(field);
    return { gone: false, secret, value: secret ? '' : held(field), around: secret ? '' : around(field) };
  }

  /** The text drawn around a field that is itself but a catcher of keys, as in code editors. @param {Element} field */
  function around(field) {
    if (!(field instanceof HTMLTextAreaElement)) return '';
    const box = field.getBoundingClientRect();
    if (box.width > 8 && box.height > 8 && !cobrowse.unseen(field)) return '';
    let at = cobrowse.parentOf(field);
    for (let steps = 0; at && steps < 3; steps++) {
      if (at.getBoundingClientRect().height > 12) return /** @type {HTMLElement} */ (at).innerText.replace(/\u00a0/g, ' ').slice(0, 30000);
      at = cobrowse.parentOf(at);
    }
    return '';
  }

  /** Set a date, time, colour or slider. Returns what it then holds. @param {number} key @param {string} value @param {any} core what it must still be, where that was not asked just now */
  async function setValue(key, value, core) {
    const field = /** @type {HTMLInputElement} */ (need(key));
    if (core) cobrowse.insistSame(field, core);
    if (field.value !== value) {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await pause(SETTLE_MS);
    return field.isConnected ? field.value : value;
  }

  // --- ticks ------------------------------------------------------------------------------------------------------------

  /** @param {Element} element @returns {'on' | 'off' | 'mixed' | ''} */
  function tickState(element) {
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
      return element.indeterminate ? 'mixed' : element.checked ? 'on' : 'off';
    }
    for (const attribute of ['aria-checked', 'aria-pressed', 'aria-selected']) {
      const value = element.getAttribute(attribute);
      if (value === 'true') return 'on';
      if (value === 'mixed') return 'mixed';
      if (value === 'false') return 'off';
    }
    return TICK_ROLES.test(cobrowse.role(element)) ? 'off' : '';
  }

  /** The tick box an element stands for: `{key, state, radio}`; an empty state: it is none. @param {number} key */
  function tickOf(key) {
    const element = resolveTick(need(key));
    return { key: cobrowse.keyOf(element), state: tickState(element), radio: /radio$/.test(cobrowse.role(element)), core: cobrowse.coreOf(element) };
  }

  /** The state once the page had time to put it back; waits for the wanted one. @param {number} key @param {string} wanted */
  async function tickAfter(key, wanted) {
    const until = performance.now() + 400;
    let element = cobrowse.nodeOf(key);
    while (element && tickState(element) !== wanted && performance.now() < until) {
      await pause(20);
      element = cobrowse.nodeOf(key);
    }
    await pause(TICK_SETTLE_MS);
    element = cobrowse.nodeOf(key);
    return element ? tickState(element) : '';
  }

  // --- files ------------------------------------------------------------------------------------------------------------

  /** The file field an element stands for, or null. @param {number} key @returns {Element | null} */
  function fileField(key) {
    const element = need(key);
    if (element instanceof HTMLInputElement && element.type === 'file') return element;
    if (element instanceof HTMLLabelElement && element.control instanceof HTMLInputElement && element.control.type === 'file') return element.control;
    for (let at = /** @type {Element | null} */ (element), steps = 0; at && steps < 3; at = cobrowse.parentOf(at), steps++) {
      const inner = below(at, 'input[type=file]');
      if (inner.length === 1) return inner[0];
      if (inner.length > 1) return null;
    }
    return null;
  }

  /** @param {HTMLInputElement} field */
  function fileFacts(field) {
    return { multiple: field.multiple || field.hasAttribute('webkitdirectory'), disabled: field.disabled, names: [...(field.files ?? [])].map(file => file.name) };
  }

  Object.assign(cobrowse, {
    fieldOf, describeField: describe, focusKey, focusState, focusNow, focusedField, prepare, hasTail, finish, heldNow, setValue, tickOf, tickAfter, fileField, fileFacts,
    kindOf, fieldFor: resolve, tickFor: resolveTick, tickState, need, held, below, focused, pause,
  });
})();
