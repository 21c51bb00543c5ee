// @ts-check
/**
 * Finding the element a target means, and telling everything about it that decides whether it may be acted on.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.seekRole) return;

  /** Most matches that are described one by one. */
  const MOST_DESCRIBED = 8;
  /** Most names handed over for near misses. */
  const MOST_NAMES = 600;
  const MOST_FORM_FIELDS = 40;

  /** Roles that people use for one another; the exact one goes first. */
  const FAMILIES = [
    ['textbox', 'searchbox', 'combobox', 'spinbutton'],
    ['combobox', 'listbox'],
    ['checkbox', 'switch', 'menuitemcheckbox'],
    ['radio', 'menuitemradio'],
    ['menuitem', 'menuitemcheckbox', 'menuitemradio'],
    ['option', 'treeitem', 'menuitemradio'],
    ['image', 'img', 'graphic'],
    ['cell', 'gridcell'],
  ];

  /** @param {string} wanted @returns {Set<string>} */
  function likeRoles(wanted) {
    const like = new Set([wanted]);
    for (const family of FAMILIES) if (family.includes(wanted)) for (const role of family) like.add(role);
    if (wanted === 'img') like.add('image');
    return like;
  }

  /** Compared without case, repeated white space, and zero-width and bidi controls. @param {string} text */
  function fold(text) {
    return cobrowse.tidy(text).replace(/\s+/g, ' ').trim().toLowerCase();
  }

  /**
   * Every element of this document, also inside shadow roots that are open or were brought in.
   * @param {Document | Element | ShadowRoot} root @param {(element: Element) => void} visit
   */
  function each(root, visit) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = /** @type {Element} */ (node);
      if (element === cobrowse.ourHost) continue;
      visit(element);
      const inner = cobrowse.rootOf(element);
      if (inner) each(inner, visit);
    }
  }

  /**
   * Whether a person can see it, or sees something that stands for it: the label, card or face over a bare control.
   * @param {Element} element
   */
  function present(element) {
    if (cobrowse.isVisible(element)) return true;
    if (element instanceof HTMLOptionElement) {
      const list = element.closest('select');
      return !!list && !element.hidden && (cobrowse.isVisible(list) || standsBehind(list));
    }
    return standsBehind(element);
  }

  /** Whether it is a control that is made invisible in favour of something drawn. @param {Element} element */
  function standsBehind(element) {
    const behind = element instanceof HTMLSelectElement || (element instanceof HTMLInputElement && /^(checkbox|radio|file|range|color)$/.test(element.type)) || /^(checkbox|radio|switch)$/.test(element.getAttribute('role') ?? '');
    if (!behind) return false;
    if (cobrowse.surfaceOf(element) !== element) return true;
    if (cobrowse.unseen(element) !== 'opacity') return false;
    const box = cobrowse.boxOf(element);
    const parent = cobrowse.parentOf(element);
    return box.width >= 1 && box.height >= 1 && !!parent && cobrowse.isVisible(parent);
  }

  /** What a `clickable` is called: its words, as there is no accessible name for it. @param {Element} element */
  function clickableName(element) {
    return cobrowse.name(element) || /** @type {HTMLElement} */ (element).innerText || '';
  }

  /** Whether only the pointer says that it can be used. @param {Element} element */
  function isClickable(element) {
    const role = cobrowse.role(element);
    if (role && !/^(none|listitem|paragraph|cell|row|image|graphic|emphasis|strong)$/.test(role)) return false;
    if (element.hasAttribute('onclick') || element.hasAttribute('tabindex')) return true;
    if (cobrowse.styleOf(element).cursor !== 'pointer') return false;
    const parent = cobrowse.parentOf(element);
    return !parent || cobrowse.styleOf(parent).cursor !== 'pointer';
  }

  /** @param {string} role @param {string} name @returns {{exact: Element[], like: Element[]}} */
  function matches(role, name) {
    const roles = likeRoles(role);
    const clickable = role === 'clickable' || role === 'generic';
    /** @type {Element[]} */ const exact = [];
    /** @type {Element[]} */ const like = [];
    each(document, element => {
      const own = cobrowse.role(element);
      if (roles.has(own)) {
        if (fold(cobrowse.name(element)) === name) (own === role || (own === 'image' && role === 'img') ? exact : like).push(element);
      } else if (clickable && isClickable(element) && fold(clickableName(element)) === name) exact.push(element);
    });
    return { exact, like };
  }

  /** Whether scrolling or sliding may bring it into view, though it cannot be seen now. @param {Element} element */
  function reachable(element) {
    return /^(clip|off-page)$/.test(cobrowse.unseen(element));
  }

  /**
   * The best of what was found, and how good it is: 0 seen and of the very role, 1 seen, 2 and 3 within reach,
   * 4 and 5 merely there, 9 nothing. Only what can be seen counts, if any can.
   * @param {Element[]} exact @param {Element[]} like @returns {{tier: number, list: Element[]}}
   */
  function best(exact, like) {
    const ways = [present, reachable, () => true];
    for (let way = 0; way < ways.length; way++) {
      for (const [kin, group] of [exact, like].entries()) {
        const list = group.filter(ways[way]);
        if (list.length) return { tier: 2 * way + kin, list };
      }
    }
    return { tier: 9, list: [] };
  }

  /**
   * Elements with this role and whole name: `{tier, total, rows}`.
   * @param {string} role @param {string} name
   */
  function seekRole(role, name) {
    return cobrowse.withPass(() => {
      const { exact, like } = matches(role, cobrowse.cap(fold(name)));
      for (const element of [...exact, ...like]) cobrowse.keyOf(element);
      const { tier, list } = best(exact, like);
      const some = list.slice(0, MOST_DESCRIBED);
      const rows = some.map(facts);
      if (rows.length > 1) some.forEach((element, index) => { rows[index].section = section(element); });
      return { tier, total: list.length, rows };
    });
  }

  /** Every element with this role and whole name; the like-named of a kindred role when there is none. @param {string} role @param {string} name */
  function roleMatches(role, name) {
    const { exact, like } = matches(role, cobrowse.cap(fold(name)));
    return exact.length ? exact : like;
  }

  /** CSS in this document and its open shadow roots, in document order. @param {string} css @returns {Element[]} */
  function selectAll(css) {
    /** @type {Element[]} */ const found = [];
    /** @param {Document | ShadowRoot} root */
    const within = root => {
      for (const element of root.querySelectorAll(css)) if (element !== cobrowse.ourHost) found.push(element);
    };
    within(document);
    each(document, element => { if (element.shadowRoot) within(element.shadowRoot); });
    return found;
  }

  /**
   * The first visible match of a CSS selector: `{tier, total, used, rows}`; `used` is an index into all matches.
   * @param {string} css
   */
  function seekCss(css) {
    return cobrowse.withPass(() => {
      /** @type {Element[]} */ let found = [];
      try {
        found = selectAll(css);
      } catch {
        fail('invalid', `The browser does not understand the CSS ${css.slice(0, 80)}.`);
      }
      for (const element of found.slice(0, MOST_NAMES)) cobrowse.keyOf(element);
      const { tier, list } = best(found, []);
      return { tier, total: found.length, used: Math.max(found.indexOf(list[0]), 0), rows: list.slice(0, 1).map(facts) };
    });
  }

  /** The element with this key, or null when it has gone. @param {number} key */
  function seekKey(key) {
    const element = cobrowse.nodeOf(key);
    if (!element) return null;
    return cobrowse.withPass(() => ({ tier: best([element], []).tier, total: 1, rows: [facts(element)] }));
  }

  /**
   * `[role, name]` of what a target with this role could have meant; visible things only.
   * @param {string} role
   */
  function nearNames(role) {
    return cobrowse.withPass(() => {
      const roles = likeRoles(role);
      for (const other of ['button', 'link', 'tab', 'menuitem']) if (['button', 'link', 'tab', 'menuitem', 'clickable'].includes(role)) roles.add(other);
      /** @type {[string, string][]} */ const names = [];
      each(document, element => {
        if (names.length >= MOST_NAMES || !roles.has(cobrowse.role(element))) return;
        const name = cobrowse.name(element);
        if (name && present(element)) names.push([cobrowse.role(element), cobrowse.masked(name)]);
      });
      return names;
    });
  }

  const MOST_HOSTS = 200;
  const HOST_TAGS = new Set('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '));
  /** Elements that turned out to have no closed root, with the looks they had then. @type {WeakMap<Element, number>} */
  const asked = new WeakMap();

  /** Keys of elements that may have a closed shadow root; each is given once as long as it looks the same. @returns {number[]} */
  function likelyHosts() {
    /** @type {number[]} */ const found = [];
    each(document, element => {
      if (found.length >= MOST_HOSTS || cobrowse.rootOf(element) || !(element instanceof HTMLElement) || !looksLikeHost(element)) return;
      const looks = element.offsetWidth * 10000 + element.offsetHeight;
      if (asked.get(element) === looks) return;
      asked.set(element, looks);
      found.push(cobrowse.keyOf(element));
    });
    return found;
  }

  /** Whether something is drawn in it that its own children do not account for. @param {HTMLElement} element */
  function looksLikeHost(element) {
    if (element.localName.includes('-')) return element.matches(':defined') && element.checkVisibility();
    if (!HOST_TAGS.has(element.localName)) return false;
    const child = [...element.children].find(child => !/^(script|style|template|link|meta|noscript)$/.test(child.localName));
    // A child that no slot takes is outside of what is drawn, and has no computed style.
    if (child) return !child.assignedSlot && getComputedStyle(child).display === '';
    return !element.firstChild && element.clientHeight > 4 && element.scrollHeight > 4 && !element.style.height;
  }

  /** Make a closed root known; says whether it is news. @param {Element} host @param {ShadowRoot} root */
  function adoptNew(host, root) {
    if (cobrowse.rootOf(host) === root) return false;
    cobrowse.adoptRoot(host, root);
    cobrowse.watchSecrets?.(root);
    return true;
  }

  // --- what it is -------------------------------------------------------------------------------------------------------

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

  /** Everything an approval is bound to. @param {Element} element */
  function facts(element) {
    const actor = actorOf(element);
    const role = cobrowse.role(element) || (isClickable(element) ? 'clickable' : 'generic');
    const name = cobrowse.masked(cobrowse.name(element) || (role === 'clickable' ? cobrowse.cap(cobrowse.tidy(clickableName(element)), 80) : ''));
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
      value: valueOf(element), box, download: link?.hasAttribute('download') ?? false,
      fingerprint: hash(JSON.stringify(bound)), section: '',
    };
  }

  /** @param {string} target */
  function opensAway(target) {
    return !!target && !/^_(self|top|parent)$/i.test(target);
  }

  /** The words around it that tell it apart from its like. @param {Element} element */
  function section(element) {
    const own = fold(cobrowse.name(element));
    for (let at = cobrowse.parentOf(element), steps = 0; at && steps < 12; at = cobrowse.parentOf(at), steps++) {
      const words = cobrowse.tidy(wordsOf(at));
      if (fold(words) !== own && words.length > own.length + 1) return cobrowse.masked(around(words, own));
    }
    return '';
  }

  /** @param {Element} element */
  function wordsOf(element) {
    let text = '';
    const walker = document.createTreeWalker(cobrowse.rootOf(element) ?? element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && text.length < 240; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (holder && !/^(script|style|template|noscript)$/.test(holder.localName)) text += ` ${node.nodeValue}`;
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

  Object.assign(cobrowse, {
    seekRole, seekCss, seekKey, roleMatches, nearNames, likelyHosts, adoptNew, facts, section, selectAll, each, fold, fail, closestOf, actorOf, stillSince, present, valueOf, hash,
  });
})();
