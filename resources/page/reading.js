// @ts-check
/** Reading: one property, the whole text, what fields complain of, and whether a condition holds. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.read) return;

  const VALUE_NAMES = /^(value|defaultvalue|valueasnumber|valueasdate|files|selectionstart|selectionend|textlength|textcontent|innertext)$/;
  const RESOLVED = /^(href|src|action|formaction|poster|data|cite|background)$/;

  /** @param {number} key @returns {Element} */
  function need(key) {
    return cobrowse.nodeOf(key) ?? cobrowse.fail('stale', 'It is gone from the page.');
  }

  /** @param {unknown} value */
  function clean(value) {
    return typeof value === 'string' ? cobrowse.masked(value) : value;
  }

  /**
   * A live property, else an attribute; without a name the text (of a field: what it holds).
   * @param {number} key @param {string | null} attribute
   */
  function read(key, attribute) {
    const element = need(key);
    const secret = cobrowse.isSecret(element) && /** @type {any} */ (element).type !== 'hidden';
    if (attribute === null) return secret ? refuse() : clean(wholeText(element));
    if (secret && VALUE_NAMES.test(attribute.toLowerCase())) return refuse();
    return clean(valueNamed(element, attribute));
  }

  /** @returns {never} */
  function refuse() {
    return cobrowse.fail('secret', 'This field holds a secret, which only the person sees.');
  }

  /** @param {Element} element */
  function wholeText(element) {
    const kind = cobrowse.kindOf(element);
    return kind === 'text' || kind === 'value' || kind === 'list' ? cobrowse.held(element) : element.textContent ?? '';
  }

  /** @param {Element} element @param {string} name @returns {string | number | boolean | null} */
  function valueNamed(element, name) {
    const property = propertyNamed(element, name);
    if (property !== undefined) return property;
    return element.getAttribute(name);
  }

  const SPELLINGS = { class: 'className', for: 'htmlFor', readonly: 'readOnly', maxlength: 'maxLength', minlength: 'minLength', tabindex: 'tabIndex', textcontent: 'textContent', innertext: 'innerText', innerhtml: 'innerHTML', outerhtml: 'outerHTML', text: 'textContent', contenteditable: 'contentEditable', colspan: 'colSpan', rowspan: 'rowSpan', formaction: 'formAction', defaultvalue: 'defaultValue', defaultchecked: 'defaultChecked' };

  /** @param {Element} element @param {string} name @returns {string | number | boolean | undefined} */
  function propertyNamed(element, name) {
    const own = name in element ? name : /** @type {any} */ (SPELLINGS)[name.toLowerCase()] ?? name;
    if (!(own in element)) return undefined;
    const value = element instanceof HTMLFormElement ? formProperty(element, own) : /** @type {any} */ (element)[own];
    if (typeof value === 'object' && value && RESOLVED.test(own) && 'baseVal' in value) return new URL(value.baseVal, document.baseURI).href;
    if (typeof value === 'boolean' || typeof value === 'string') {
      // An empty reflection of what is not there says nothing; `disabled` and the like stay booleans.
      return value === '' && !element.hasAttribute(name) && own !== 'value' && !/content|text|html|name$/i.test(own) ? undefined : value;
    }
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  /** A form's fields can hide its own properties. @param {HTMLFormElement} form @param {string} name */
  function formProperty(form, name) {
    for (let at = HTMLFormElement.prototype; at; at = Object.getPrototypeOf(at)) {
      const found = Object.getOwnPropertyDescriptor(at, name);
      if (found?.get) return found.get.call(form);
    }
    return undefined;
  }

  // --- what fields complain of ------------------------------------------------------------------------------------------

  /** `[{name, valid, message}]` of the fields in an element, or in the whole document. No event is fired. @param {number} key 0: all */
  function validity(key) {
    return cobrowse.withPass(() => {
      const start = key ? need(key) : document;
      /** @type {{name: string, valid: boolean, message: string}[]} */ const found = [];
      for (const field of fieldsIn(start)) {
        if (!cobrowse.present(field) && !(/** @type {any} */ (field).willValidate && !/** @type {any} */ (field).validity?.valid)) continue;
        found.push(complaint(field));
      }
      return found.slice(0, 300);
    });
  }

  /** @param {Document | Element} start @returns {Element[]} */
  function fieldsIn(start) {
    /** @type {Set<Element>} */ const found = new Set();
    const wanted = 'input, textarea, select, [role=textbox], [role=combobox], [role=spinbutton], [role=radiogroup], [role=listbox], [aria-invalid]';
    const take = (/** @type {Element} */ element) => {
      if (element instanceof HTMLInputElement && /^(hidden|submit|button|image|reset)$/.test(element.type)) return;
      if (element.matches(wanted) || (element.localName.includes('-') && element.matches(':invalid'))) found.add(element);
    };
    if (start instanceof HTMLFormElement) for (const field of formProperty(start, 'elements')) take(field);
    if (start instanceof Element) take(start);
    cobrowse.each(start, take);
    const root = start instanceof Element ? cobrowse.rootOf(start) : null;
    if (root) cobrowse.each(root, take);
    return [...found];
  }

  /** @param {Element} field */
  function complaint(field) {
    const native = /** @type {any} */ (field);
    const stated = field.getAttribute('aria-invalid');
    const off = stated !== null && stated !== '' && stated !== 'false';
    const valid = !off && (native.willValidate === false || (native.validity ? native.validity.valid : !field.matches(':invalid')));
    const words = cobrowse.referredTo(field, 'aria-errormessage').map((/** @type {Element} */ e) => e.textContent).join(' ');
    const message = valid ? '' : cobrowse.tidy(words || native.validationMessage || (off ? cobrowse.description(field) : '') || 'It is marked as invalid.');
    return { name: cobrowse.masked(cobrowse.name(field) || native.name || field.id || field.localName), valid, message: cobrowse.masked(cobrowse.cap(message)) };
  }

  // --- conditions -------------------------------------------------------------------------------------------------------

  /** @param {{css?: string, role?: string, name?: string, key?: number}} target @returns {Element[]} */
  function all(target) {
    if (target.key) return [cobrowse.nodeOf(target.key)].filter(Boolean);
    if (target.css !== undefined) {
      try {
        return cobrowse.selectAll(target.css);
      } catch {
        cobrowse.fail('invalid', `The browser does not understand the CSS ${target.css.slice(0, 80)}.`);
      }
    }
    return cobrowse.roleMatches(target.role, target.name);
  }

  /**
   * What a condition asks of what a target matches: `{total, seen, value, text, focused}` of the first that can be seen.
   * @param {{css?: string, role?: string, name?: string, key?: number}} target @param {string} kind @param {string | null} name
   */
  function probe(target, kind, name) {
    return cobrowse.withPass(() => {
      const found = all(target);
      const seen = found.filter(element => cobrowse.present(element));
      const first = seen[0] ?? found[0];
      const answer = { total: found.length, seen: seen.length, value: /** @type {any} */ (null), secret: false };
      if (!first) return answer;
      answer.secret = cobrowse.isSecret(first) && /** @type {any} */ (first).type !== 'hidden';
      if (kind === 'text' || kind === 'includes') answer.value = cobrowse.tidy(wholeTextShown(first));
      else if (kind === 'attribute') answer.value = clean(first.getAttribute(name ?? ''));
      else if (kind === 'property') answer.value = answer.secret && VALUE_NAMES.test((name ?? '').toLowerCase()) ? null : clean(propertyNamed(first, name ?? '') ?? null);
      else if (kind === 'value') answer.value = answer.secret ? null : first instanceof HTMLSelectElement && first.multiple ? [...first.selectedOptions].map(option => [option.value, cobrowse.tidy(option.label)]) : first instanceof HTMLSelectElement ? [[first.value, cobrowse.held(first)]] : clean(cobrowse.held(first));
      else if (kind === 'focused') answer.value = cobrowse.focused() === first;
      return answer;
    });
  }

  /** @param {Element} element */
  function wholeTextShown(element) {
    return cobrowse.isSecret(element) ? '' : cobrowse.masked(wholeText(element));
  }

  Object.assign(cobrowse, { read, validity, probe });
})();
