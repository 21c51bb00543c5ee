// @ts-check
/** Everything about an element that decides whether it may be acted on, and what an approval is bound to. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.facts) return;

  const MOST_FORM_FIELDS = 40;

  /** The nearest thing from here up that a press activates: a button inside which the node is, a link. @param {Element} element */
  function actorOf(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = cobrowse.parentOf(at)) {
      if (at instanceof HTMLButtonElement || at instanceof HTMLAnchorElement || at instanceof HTMLInputElement) return at;
      if (at instanceof HTMLLabelElement && at.control instanceof HTMLInputElement && /^(submit|image)$/.test(at.control.type)) return at.control;
    }
    return element;
  }

  // A form's fields can hide its own properties (`<input name="action">`), so these are asked of the prototype.
  /** @param {HTMLFormElement} form @param {string} property @returns {any} */
  function formProperty(form, property) {
    return /** @type {any} */ (Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, property)).get.call(form);
  }

  /** @param {Element} actor */
  function submits(actor) {
    if (actor instanceof HTMLButtonElement) return actor.type === 'submit' && !!actor.form;
    return actor instanceof HTMLInputElement && (actor.type === 'submit' || actor.type === 'image') && !!actor.form;
  }

  /** @param {Element} actor @returns {{action: string, method: string, submits: boolean, fields: [string, string][]} | null} */
  function formFacts(actor) {
    const form = /** @type {any} */ (actor).form ?? cobrowse.closestOf(actor, 'form');
    if (!(form instanceof HTMLFormElement)) return null;
    const sends = submits(actor);
    const override = sends && actor.hasAttribute('formaction');
    const own = sends && actor.hasAttribute('formmethod');
    // A form without a stated method is mostly one that a script sends, so it is not taken for a mere query.
    const stated = own || form.hasAttribute('method');
    const method = own ? /** @type {any} */ (actor).formMethod : formProperty(form, 'method');
    return {
      action: override ? /** @type {any} */ (actor).formAction : formProperty(form, 'action'),
      method: stated ? String(method || 'get').toLowerCase() : '',
      submits: sends,
      fields: filledFields(form),
    };
  }

  /** @param {HTMLFormElement} form @returns {[string, string][]} */
  function filledFields(form) {
    /** @type {[string, string][]} */ const fields = [];
    for (const field of formProperty(form, 'elements')) {
      if (fields.length >= MOST_FORM_FIELDS) break;
      const value = shownValue(field);
      if (value) fields.push([cobrowse.name(field) || field.name || field.localName, value]);
    }
    return fields;
  }

  /** What a field holds, as it may be shown; '' for nothing. @param {any} field @returns {string} */
  function shownValue(field) {
    if (/^(button|submit|reset|image|fieldset)$/.test(field.type ?? field.localName) || field instanceof HTMLFieldSetElement || field instanceof HTMLButtonElement) return '';
    if (cobrowse.isSecret(field)) return field.type === 'hidden' || !field.value ? '' : cobrowse.MASK;
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) return field.checked ? '✓' : '';
    if (field instanceof HTMLInputElement && field.type === 'file') return [...(field.files ?? [])].map(file => file.name).join(', ');
    if (field instanceof HTMLSelectElement) return [...field.selectedOptions].map(option => option.label).join(', ');
    return cobrowse.masked(String(field.value ?? '')).slice(0, 200);
  }

  /** Makes hashes of what fields hold worthless outside of this document. */
  const salt = crypto.getRandomValues(new Uint32Array(4)).join();

  /**
   * A digest of what using it would send or choose from, secrets included: the contents of the form that it sends, the
   * choices of a list. '' for what has neither.
   * @param {Element} element @param {Element} actor @param {boolean} sends
   */
  function bondOf(element, actor, sends) {
    /** @type {unknown[]} */ const parts = [];
    if (sends) for (const field of formProperty(/** @type {any} */ (actor).form, 'elements')) parts.push([field.name, field.type, field.value, field.checked, field.disabled]);
    if (element instanceof HTMLSelectElement) for (const option of element.options) parts.push([option.value, option.label, option.selected, option.disabled]);
    return parts.length ? hash(salt + JSON.stringify(parts)) : '';
  }

  /** @param {Element} element @returns {string | null} */
  function valueOf(element) {
    if (cobrowse.isSecret(element)) return null;
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return cobrowse.masked(element.value);
    if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map(option => cobrowse.tidy(option.label)).join(', ');
    if (/** @type {any} */ (element).isContentEditable) return cobrowse.masked(/** @type {HTMLElement} */ (element).innerText.replace(/\n$/, ''));
    return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  }

  /** @param {Element} element @returns {string | null} */
  function hrefOf(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = cobrowse.parentOf(at)) {
      if (at instanceof HTMLAnchorElement || at instanceof HTMLAreaElement) return at.hasAttribute('href') ? at.href : null;
      if (at instanceof SVGAElement) return at.href.baseVal ? new URL(at.href.baseVal, document.baseURI).href : null;
    }
    return null;
  }

  /** 53 bits are plenty to tell two states of one element apart (cyrb53, public domain). @param {string} text */
  function hash(text) {
    let one = 0xdeadbeef, two = 0x41c6ce57;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 2654435761);
      two = Math.imul(two ^ code, 1597334677);
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
    two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
    return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
  }

  /** Where it hangs: tags and ids up to the top. @param {Element} element */
  function lineage(element) {
    let line = '';
    for (let at = cobrowse.parentOf(element); at; at = cobrowse.parentOf(at)) line += `${at.localName}#${at.id}>`;
    return line;
  }

  /** States that make another thing of it; not `disabled`, as one waits for that to pass. @param {string[]} states */
  function deciding(states) {
    return states.filter(state => /^(checked|unchecked|mixed|selected|pressed|secret)$/.test(state));
  }

  /** Where boxes were and since when (ms of this document), to tell what stands still. @type {WeakMap<Element, {box: number[], since: number}>} */
  const places = new WeakMap();

  /** Since when its box is where it is now, as far as was seen. @param {Element} element @param {number[]} box */
  function stillSince(element, box) {
    const known = places.get(element);
    if (known && known.box.every((side, index) => Math.abs(side - box[index]) < 0.6)) return known.since;
    const since = performance.now();
    places.set(element, { box, since });
    return since;
  }

  /** Longer texts are no names. */
  const MOST_WORDS = 80;

  /** Its role and name; mere text is called by its words. @param {Element} element @returns {{role: string, name: string}} */
  function called(element) {
    if (cobrowse.isClickable(element)) return { role: 'clickable', name: cobrowse.masked(cobrowse.clickableName(element).name) };
    const role = cobrowse.role(element);
    const name = cobrowse.masked(cobrowse.name(element));
    const words = role || name ? '' : cobrowse.tidy(element.textContent ?? '');
    return words && words.length <= MOST_WORDS ? { role: 'text', name: cobrowse.masked(words) } : { role: role || 'generic', name };
  }

  /** Everything an approval is bound to. @param {Element} element */
  function facts(element) {
    const actor = actorOf(element);
    const { role, name } = called(element);
    const states = cobrowse.states(element);
    const type = element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.type : null;
    const form = formFacts(actor);
    const href = hrefOf(element);
    const { x, y, width, height } = cobrowse.boxOf(element);
    const link = actor instanceof HTMLAnchorElement ? actor : null;
    const opensTab = opensAway(link?.target || (form?.submits ? /** @type {any} */ (actor).formTarget || formProperty(/** @type {any} */ (actor).form, 'target') : ''));
    const secret = cobrowse.isSecret(element) && type !== 'hidden';
    const words = role === 'clickable' ? name : cobrowse.name(element);
    const box = [x, y, width, height];
    stillSince(element, box);
    const bound = [element.localName, cobrowse.role(element), words, type, href, form?.submits, form?.action, form?.method, secret, deciding(states), link?.hasAttribute('download'), opensTab, lineage(element)];
    return {
      key: cobrowse.keyOf(element), mark: cobrowse.keyOf(new Text()), role, name, tag: element.localName, type, states, secret, href, form, opensTab,
      value: valueOf(element), bond: bondOf(element, actor, !!form?.submits), box, download: link?.hasAttribute('download') ?? false,
      fingerprint: hash(JSON.stringify(bound)), section: '',
    };
  }

  /** @param {string} target */
  function opensAway(target) {
    return !!target && !/^_(self|top|parent)$/i.test(target);
  }

  /** The words around it that tell it apart from its like. @param {Element} element */
  function section(element) {
    const own = cobrowse.fold(cobrowse.name(element));
    for (let at = cobrowse.parentOf(element), steps = 0; at && steps < 12; at = cobrowse.parentOf(at), steps++) {
      const words = cobrowse.tidy(wordsOf(at));
      if (cobrowse.fold(words) !== own && words.length > own.length + 1) return cobrowse.masked(around(words, own));
    }
    return '';
  }

  /**
   * What tells an element from its twins: the heading or the words of all that it has to itself.
   * @param {Element} element @param {Element[]} twins
   */
  function apart(element, twins) {
    let own = element;
    for (let up = cobrowse.parentOf(own); up && !twins.some(twin => twin !== element && cobrowse.holds(up, twin)); up = cobrowse.parentOf(up)) own = up;
    const heading = own === element ? null : own.querySelector('h1, h2, h3, h4, h5, h6, legend, [role=heading]');
    const words = heading ? cobrowse.tidy(heading.textContent ?? '') : around(cobrowse.tidy(wordsOf(own)), cobrowse.fold(cobrowse.name(element)));
    return words ? cobrowse.masked(cobrowse.cap(words, 80)) : section(element);
  }

  /** @param {Element} element */
  function wordsOf(element) {
    let text = '';
    const walker = document.createTreeWalker(cobrowse.rootOf(element) ?? element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && text.length < 240; node = walker.nextNode()) {
      const holder = node.parentElement;
      const piece = holder && !/^(script|style|template|noscript)$/.test(holder.localName) ? cobrowse.tidy(node.nodeValue ?? '') : '';
      if (piece) text += ` ${piece}`;
    }
    return text;
  }

  /** @param {string} words @param {string} own */
  function around(words, own) {
    const at = words.toLowerCase().indexOf(own);
    const rest = at >= 0 && own ? words.slice(0, at) + words.slice(at + own.length) : words;
    return cobrowse.cap(cobrowse.tidy(rest), 80);
  }

  /** The nearest ancestor (or self) that matches, through shadow roots. @param {Element} element @param {string} css @returns {Element | null} */
  function closestOf(element, css) {
    for (let at = /** @type {Element | null} */ (element); at; at = cobrowse.parentOf(at)) if (at.matches(css)) return at;
    return null;
  }

  /** Tell the engine that something cannot be done. @param {string} reason @param {string} message @param {object} [data] @returns {never} */
  function fail(reason, message, data = {}) {
    throw new Error('cobrowse:' + JSON.stringify({ reason, message, data }));
  }

  Object.assign(cobrowse, { facts, section, apart, closestOf, actorOf, stillSince, valueOf, hash, fail });
})();
