// @ts-check
/** What has no role of its own: things that only a mouse reveals, and mere text. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.clickables) return;

  /** Roles of things inside of which nothing is listed for the mouse alone. */
  const WIDGETS = /^(button|checkbox|combobox|link|listbox|menuitem|menuitemcheckbox|menuitemradio|option|radio|scrollbar|searchbox|slider|spinbutton|switch|tab|textbox|treeitem|clickable)$/;
  const NOT_TEXT = /^(script|style|template|noscript|title|option|textarea)$/;

  /** Whether only the mouse says that it can be used; the observation lists it as `clickable`. @param {Element} element */
  function isClickable(element) {
    return cobrowse.listedAs(element) === 'clickable';
  }

  /** Whether it is but a part of something that is listed. @param {Element} element */
  function isPart(element) {
    if (cobrowse.listedAs(element, true) === 'clickable') return false;
    for (let at = cobrowse.parentOf(element); at; at = cobrowse.parentOf(at)) if (WIDGETS.test(cobrowse.listedAs(at))) return true;
    return false;
  }

  /** All that is listed as `clickable`. @returns {Element[]} */
  function clickables() {
    /** @type {Element[]} */ const found = [];
    cobrowse.each(document, (/** @type {Element} */ element) => { if (isClickable(element) && !isPart(element)) found.push(element); });
    return found;
  }

  /** @param {string} name folded @returns {Element[]} */
  function clickablesCalled(name) {
    /** @type {Element[]} */ const found = [];
    cobrowse.each(document, (/** @type {Element} */ element) => {
      if (isClickable(element) && cobrowse.fold(cobrowse.clickableName(element).name) === name && !isPart(element)) found.push(element);
    });
    return found;
  }

  /**
   * The innermost elements whose whole text is `name`.
   * @param {string} name folded @returns {Element[]}
   */
  function textsCalled(name) {
    /** @type {Set<Element>} */ const found = new Set();
    if (name) textsIn(document, name, found);
    return [...found];
  }

  /** @param {Document | ShadowRoot} root @param {string} name @param {Set<Element>} found */
  function textsIn(root, name, found) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const inner = node instanceof Element ? cobrowse.rootOf(node) : null;
      if (inner && node !== cobrowse.ourHost) textsIn(inner, name, found);
      const piece = node instanceof Text ? cobrowse.fold(node.data) : '';
      if (!piece || !name.startsWith(piece)) continue;
      for (let at = node.parentElement; at && !NOT_TEXT.test(at.localName); at = at.parentElement) {
        const text = cobrowse.fold(at.textContent ?? '');
        if (text === name) found.add(at);
        if (text === name || !name.startsWith(text)) break;
      }
    }
  }

  const MOST_PASSAGE = 300;
  const MOST_FOUND = 40;

  /**
   * The innermost pieces of text that hold all of the words: `[key, text, section]`; what can be seen only.
   * @param {string[]} words lower case
   */
  function textsAbout(words) {
    return cobrowse.withPass(() => {
      /** @type {Set<Element>} */ const found = new Set();
      const has = (/** @type {string} */ text) => words.every(word => text.includes(word));
      cobrowse.each(document, (/** @type {Element} */ element) => {
        if (found.size >= MOST_FOUND || NOT_TEXT.test(element.localName) || ![...element.childNodes].some(child => child instanceof Text && child.data.trim())) return;
        for (let at = /** @type {Element | null} */ (element), steps = 0; at && steps < 3; at = at.parentElement, steps++) {
          const text = cobrowse.fold((at.textContent ?? '').slice(0, 2 * MOST_PASSAGE));
          if (text.length > MOST_PASSAGE) return;
          if (has(text)) return void found.add(at);
        }
      });
      const inner = [...found].filter(element => ![...found].some(other => other !== element && element.contains(other)) && cobrowse.isVisible(element));
      return inner.map(element => [cobrowse.keyOf(element), cobrowse.masked(cobrowse.cap(cobrowse.tidy(element.textContent ?? ''))), cobrowse.section(element)]);
    });
  }

  /** Keys of visible things of this role that have no name, at most four, and what tells them apart. @param {string} role */
  function nameless(role) {
    return cobrowse.withPass(() => {
      /** @type {Element[]} */ const found = [];
      cobrowse.each(document, (/** @type {Element} */ element) => {
        if (found.length < 4 && cobrowse.role(element) === role && !cobrowse.name(element) && cobrowse.present(element)) found.push(element);
      });
      return found.map(element => [cobrowse.keyOf(element), cobrowse.apart(element, found)]);
    });
  }

  Object.assign(cobrowse, { textsAbout, nameless, isClickable, clickables, clickablesCalled, textsCalled });
})();
