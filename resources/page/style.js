// @ts-check
/**
 * What computed style says about seeing and using an element, read once for all elements that must look alike.
 *
 * Reading computed style is the dear part of looking at a page. Two elements have the same style when their flat parents
 * do, their tag, class and the attributes that style sheets ask for are equal, and the same position-dependent selectors
 * match them. The book finds out which selectors and attributes those are; where a style sheet cannot be read (another
 * origin's, without CORS), in shadow trees and on small pages every element is asked by itself.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.styleBook) return;

  /** Pages with fewer elements are read one by one. */
  const LEAST_ELEMENTS = 150;
  const MOST_RISKY_SELECTORS = 400;
  /** So many are tried out together at first: most match nothing. */
  const TRIED_TOGETHER = 25;
  const MOST_RISKY_MATCHES = 60_000;
  const MOST_RULES = 30_000;
  const MOST_ATTRIBUTES = 40;
  const LEAST_OPACITY = 0.05;
  const LEAST_FONT_PX = 2;
  const LEAST_CONTRAST = 1.08;

  /** Selectors whose match does not follow from tag, class, attributes and ancestors alone. */
  const RISKY = /[+~]|:(?:nth-|first-|last-|only-|empty|has\(|target|checked|indeterminate|valid|invalid|user-|placeholder-shown|open|popover-open|modal|lang\(|dir\(|default|in-range|out-of-range|required|optional|read-|autofill|state\(|scope|host|fullscreen)|&/;
  /** Properties that records are made of. */
  const WATCHED = /(?:^|[;\s])(?:opacity|visibility|display|clip|clip-path|overflow|overflow-x|overflow-y|position|cursor|font|font-size|color|background|background-color|background-image|background-clip|text-indent|text-shadow|-webkit-text-fill-color|filter|transform|scale|perspective|contain|content|content-visibility|touch-action|text-transform|white-space|all|animation|animation-name|transition|--[\w-]+)\s*:/;

  /** Classes by which common widgets mark what can be dragged, dropped on or picked. */
  const DRAG_CLASSES = /(?:^|\s)(?:ui-draggable|ui-droppable|ui-sortable-handle|ui-resizable-handle|ui-selectee|ui-slider-handle|draggable|drag-handle|sortable-item|sortable-handle)(?:\s|$)/;

  /** Attributes that differ from element to element: selectors that ask for them are tried out instead. */
  const UNLIKE_ATTRIBUTES = /^(?:href|src|id|style|title|value|alt|name|for|aria-label|aria-controls|aria-labelledby|aria-describedby)$/;

  /**
   * What style says of an element. What only text or names ask for is read when it is asked for.
   */
  class Record {
    /** @param {Element | null} element the first one that looks like this @param {Record | null} parent */
    constructor(element, parent) {
      this.element = element;
      this.parent = parent;
      /** Not drawn, nor anything in it. */
      this.none = false;
      /** Drawn, but nothing in it is. */
      this.closed = false;
      this.contents = false;
      this.hidden = false;
      this.opacity = 1;
      this.cursor = 'auto';
      this.clipPath = 'none';
      this.clip = 'auto';
      this.scrolls = false;
      this.position = 'static';
      this.holdsFixed = false;
      this.block = true;
      this.cell = false;
      /** Whether names have a space before and after it. */
      this.apart = true;
      /** How the letters of its text are changed: '', `uppercase`, `lowercase`, `capitalize`. */
      this.letters = '';
      /** Whether touches are left to scripts, and whether a class says that it is dragged. */
      this.still = false;
      this.handle = false;
      /** @type {Map<string, Record> | null} */
      this.kids = null;
      /** @type {{tiny: boolean, faint: boolean, pre: boolean} | null} */
      this.textLook = null;
      /** @type {number[] | null | undefined} */
      this.behind = undefined;
      /** @type {[boolean, boolean] | null} */
      this.pseudos = null;
    }

    /** How text directly in it looks: too small, in the colour of what is behind it, with line breaks that count. */
    get text() {
      return (this.textLook ??= this.readText());
    }

    readText() {
      const style = getComputedStyle(/** @type {Element} */ (this.element));
      const space = style.whiteSpace;
      return {
        tiny: parseFloat(style.fontSize) < LEAST_FONT_PX || /^-\d{3,}/.test(style.textIndent),
        faint: isFaint(style, this),
        pre: space.startsWith('pre') && space !== 'pre-line',
      };
    }

    /** The plain colour behind what is in it; null where a picture is. @returns {number[] | null} */
    get back() {
      if (this.behind === undefined) this.behind = backOf(getComputedStyle(/** @type {Element} */ (this.element)), this.parent);
      return this.behind;
    }

    get before() {
      return (this.pseudos ??= this.readPseudos())[0];
    }

    get after() {
      return (this.pseudos ??= this.readPseudos())[1];
    }

    /** @returns {[boolean, boolean]} */
    readPseudos() {
      const element = /** @type {Element} */ (this.element);
      return [hasPseudo(element, '::before'), hasPseudo(element, '::after')];
    }
  }

  const NOTHING = new Record(null, null);
  NOTHING.none = true;

  /** @param {Element} element @param {Record} parent @returns {Record} */
  function read(element, parent) {
    const style = getComputedStyle(element);
    const display = style.display;
    if (display === 'none' || display === '') return NOTHING;
    const record = new Record(element, parent);
    const filter = style.filter;
    const attributed = element.hasAttributes();
    record.closed = style.contentVisibility === 'hidden';
    record.hidden = style.visibility !== 'visible';
    record.opacity = parent.opacity * +style.opacity * filterOpacity(filter);
    record.cursor = lastWord(style.cursor);
    record.clipPath = style.clipPath;
    record.scrolls = style.overflow !== 'visible';
    record.position = style.position;
    if (record.position === 'absolute' || record.position === 'fixed') record.clip = style.clip;
    record.holdsFixed = filter !== 'none' || style.transform !== 'none';
    setDisplay(record, display);
    const letters = style.textTransform;
    if (letters !== 'none') record.letters = letters;
    record.still = attributed && style.touchAction === 'none';
    record.handle = attributed && DRAG_CLASSES.test(element.getAttribute('class') ?? '');
    return record;
  }

  /** @param {Record} record @param {string} display */
  function setDisplay(record, display) {
    if (display === 'block') return;
    record.contents = display === 'contents';
    record.block = !display.startsWith('inline') && !record.contents && !display.startsWith('ruby');
    record.cell = display === 'table-cell';
    record.apart = display !== 'inline' && !record.contents && !display.startsWith('ruby');
  }

  /** Text with its letters as they are drawn, which is also how the accessibility tree has them. @param {string} text @param {string} letters */
  function cased(text, letters) {
    if (letters === '') return text;
    if (letters.includes('uppercase')) return text.toLocaleUpperCase();
    if (letters.includes('lowercase')) return text.toLocaleLowerCase();
    return letters.includes('capitalize') ? text.replace(/(?<![\p{L}\p{N}\p{M}'’])\p{L}/gu, letter => letter.toLocaleUpperCase()) : text;
  }

  /** The words of a text node as they are drawn. @param {Text} node */
  function drawnWords(node) {
    const holder = cobrowse.parentOf(node);
    if (!holder) return node.data;
    const record = cobrowse.recordOf(holder);
    return cased(node.data, record ? record.letters : cobrowse.styleOf(holder).textTransform);
  }

  /** @param {string} cursor */
  function lastWord(cursor) {
    return cursor.includes('url(') ? cursor.slice(cursor.lastIndexOf(',') + 1).trim() : cursor;
  }

  /** @param {string} filter */
  function filterOpacity(filter) {
    if (filter === 'none') return 1;
    const found = /opacity\(([\d.]+)(%?)\)/.exec(filter);
    return found ? +found[1] / (found[2] ? 100 : 1) : 1;
  }

  /** @param {Element} element @param {string} pseudo */
  function hasPseudo(element, pseudo) {
    const content = getComputedStyle(element, pseudo).content;
    return content !== 'none' && content !== 'normal' && content !== '';
  }

  /** @param {CSSStyleDeclaration} style @param {Record | null} parent @returns {number[] | null} */
  function backOf(style, parent) {
    if (style.backgroundImage !== 'none') return null;
    const text = style.backgroundColor;
    const under = parent ? parent.back : null;
    if (text === 'rgba(0, 0, 0, 0)') return under;
    const colour = channelsOf(text);
    if (!colour) return null;
    if (colour[3] >= 0.999) return colour;
    return under && [0, 1, 2].map(index => colour[index] * colour[3] + under[index] * (1 - colour[3]));
  }

  /** Colours that were parsed before. @type {Map<string, number[] | null>} */
  const parsed = new Map();

  /** @param {string} text @returns {number[] | null} red, green, blue, alpha */
  function channelsOf(text) {
    let colour = parsed.get(text);
    if (colour === undefined) {
      if (parsed.size > 500) parsed.clear();
      parsed.set(text, (colour = cobrowse.channels(text)));
    }
    return /** @type {number[] | null} */ (colour);
  }

  /** Whether text looks as if it had the colour of what is behind it. @param {CSSStyleDeclaration} style @param {Record} record */
  function isFaint(style, record) {
    const colour = channelsOf(style.webkitTextFillColor || style.color);
    if (!colour) return false;
    const back = colour[3] < LEAST_OPACITY ? null : record.back;
    if (colour[3] >= LEAST_OPACITY) {
      if (!back) return false;
      const shown = [0, 1, 2].map(index => colour[index] * colour[3] + back[index] * (1 - colour[3]));
      if (Math.abs(shown[0] - back[0]) + Math.abs(shown[1] - back[1]) + Math.abs(shown[2] - back[2]) > 90) return false;
      if (cobrowse.contrast(shown, back.slice(0, 3)) >= LEAST_CONTRAST) return false;
    }
    return style.textShadow === 'none' && style.backgroundClip !== 'text';
  }

  // --- which elements must look alike ---------------------------------------------------------------------------------

  /**
   * `risky`: selectors to try out; `alone`: those that say nothing by matching, since what they say depends on more; `left`:
   * how many more rules may be read.
   * @typedef {{attributes: Set<string>, ids: Set<string>, risky: string[], alone: string[], left: number}} Survey
   */

  /** What the last survey found, and what the sheets looked like then; none was made yet. @type {{marks: any[], found: Survey | null}} */
  let surveyed = { marks: [null], found: null };

  /** What the readable style sheets of the document depend on, or null when one cannot be known. @returns {Survey | null} */
  function survey() {
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets].filter(sheet => !sheet.disabled);
    let marks;
    try {
      marks = sheets.flatMap(({ cssRules: rules }) => [rules, rules.length, rules[0], rules[rules.length - 1]]);
    } catch {
      return null; // a sheet of another origin
    }
    const { marks: known } = surveyed;
    if (marks.length !== known.length || marks.some((mark, index) => mark !== known[index])) surveyed = { marks, found: surveySheets(sheets) };
    return surveyed.found;
  }

  /** @param {CSSStyleSheet[]} sheets @returns {Survey | null} */
  function surveySheets(sheets) {
    /** @type {Survey} */
    const found = { left: MOST_RULES, attributes: new Set(), ids: new Set(), risky: [], alone: [] };
    if (!sheets.every(sheet => surveyRules(sheet.cssRules, found, '', false))) return null;
    return found.risky.length <= MOST_RISKY_SELECTORS && found.attributes.size <= MOST_ATTRIBUTES ? found : null;
  }

  /** Rules with rules in them that say nothing of how an element looks where it is. */
  const ELSEWHERE = /^CSS(?:Keyframes|Page|PositionTry|FontFeatureValues|ViewTransition)Rule$/;
  /** Rules whose own rules hold now and then, for all elements alike. */
  const GROUPS = /^CSS(?:Media|Supports|LayerBlock)Rule$/;
  /** Those for which it depends on the element. */
  const APIECE = /^CSS(?:Container|StartingStyle)Rule$/;

  /** @param {CSSRuleList} rules @param {Survey} found @param {string} outer selector that they are nested in @param {boolean} apiece @returns {boolean} */
  function surveyRules(rules, found, outer, apiece) {
    for (let index = 0; index < rules.length; index++) {
      const rule = /** @type {any} */ (rules[index]);
      if (--found.left < 0) return false;
      const kind = rule.constructor.name;
      if (kind === 'CSSStyleRule') {
        const selector = within(rule.selectorText, outer);
        if (!surveySelector(selector, rule.style, found, apiece) || rule.cssRules.length && !surveyRules(rule.cssRules, found, selector, apiece)) return false;
      } else if (kind === 'CSSNestedDeclarations') {
        if (!surveySelector(outer, rule.style, found, apiece)) return false;
      } else if (kind === 'CSSImportRule') {
        if (rule.styleSheet && !surveyRules(rule.styleSheet.cssRules, found, outer, apiece)) return false;
      } else if (GROUPS.test(kind) || APIECE.test(kind)) {
        if (!surveyRules(rule.cssRules, found, outer, apiece || APIECE.test(kind))) return false;
      } else if ('cssRules' in rule && !ELSEWHERE.test(kind)) {
        return false; // @scope and what is yet to come
      }
    }
    return true;
  }

  /** A nested selector as one that stands by itself. @param {string} selector @param {string} outer */
  function within(selector, outer) {
    if (!outer) return selector;
    return selector.includes('&') ? selector.replaceAll('&', `:is(${outer})`) : `:is(${outer}) :is(${selector})`;
  }

  /** @param {string} selector @param {CSSStyleDeclaration} style @param {Survey} found @param {boolean} apiece @returns {boolean} */
  function surveySelector(selector, style, found, apiece) {
    let unlike = apiece;
    for (const [, attribute] of selector.matchAll(/\[\s*([\w-]+)/g)) {
      if (UNLIKE_ATTRIBUTES.test(attribute)) unlike = true;
      else found.attributes.add(attribute);
    }
    for (const [, id] of selector.matchAll(/#((?:[\w-]|\\.)+)/g)) found.ids.add(id);
    const structure = selector.replace(/\[[^\]]*\]/g, '');
    if ((unlike || RISKY.test(structure)) && WATCHED.test(style.cssText)) {
      if (structure.includes('&')) return false;
      (apiece ? found.alone : found.risky).push(selector.replace(/::[\w-]+(\([^)]*\))?/g, ''));
    }
    return found.risky.length + found.alone.length <= MOST_RISKY_SELECTORS;
  }

  /** Which risky selectors match which elements. @param {Survey} found @returns {Map<Element, string> | null} */
  function riskyMatches(found) {
    /** @type {Map<Element, string>} */
    const matches = new Map();
    try {
      for (const [index, element] of tried(found.risky)) {
        matches.set(element, `${matches.get(element) ?? ''},${index}`);
        if (matches.size > MOST_RISKY_MATCHES) return null;
      }
    } catch {
      return null; // a selector that means nothing by itself
    }
    return matches;
  }

  /** Which selector matches which element. @param {string[]} selectors @returns {Generator<[number, Element]>} */
  function* tried(selectors) {
    const whole = selectors.map(selector => selector.replace(/(^|,)\s*(?=,|$)/g, '$1*'));
    for (let start = 0; start < whole.length; start += TRIED_TOGETHER) {
      const some = whole.slice(start, start + TRIED_TOGETHER);
      if (!document.querySelector(some.join())) continue;
      for (const [index, selector] of some.entries()) {
        for (const element of document.querySelectorAll(selector)) yield [start + index, element];
      }
    }
  }

  /** Elements that look different for the moment, pointed at, focused, moving, or that are `alone`. @param {string[]} alone selectors @returns {Set<Element> | null} */
  function momentary(alone) {
    /** @type {Set<Element>} */
    const found = new Set();
    for (const [, element] of tried(alone)) found.add(element);
    for (let at = /** @type {Element | null} */ (document.documentElement); at; at = pointedChild(at)) found.add(at);
    for (let at = document.activeElement; at; at = cobrowse.parentOf(at)) found.add(at);
    const target = location.hash.length > 1 && document.querySelector(':target');
    if (target) found.add(target);
    const animations = document.getAnimations();
    if (animations.length > 500) return null;
    for (const animation of animations) {
      const moving = /** @type {any} */ (animation.effect)?.target;
      if (moving) found.add(moving);
    }
    return found;
  }

  /** @param {Element} element @returns {Element | null} */
  function pointedChild(element) {
    for (let child = element.firstElementChild; child; child = child.nextElementSibling) if (child.matches(':hover')) return child;
    return null;
  }

  const ALWAYS_ALONE = new Set('input select textarea option optgroup details dialog iframe video audio canvas object embed slot svg progress meter marquee font body html'.split(' '));
  const OWN_ATTRIBUTES = ['hidden', 'dir', 'popover', 'inert', 'disabled', 'contenteditable', 'bgcolor', 'background', 'color', 'open'];

  /**
   * `odd`: whether the element last asked for may have attributes besides class, id, href and style.
   * @typedef {{recordOf: (element: Element, parent: Record) => Record, shared: boolean, root: Record, odd: boolean}} Book
   */

  /**
   * Records of this moment. `recordOf(element, parentRecord)` must be asked from the root down, and only outside of
   * shadow trees (`readRecord` serves there).
   * @returns {Book}
   */
  function styleBook() {
    const elements = document.getElementsByTagName('*').length;
    const found = elements >= LEAST_ELEMENTS ? survey() : null;
    const matches = found && riskyMatches(found);
    const moment = matches && momentary(found.alone);
    if (!found || !matches || !moment) return { recordOf: read, shared: false, root: rootRecord(), odd: true };
    const attributes = new Set([...found.attributes, ...OWN_ATTRIBUTES]);
    /** @type {Book} */
    let book;
    /** @param {Element} element @param {Record} parent @returns {Record} */
    const recordOf = (element, parent) => {
      const tag = element.localName;
      book.odd = true;
      if (ALWAYS_ALONE.has(tag) || tag.includes('-') || moment.has(element)) return read(element, parent);
      let signature = tag;
      book.odd = false;
      if (element.hasAttributes()) signature += attributeSignature(element, attributes, found.ids, book);
      const risky = matches.size && matches.get(element);
      if (risky) signature += `/r${risky}`;
      const known = (parent.kids ??= new Map());
      let record = known.get(signature);
      if (!record) known.set(signature, (record = read(element, parent)));
      return record;
    };
    book = { recordOf, shared: true, root: rootRecord(), odd: true };
    return book;
  }

  /** What the canvas behind the page looks like. @returns {Record} */
  function rootRecord() {
    const root = document.documentElement;
    const dark = !!root && matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(root).colorScheme.includes('dark');
    const record = new Record(null, null);
    record.behind = dark ? [18, 18, 18] : [255, 255, 255];
    record.pseudos = [false, false];
    return record;
  }

  // --- records during a pass ------------------------------------------------------------------------------------------

  /** @typedef {{book: Book, early: Map<Element, Record>}} Shelf */

  /** The record of an element that the walk may not have come to yet. @param {Element} element @param {Shelf} shelf @returns {Record} */
  function recordFor(element, shelf) {
    let record = shelf.early.get(element);
    if (!record) {
      const up = cobrowse.parentOf(element);
      const parent = up ? recordFor(up, shelf) : shelf.book.root;
      record = element.getRootNode() === document ? shelf.book.recordOf(element, parent) : read(element, parent);
      shelf.early.set(element, record);
    }
    return record;
  }

  /** @param {Element} element @param {Set<string>} attributes @param {Set<string>} ids @param {Book} book */
  function attributeSignature(element, attributes, ids, book) {
    const names = element.getAttributeNames();
    if (names.length === 1 && names[0] === 'class') return `.${element.getAttribute('class')}`;
    let signature = '';
    for (const attribute of names) {
      if (attribute === 'class') signature += `.${element.getAttribute('class')}`;
      else if (attribute === 'href') signature += '/h';
      else if (attribute === 'id') signature += ids.size && ids.has(element.id) ? `#${element.id}` : '';
      else if (attribute === 'style') signature += styleSignature(element);
      else {
        book.odd = true;
        if (attributes.has(attribute)) signature += `[${attribute}=${element.getAttribute(attribute)}`;
      }
    }
    return signature;
  }

  /** @param {Element} element */
  function styleSignature(element) {
    const style = element.getAttribute('style') ?? '';
    return WATCHED.test(style) ? `{${style}}` : '';
  }

  /** @type {Shelf | null} */
  let shelf = null;

  /** During a pass with a book: the record of an element; null otherwise. @param {Element} element @returns {Record | null} */
  const recordOf = element => shelf && recordFor(element, shelf);

  /** Lay open (or away) the book that names and states are read by. @param {Shelf | null} next */
  const useShelf = next => void (shelf = next);

  Object.assign(cobrowse, { styleBook, recordOf, useShelf, readRecord: read, cased, drawnWords });
})();
