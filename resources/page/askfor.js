// @ts-check
/** The form field that a person would call so: by label, placeholder, name, or the question it answers. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.seekField) return;

  const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox], [role=listbox], [role=checkbox], [role=radio], [role=switch], [role=spinbutton], [role=slider]';
  const MOST_QUESTION = 160;

  /** Without case, and without what labels end in: colons, stars, question marks. @param {string} text */
  function plain(text) {
    return cobrowse.fold(text).replace(/[\s:*?!.…]+$/u, '').replace(/^[\s*]+/, '');
  }

  /** @returns {Element[]} */
  function fields() {
    /** @type {Element[]} */ const found = [];
    cobrowse.each(document, (/** @type {Element} */ element) => {
      if (!element.matches(FIELDS)) return;
      if (element instanceof HTMLInputElement && /^(hidden|submit|button|image|reset)$/.test(element.type)) return;
      if (cobrowse.present(element)) found.push(element);
    });
    return found;
  }

  /**
   * The words that ask for the field: the text nearest before it that is in no other field's surroundings.
   * @param {Element} field @param {Set<Element>} others
   */
  function question(field, others) {
    for (let at = /** @type {Element} */ (field), steps = 0; steps < 4; steps++) {
      for (let before = at.previousSibling; before; before = before.previousSibling) {
        if (before instanceof Element && (others.has(before) || [...others].some(other => before instanceof Element && before.contains(other)))) return '';
        const text = cobrowse.tidy(before instanceof HTMLElement ? before.innerText : before.textContent ?? '');
        if (text) return text.length <= MOST_QUESTION ? text : '';
      }
      const up = cobrowse.parentOf(at);
      if (!up || up === document.body) return '';
      at = up;
    }
    return '';
  }

  /**
   * What the surroundings that a field has to itself are called: their own name, and the headings and labels in them.
   * @param {Element} field @param {Set<Element>} others @returns {string[]}
   */
  function surroundings(field, others) {
    /** @type {string[]} */ const names = [];
    for (let at = cobrowse.parentOf(field); at && at !== document.body; at = cobrowse.parentOf(at)) {
      const around = at;
      if ([...others].some(other => other !== field && cobrowse.holds(around, other))) break;
      if (cobrowse.hasAuthorName(around)) names.push(cobrowse.name(around));
      for (const title of around.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading], legend, label')) names.push(title.textContent ?? '');
    }
    return names;
  }

  /** Whether no label names it; what merely stands in an empty field shows its form. @param {Element} field */
  function isNameless(field) {
    const name = cobrowse.name(field);
    return !name || name === cobrowse.tidy(field.getAttribute('placeholder') ?? '');
  }

  /**
   * Fields without a name of their own that `words` ask for, by the question before them or by what they stand in.
   * @param {string} words @param {(role: string) => boolean} fits
   */
  function fieldsAsked(words, fits) {
    const wanted = plain(words);
    const list = fields();
    const others = new Set(list);
    return list.filter(field => fits(cobrowse.role(field)) && isNameless(field) && [question(field, others), ...surroundings(field, others)].some(text => plain(text) === wanted));
  }

  /** The group a radio button or tick belongs to. @param {Element} field */
  function group(field) {
    const holder = cobrowse.closestOf(field, 'fieldset, [role=radiogroup], [role=group]');
    return holder ? cobrowse.name(holder) : '';
  }

  /**
   * Fields called `words`, in the order of how surely: `{tier, total, rows}`.
   * @param {string} words
   */
  function seekField(words) {
    return cobrowse.withPass(() => {
      const wanted = plain(words);
      const list = fields();
      const others = new Set(list);
      const ways = [
        (/** @type {Element} */ field) => cobrowse.name(field),
        (/** @type {Element} */ field) => field.getAttribute('placeholder') ?? '',
        (/** @type {Element} */ field) => field.getAttribute('name') ?? '',
        (/** @type {Element} */ field) => field.id,
        (/** @type {Element} */ field) => question(field, others),
        (/** @type {Element} */ field) => (field.getAttribute('name') ?? '').replace(/[-_[\].]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'),
        (/** @type {Element} */ field) => surroundings(field, others),
      ];
      for (const [tier, way] of ways.entries()) {
        const found = list.filter(field => [way(field)].flat().some(text => plain(text) === wanted));
        if (found.length) return answer(tier, found);
      }
      return { tier: 9, total: 0, rows: [] };
    });
  }

  /** @param {number} tier @param {Element[]} found */
  function answer(tier, found) {
    const some = found.slice(0, 8);
    const rows = some.map(field => ({ ...cobrowse.facts(field), section: some.length > 1 ? cobrowse.apart(field, some) : cobrowse.section(field) }));
    return { tier, total: found.length, rows };
  }

  /** Names of all fields, for near misses. @returns {[string, string][]} */
  function fieldNames() {
    return cobrowse.withPass(() => {
      const list = fields();
      const others = new Set(list);
      return list.slice(0, 300).map(field => [cobrowse.role(field), cobrowse.masked(cobrowse.name(field) || field.getAttribute('placeholder') || question(field, others) || field.getAttribute('name') || '')]).filter(([, name]) => name);
    });
  }

  /** The answer of a radio group: the radio button of the group `words` that is called `value`. @param {string} words @param {string} value */
  function seekRadio(words, value) {
    return cobrowse.withPass(() => {
      const radios = fields().filter(field => /^(radio|checkbox)$/.test(cobrowse.role(field)) && (plain(group(field)) === plain(words) || plain(field.getAttribute('name') ?? '') === plain(words)));
      const found = radios.filter(field => plain(cobrowse.name(field)) === plain(value) || plain(field.getAttribute('value') ?? '') === plain(value));
      return found.length ? answer(0, found) : { tier: 9, total: 0, rows: [] };
    });
  }

  Object.assign(cobrowse, { seekField, fieldsAsked, fieldNames, seekRadio });
})();
