// @ts-check
/** Lists of choices: native ones, and those built from roles. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.chooseNative) return;

  const OPTION_ROLES = /^(option|menuitemradio|menuitemcheckbox|menuitem|treeitem)$/;
  const SETTLE_MS = 50;

  /** @param {number} key @returns {Element} */
  function need(key) {
    return cobrowse.nodeOf(key) ?? cobrowse.fail('stale', 'It is gone from the page.');
  }

  /** The native list an element stands for: itself, the one it labels, or the only one inside. @param {Element} element @returns {HTMLSelectElement | null} */
  function nativeList(element) {
    if (element instanceof HTMLSelectElement) return element;
    if (element instanceof HTMLOptionElement) return element.closest('select');
    if (element instanceof HTMLLabelElement) return element.control instanceof HTMLSelectElement ? element.control : null;
    const inner = cobrowse.below(element, 'select');
    return inner.length === 1 ? inner[0] : null;
  }

  /** What kind of list this is: `{native: key | 0, multiple, option}`. @param {number} key */
  function listOf(key) {
    const element = need(key);
    const list = nativeList(element);
    const option = element instanceof HTMLOptionElement ? cobrowse.tidy(element.label) : null;
    return { native: list ? cobrowse.keyOf(list) : 0, multiple: !!list?.multiple, option, dropdown: !!list && !list.multiple && list.size < 2 };
  }

  /** @param {HTMLSelectElement} list @param {string} wanted @returns {HTMLOptionElement} */
  function optionOf(list, wanted) {
    const options = [...list.options];
    const folded = cobrowse.fold(wanted);
    const found = options.find(option => cobrowse.tidy(option.label) === wanted) ?? options.find(option => option.value === wanted) ?? options.find(option => cobrowse.fold(option.label) === folded) ?? options.find(option => cobrowse.fold(option.value) === folded) ?? options.find(option => cobrowse.fold(option.text) === folded);
    if (!found) {
      const labels = options.map(option => cobrowse.tidy(option.label)).filter(Boolean);
      cobrowse.fail('not_found', `There is no choice “${wanted}” in it.`, { options: labels.slice(0, 60) });
    }
    if (found.disabled || (found.parentElement instanceof HTMLOptGroupElement && found.parentElement.disabled)) {
      cobrowse.fail('not_interactive', `The choice “${wanted}” cannot be chosen now.`);
    }
    return found;
  }

  /** Choose exactly these. Returns the labels then chosen. @param {number} key @param {string[]} values @param {any} core what it must still be */
  async function chooseNative(key, values, core) {
    const list = /** @type {HTMLSelectElement} */ (need(key));
    cobrowse.insistSame(list, core);
    if (list.disabled || list.matches(':disabled')) cobrowse.fail('not_interactive', 'The list is disabled.');
    if (cobrowse.isSecret(list)) cobrowse.fail('secret', 'Only the person fills in this field.');
    if (!list.multiple && values.length !== 1) cobrowse.fail('invalid', 'This list takes exactly one choice.');
    const wanted = new Set(values.map(value => optionOf(list, value)));
    const same = [...list.options].every(option => option.selected === wanted.has(option));
    if (!same) {
      // One that something drawn stands for has no use for the focus; some faces would open by it.
      if (cobrowse.isVisible(list)) list.focus({ preventScroll: true });
      for (const option of list.options) if (option.selected !== wanted.has(option)) option.selected = wanted.has(option);
      list.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }
    const labels = [...wanted].map(option => cobrowse.tidy(option.label));
    await cobrowse.pause(same ? 0 : SETTLE_MS);
    const now = list.isConnected ? [...list.selectedOptions].map(option => cobrowse.tidy(option.label)) : labels;
    return { asked: labels, chosen: now };
  }

  /** The list that a combobox says it opens. @param {Element} element @returns {Element[]} */
  function popupsOf(element) {
    /** @type {Element[]} */ const found = [];
    for (const attribute of ['aria-controls', 'aria-owns']) {
      found.push(...cobrowse.referredTo(element, attribute));
      for (const inner of cobrowse.below(element, `[${attribute}]`)) found.push(...cobrowse.referredTo(inner, attribute));
    }
    return found;
  }

  /** Choices that can be seen: those of the list meant, else all on the page. @param {Element} element @returns {Element[]} */
  function choices(element) {
    const inside = [element, ...popupsOf(element)].flatMap(holder => optionsIn(holder));
    if (inside.length) return inside;
    /** @type {Element[]} */ const all = [];
    cobrowse.each(document, (/** @type {Element} */ other) => {
      if (/^(option|menuitemradio)$/.test(cobrowse.role(other)) && !(other instanceof HTMLOptionElement) && cobrowse.isVisible(other)) all.push(other);
    });
    return all;
  }

  /** @param {Element} holder @returns {Element[]} */
  function optionsIn(holder) {
    return cobrowse.below(holder, '[role]').filter((/** @type {Element} */ inner) => OPTION_ROLES.test(cobrowse.role(inner)) && cobrowse.isVisible(inner));
  }

  /** @param {Element[]} options @returns {[number, string, string, boolean, boolean][]} key, label, value, selected, disabled */
  function rowsOf(options) {
    return options.slice(0, 500).map(option => [
      cobrowse.keyOf(option), cobrowse.name(option), option.getAttribute('data-value') ?? option.getAttribute('value') ?? '',
      option.getAttribute('aria-selected') === 'true' || option.getAttribute('aria-checked') === 'true',
      option.getAttribute('aria-disabled') === 'true',
    ]);
  }

  /** The list that a choice is in. @param {Element} option @returns {Element} */
  function listAround(option) {
    return cobrowse.closestOf(option, '[role=listbox], [role=menu], [role=tree], [role=grid]') ?? cobrowse.parentOf(option) ?? option;
  }

  /**
   * The choices in the list of one that was on offer, once the page had time to mark them: `{multiple, marks, rows}`;
   * null when the list is gone. `marks`: it says of each choice whether it is chosen.
   * @param {number} key
   */
  async function choicesBeside(key) {
    await cobrowse.pause(SETTLE_MS);
    const option = cobrowse.nodeOf(key);
    if (!option || !cobrowse.isVisible(option)) return null;
    return cobrowse.withPass(() => {
      const list = listAround(option);
      const options = optionsIn(list);
      const marks = options.every(one => one.hasAttribute('aria-selected') || one.hasAttribute('aria-checked'));
      return { multiple: list.getAttribute('aria-multiselectable') === 'true', marks, rows: rowsOf(options) };
    });
  }

  const CLOSING_MS = 300;

  /** Take the focus away from a list that stays open over the page, as going on to the next field would. Says whether it is closed. @param {number} key one of its choices */
  async function closeList(key) {
    const shown = () => { const option = cobrowse.nodeOf(key); return !!option && cobrowse.isVisible(option); };
    if (!shown()) return true;
    /** @type {HTMLElement | null} */ (cobrowse.focused())?.blur();
    const until = performance.now() + CLOSING_MS;
    while (shown() && performance.now() < until) await cobrowse.pause(20);
    return !shown();
  }

  /**
   * The choices on offer: `{open, multiple, text, rows}`, rows as of `rowsOf`.
   * @param {number} key
   */
  function choicesOf(key) {
    return cobrowse.withPass(() => {
      const element = need(key);
      const rows = rowsOf(choices(element));
      const multiple = [element, ...popupsOf(element)].some(one => one.getAttribute('aria-multiselectable') === 'true');
      return { open: rows.length > 0, list: cobrowse.role(element) === 'listbox', multiple, text: shownText(element), rows };
    });
  }

  /** What the closed list shows as chosen. @param {Element} element */
  function shownText(element) {
    const field = element instanceof HTMLInputElement ? element : cobrowse.below(element, 'input:not([type=hidden])')[0];
    return cobrowse.tidy(`${/** @type {HTMLElement} */ (element).innerText ?? ''} ${field instanceof HTMLInputElement && !cobrowse.isSecret(field) ? field.value : ''}`).slice(0, 400);
  }

  Object.assign(cobrowse, { listOf, chooseNative, choicesOf, choicesBeside, closeList });
})();
