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
    ...['button', 'link', 'tab', 'menuitem', 'option', 'treeitem'].map(role => [role, 'clickable']),
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

  const NAMED_BY_TEXT = /^(a|button|h[1-6]|td|th|li|option|summary)$/;
  const OTHER_NAMES = 'img, svg, input, select, textarea, slot, area, math, object, [aria-label], [aria-labelledby], [title], [alt]';
  const MOST_PIECES = 8;

  /**
   * Whether an element that is named by its text is surely not called `name`, as none of its words are in it: a quick
   * no for the many.
   * @param {Element} element @param {string} name folded
   */
  function otherwiseNamed(element, name) {
    if (!NAMED_BY_TEXT.test(element.localName) || !element.firstChild || element.shadowRoot) return false;
    if (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby') || element.hasAttribute('title')) return false;
    if (element.firstElementChild && element.querySelector(OTHER_NAMES)) return false;
    if (element.localName === 'button' && cobrowse.labelsOf(element).length) return false;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let pieces = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = cobrowse.tidy(/** @type {Text} */ (node).data).toLowerCase();
      if (!text) continue;
      if (++pieces > MOST_PIECES || text.length > 190 || name.includes(text)) return false;
    }
    return pieces > 0;
  }

  /** @param {string} role @param {string} name @returns {{exact: Element[], like: Element[]}} */
  function matches(role, name) {
    const roles = likeRoles(role);
    /** @type {Element[]} */ const exact = [];
    /** @type {Element[]} */ const like = [];
    each(document, element => {
      const own = cobrowse.role(element);
      if (!roles.has(own) || otherwiseNamed(element, name) || fold(cobrowse.name(element)) !== name) return;
      (own === role || (own === 'image' && role === 'img') ? exact : like).push(element);
    });
    if (role === 'text') exact.push(...cobrowse.textsCalled(name));
    else if (role === 'clickable') exact.push(...cobrowse.clickablesCalled(name));
    else if (role === 'generic') (exact.push(...cobrowse.clickablesCalled(name)), like.push(...cobrowse.textsCalled(name)));
    else if (roles.has('clickable') && !exact.length && !like.length) like.push(...cobrowse.clickablesCalled(name));
    return { exact, like };
  }

  const FIELD_ROLES = /^(textbox|searchbox|combobox|spinbutton|listbox|slider)$/;

  /**
   * Fields without a name that are asked for by these words: editors and tag inputs often take the place of the field that
   * the label means.
   * @param {string} role @param {string} name @returns {Element[]}
   */
  function standIns(role, name) {
    if (!FIELD_ROLES.test(role)) return [];
    const roles = likeRoles(role);
    return cobrowse.fieldsAsked(name, (/** @type {string} */ own) => roles.has(own));
  }

  /** The best of what has this role and name, or of what stands for it. @param {string} role @param {string} name @returns {{tier: number, list: Element[]}} */
  function bestCalled(role, name) {
    const { exact, like } = matches(role, name);
    for (const element of [...exact, ...like]) cobrowse.keyOf(element);
    const found = best(exact, like);
    const other = found.tier > 1 ? best([], standIns(role, name)) : found;
    return other.tier < found.tier ? other : found;
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
        if (list.length) return { tier: 2 * way + kin, list: cobrowse.inFront(list) };
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
      const { tier, list } = bestCalled(role, cobrowse.cap(fold(name)));
      const some = list.slice(0, MOST_DESCRIBED);
      const rows = some.map(cobrowse.facts);
      if (rows.length > 1) some.forEach((element, index) => { rows[index].section = cobrowse.apart(element, some); });
      return { tier, total: list.length, rows };
    });
  }

  /**
   * Every element with this role and whole name, seen or not: those of a kindred role when there is none, and what stands
   * for a field that cannot be seen.
   * @param {string} role @param {string} name
   */
  function roleMatches(role, name) {
    const { exact, like } = matches(role, cobrowse.cap(fold(name)));
    const found = exact.length ? exact : like;
    return found.some(present) ? found : [...standIns(role, name), ...found];
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
        cobrowse.fail('invalid', `The browser does not understand the CSS ${css.slice(0, 80)}.`);
      }
      for (const element of found.slice(0, MOST_NAMES)) cobrowse.keyOf(element);
      const { tier, list } = best(found, []);
      return { tier, total: found.length, used: Math.max(found.indexOf(list[0]), 0), rows: list.slice(0, 1).map(cobrowse.facts) };
    });
  }

  /** The element with this key, or null when it has gone. @param {number} key */
  function seekKey(key) {
    const element = cobrowse.nodeOf(key);
    if (!element) return null;
    return cobrowse.withPass(() => ({ tier: best([element], []).tier, total: 1, rows: [cobrowse.facts(element)] }));
  }

  /**
   * `[role, name]` of what a target with this role and name could have meant; visible things only.
   * @param {string} role @param {string} wanted
   */
  function nearNames(role, wanted) {
    return cobrowse.withPass(() => {
      const roles = likeRoles(role);
      if (role === 'text' || role === 'generic') roles.add('clickable');
      if (roles.has('clickable')) for (const other of ['button', 'link', 'tab', 'menuitem', 'clickable']) roles.add(other);
      /** @type {[string, string][]} */ const names = [];
      const add = (/** @type {string} */ own, /** @type {string} */ name) => { if (name && names.length < MOST_NAMES) names.push([own, cobrowse.masked(name)]); };
      each(document, element => {
        const own = cobrowse.role(element);
        if (names.length < MOST_NAMES && roles.has(own) && present(element)) add(own, cobrowse.name(element));
      });
      if (roles.has('clickable')) for (const element of cobrowse.clickables().filter(present)) add('clickable', cobrowse.clickableName(element).name);
      if (role !== 'text' && cobrowse.textsCalled(cobrowse.cap(fold(wanted))).some(present)) add('text', wanted);
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

  Object.assign(cobrowse, {
    seekRole, seekCss, seekKey, roleMatches, nearNames, likelyHosts, adoptNew, selectAll, each, fold, present,
  });
})();
