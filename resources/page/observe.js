// @ts-check
/**
 * One walk over one frame: what a person can see and use, in reading order, as compact rows.
 *
 * The flat tree is walked (slots, open and adopted shadow roots). Nothing is written to the page, nothing is focused.
 * Answers with one JSON string; cobrowse/browser/rows.py reads it:
 *   rows      1: what comes next stands in the same line as what came before
 *             text: "words", or ["words"] when outside of the viewport
 *             element: [key, role#, name, tag#, states#, section#, href or extra or 0, x?, y?, width?, height?]
 *             (# = index into `words`, section# into `sections`; no box: the last four are missing)
 *   hosts     keys of elements that may have a closed shadow root
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.observe) return;

  const { keyOf, tidy, cap, role: roleOf, name: nameOf, rootOf } = cobrowse;
  const {
    nativelyUsable, isLooseLabel, editsText, nameSaysAll, clickableName, classWords, addField, levelOf,
    messageOf, coverWords, drawnLabel, isDrawing, holdsTable,
  } = cobrowse;

  const MOST_TEXT = 2000;
  const MOST_HREF = 2000;
  const MOST_HIT_TESTS = 1500;
  const MOST_DEPTH = 1200;
  /** After so many boxes those of far away containers stand for what they hold. */
  const MANY_BOXES = 1000;
  const MOST_HOSTS = 40;
  /** Empty plain elements are mostly ornaments: only some of the larger ones are looked into at a time. */
  const MOST_PLAIN_HOSTS = 12;
  const MOST_FAINT_MS = 200;
  const LEAST_OPACITY = 0.05;

  const SKIPPED = new Set('script style template noscript head meta link title base param source track datalist rp slot-fallback'.split(' '));
  const WIDGETS = new Set(
    'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem'.split(' '),
  );
  const LANDMARKS = new Set('banner navigation main complementary contentinfo search region form dialog alertdialog'.split(' '));
  const FIELDS = new Set(['input', 'select', 'textarea']);
  const HANDLE_CURSORS = /^(?:pointer|grab|grabbing|move|all-scroll|(?:col|row|[ns][ew]?|[ew]|ew|ns|nesw|nwse)-resize)$/;
  const GHOSTS = /^(?:checkbox|radio|file|range)$/;

  /**
   * @typedef {import('./style.js').Record} Record
   * @typedef {import('./places.js').Box} Box
   * @typedef {import('./places.js').Reach & {inside: boolean, mute: boolean, shadow: boolean, row: boolean, off: boolean, far: '' | 'above' | 'below'}} Where `off`: in something out of use; `far`: well outside of the viewport, so that nobody needs its box
   */

  // --- the state of one observation -----------------------------------------------------------------------------------

  /** @type {any[]} */
  let rows = [];
  /** @type {any} */
  let book = null;
  /** @type {Map<string, number>} */
  let wordIndex = new Map();
  /** @type {string[]} */
  let words = [];
  let sections = new cobrowse.Sections();
  let line = '';
  let lineElement = /** @type {Element | null} */ (null);
  /** Whether a block began or ended since the last row; what that row was. */
  let fresh = true;
  /** @type {'text' | 'heading' | ''} */
  let last = '';
  let nodes = 0;
  let hitTests = 0;
  let faintMs = 0;
  let stopAt = 0;
  let mostNodes = 0;
  let truncated = false;
  let base = '';
  let canShorten = false;
  let known = { groups: true, focused: /** @type {Set<Element>} */ (new Set()) };
  /** @type {any} */
  let places = null;
  /** What holds rows of a table that are far below. @type {Node | null} */
  let rowsBelow = null;
  /** @type {{from: Where, reach: Where} | null} */
  let below = null;
  let depth = 0;
  /** Whether the element at hand may have attributes besides class, id, href and style. */
  let odd = true;
  /** Whether the last name was all that the element holds. */
  let nameIsAll = false;
  /** Records that names asked for before the walk came to them. @type {Map<Element, Record>} */
  let early = new Map();
  /** @type {number[]} */
  let hosts = [];
  /** Elements that were looked into for a closed root and have none. @type {WeakMap<Element, number>} */
  const rootless = new WeakMap();

  /** @param {string} word */
  function wordOf(word) {
    let index = wordIndex.get(word);
    if (index === undefined) {
      index = words.push(word) - 1;
      wordIndex.set(word, index);
    }
    return index;
  }

  // --- text -----------------------------------------------------------------------------------------------------------

  /** Put what was read since the last row into a row. */
  function flush() {
    if (line === '') return;
    const text = tidy(line);
    const element = lineElement;
    line = '';
    lineElement = null;
    if (!text || !element || (text === '|')) return;
    const words = text.length > MOST_TEXT ? text.slice(0, MOST_TEXT - 1) + '…' : text;
    const where = lineWhere;
    const place = where.far || places.of(linePlaceBox(element), where);
    if (!place) return;
    push(place === 'in' ? words : [words], 'text', where.row);
    if (sections.at) sections.read(words);
  }

  /** A row, in the line of the one before it when both are of one sentence, heading or table row. @param {any} row @param {typeof last} kind @param {boolean} inRow */
  function push(row, kind, inRow) {
    if (!fresh && (inRow || kind === 'text' || last !== '')) rows.push(1);
    rows.push(row);
    fresh = false;
    last = kind;
  }

  /** End the line that is being read. */
  function newLine() {
    flush();
    fresh = true;
  }

  /** @type {Where} */
  let lineWhere;
  /** The last element asked for and its box: text comes in runs from one block. @type {Element | null} */
  let placedElement = null;
  /** @type {Box | null} */
  let placedBox = null;

  /** The box of the words in an element, which may stick out of it. @param {Element} element @returns {Box} */
  function linePlaceBox(element) {
    if (element === placedElement && placedBox) return placedBox;
    placedElement = element;
    placedBox = element.getBoundingClientRect();
    if (placedBox.width < 1 || placedBox.height < 1) {
      const range = document.createRange();
      range.selectNodeContents(element);
      placedBox = range.getBoundingClientRect();
    }
    return placedBox;
  }

  /** @param {Text} node @param {Element} parent @param {Record} record @param {Where} where */
  function readText(node, parent, record, where) {
    if (where.mute || where.gone || record.hidden) return;
    const data = cobrowse.cased(node.data, record.letters);
    if (!/\S/.test(data)) {
      if (line !== '') line += ' ';
      return;
    }
    if (record.opacity < LEAST_OPACITY) return;
    const look = record.text;
    if (look.tiny || (look.faint && isFaint(parent))) return;
    if (look.pre && data.includes('\n')) return readLines(data, parent, where);
    if (line === '') {
      lineElement = parent;
      lineWhere = where;
    }
    line += data;
  }

  /** Text whose line breaks count. @param {string} data @param {Element} parent @param {Where} where */
  function readLines(data, parent, where) {
    const parts = data.split('\n');
    for (let index = 0; index < parts.length; index++) {
      if (index) where.row ? flush() : newLine();
      if (line === '') {
        lineElement = parent;
        lineWhere = where;
      }
      line += parts[index];
    }
  }

  /** @param {Element} element */
  function isFaint(element) {
    if (faintMs > MOST_FAINT_MS) return false;
    const start = performance.now();
    const answer = cobrowse.textUnseen(element) !== '';
    faintMs += performance.now() - start;
    return answer;
  }

  // --- elements -------------------------------------------------------------------------------------------------------

  /** Why a person could use it, beyond its tag and role. @param {Element} element @param {Record} record @param {Record} parent @param {boolean} plain no attributes @returns {boolean} */
  function usableByMouse(element, record, parent, plain) {
    if (record.cursor !== parent.cursor && HANDLE_CURSORS.test(record.cursor)) return !/^(?:html|body|label)$/.test(element.localName) || isLooseLabel(element);
    if (record.handle) return true;
    if (record.still && !parent.still && element.localName !== 'canvas' && element.parentElement !== document.documentElement) return true;
    if (plain) return false;
    if (element.getAttribute('draggable') === 'true') return true;
    if (!cobrowse.takesClicks(element)) return false;
    return !/^(?:html|body|form|main|label)$/.test(element.localName);
  }

  /**
   * What the element is listed as: '' for not at all.
   * @param {Element} element @param {Record} record @param {Record} parent @param {string} role @param {Where} where
   */
  function listedRole(element, record, parent, role, where) {
    const tag = element.localName;
    const plain = !odd || !element.hasAttributes();
    if (nativelyUsable(element, tag)) return role && role !== 'none' ? role : tag === 'embed' || tag === 'object' ? tag : 'clickable';
    if (WIDGETS.has(role)) return tag === 'option' ? '' : role;
    if (!plain) {
      if (editsText(element)) return role || 'textbox';
      const tabindex = element.getAttribute('tabindex');
      if (tabindex !== null && +tabindex >= 0) return role && role !== 'none' && role !== 'paragraph' && role !== 'graphic' ? role : 'clickable';
    }
    if (role === 'heading') return role;
    if (usableByMouse(element, record, parent, plain) && (!where.inside || cobrowse.takesClicks(element))) {
      return role === 'image' || /^(?:gridcell|row|treegrid|columnheader|separator)$/.test(role) ? role : 'clickable';
    }
    if (tag === 'iframe' || tag === 'frame') return 'iframe';
    if (role === 'image') return where.inside && where.mute ? '' : role;
    return LANDMARKS.has(role) || role === 'alert' ? role : '';
  }

  const TEXT_TAGS = new Set('a button summary h1 h2 h3 h4 h5 h6'.split(' '));

  /** The name, fast where nothing but text is inside. @param {Element} element @param {Record} record @param {string} tag @param {Where} where @returns {string} */
  function quickName(element, record, tag, where) {
    nameIsAll = false;
    if (!TEXT_TAGS.has(tag) || where.shadow || odd && (element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby'))) return nameOf(element);
    if (tag === 'button' && cobrowse.labelsOf(element).length || element.shadowRoot) return nameOf(element);
    const wasOdd = odd;
    const plain = cobrowse.plainText(element, record, book);
    odd = wasOdd;
    const text = plain && tidy(plain);
    if (!text) return nameOf(element);
    const name = cap(text);
    nameIsAll = name === text;
    return name;
  }

  const RANGES = /^(?:slider|spinbutton|scrollbar|separator)$/;

  /** What more there is to say of it. @param {Element} element @param {string} tag @param {string} role @param {string} name @param {string[]} states */
  function extraOf(element, tag, role, name, states) {
    /** @type {any} */
    let extra = null;
    const add = (/** @type {string} */ key, /** @type {any} */ value) => {
      if (value !== '' && value != null) (extra ??= {})[key] = value;
    };
    if (tag === 'a' || tag === 'area') add('h', hrefOf(element));
    if (FIELDS.has(tag) || role === 'textbox' || role === 'searchbox' || role === 'combobox') addField(element, tag, role, states, add);
    if (RANGES.test(role) && tag !== 'input') add('v', element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow'));
    if (role === 'heading') add('l', levelOf(element, tag));
    if (element.hasAttributes()) {
      if (FIELDS.has(tag) || tag === 'button') {
        add('n', cap(element.getAttribute('name') ?? ''));
        add('i', cap(element.id));
      } else if (role === 'clickable' || name === '') {
        add('i', cap(element.id));
        if (name === '' && !element.id) add('d', classWords(element));
      }
      if (element.hasAttribute('aria-describedby') || element.hasAttribute('aria-description') || element.hasAttribute('title')) add('d', cobrowse.description(element));
    }
    if (tag === 'img' && !name) add('d', '');
    if (states.includes('invalid')) add('d', messageOf(element) || extra?.d);
    return extra;
  }

  /** Addresses that need no parsing to be told from their base. */
  const PLAIN_HREF = /^(?:\/(?!\/)|#|(?![a-z][a-z0-9+.-]*:)[\w])(?:(?!\.\.?(?:[/?#]|$))[\w/~%#?&=+,;:@!$()*-]|\.(?!\.?(?:[/?#]|$)))*$/i;

  /** Absolute, or `~`, `^` and `#` with what follows the base, the origin and the address. @param {Element} element */
  function hrefOf(element) {
    const raw = element.getAttribute('href');
    if (raw && raw.length < MOST_HREF && PLAIN_HREF.test(raw) && canShorten) return raw[0] === '#' ? raw : raw[0] === '/' ? '^' + raw : '~' + raw;
    const href = /** @type {any} */ (element).href;
    const text = typeof href === 'string' ? href : href?.baseVal ?? element.getAttribute('href') ?? '';
    return text.startsWith('data:') ? cap(text, 100) : text.slice(0, MOST_HREF);
  }

  const FEW_STATES = new Set(['image', 'heading', 'banner', 'navigation', 'main', 'complementary', 'contentinfo', 'search', 'region', 'form', 'dialog', 'alertdialog', 'alert', 'iframe']);

  /** States that only some tags and attributes can have. @param {Element} element @param {string} role @param {string} tag @param {Where} where */
  function statesOf(element, role, tag, where) {
    if (FEW_STATES.has(role)) return [];
    known.groups = where.off;
    if (tag === 'a' && !odd && !known.groups) return known.focused.has(element) ? ['focused'] : [];
    return cobrowse.states(element, role, known);
  }

  /**
   * List an element. Answers whether its own text is said by its name.
   * @param {Element} element @param {Record} record @param {string} role @param {Where} where @returns {boolean | null} null when it cannot be seen
   */
  function list(element, record, role, where) {
    const tag = element.localName;
    if (where.far && !FIELDS.has(tag) && role !== 'iframe') return tell(element, record, role, where, null, where.far);
    let surface = element;
    let box = places.boxOf(element);
    const ghost = where.gone || record.hidden || record.opacity < LEAST_OPACITY || !box;
    if (ghost || !places.of(box, where)) {
      const label = FIELDS.has(tag) ? drawnLabel(element) : null;
      if (label) {
        surface = label;
        box = places.boxOf(label);
      } else if (!box || where.gone || record.hidden || !(tag === 'input' && GHOSTS.test(/** @type {any} */ (element).type)) || !places.of(box, where)) return null;
    }
    if (!box) return null;
    const place = surface === element ? places.of(box, where) : places.onPage(box, where.fixed);
    if (!place) return null;
    return tell(element, record, role, where, box, place);
  }

  /**
   * Make the row of an element that can be seen.
   * @param {Element} element @param {Record} record @param {string} role @param {Where} where @param {Box | null} box @param {'in' | 'above' | 'below' | 'beside'} place
   * @returns {boolean | null} see `list`
   */
  function tell(element, record, role, where, box, place) {
    const tag = element.localName;
    const { name, leaf } = role === 'clickable' ? clickableName(element) : { name: quickName(element, record, tag, where), leaf: false };
    if (role === 'image' && !name) return null;
    const states = statesOf(element, role, tag, where);
    if (place === 'above') states.push('offscreen-above');
    else if (place !== 'in') states.push('offscreen-below');
    flush();
    const quick = tag === 'a' && !odd && name !== '';
    const extra = quick ? {} : extraOf(element, tag, role, name, states) ?? {};
    if (place === 'in' && !LANDMARKS.has(role) && role !== 'heading' && hitTests++ < MOST_HIT_TESTS) noteCover(element, states, extra, box && where.clip && places.clipped(box, where.clip));
    if (role === 'iframe') noteFrame(element, extra);
    pushRow(element, role, name, tag, states, box, extra, quick ? hrefOf(element) : '', where.row);
    if (role === 'heading') sections.heading(name);
    if (role === 'clickable') nameIsAll = false;
    return role === 'clickable' ? leaf : nameIsAll || saysAll(element, role, name);
  }

  /** @param {Element} element @param {string} role @param {string} name */
  function saysAll(element, role, name) {
    if (role === 'iframe' || LANDMARKS.has(role) || role === 'alert') return false;
    if (role === 'combobox' || role === 'textbox' || role === 'searchbox') return true;
    return cobrowse.NAMED_BY_CONTENT.has(role) && (!element.firstElementChild || nameSaysAll(element, name, role));
  }

  /** @param {Element} element @param {string[]} states @param {any} extra @param {Box | null} shown */
  function noteCover(element, states, extra, shown) {
    const cover = cobrowse.covering(element, shown);
    if (!cover) return;
    states.push('covered');
    extra.d = coverWords(cover, element);
  }

  /** Where a frame's content begins inside its element. @param {Element} element @param {any} extra */
  function noteFrame(element, extra) {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    extra.f = [box.x + element.clientLeft + parseFloat(style.paddingLeft), box.y + element.clientTop + parseFloat(style.paddingTop)].map(round);
  }

  /** @param {number} value */
  const round = value => Math.round(value * 10) / 10;

  /** @param {object} thing */
  function isEmpty(thing) {
    for (const _ in thing) return false;
    return true;
  }

  /** @param {Element} element @param {string} role @param {string} name @param {string} tag @param {string[]} states @param {Box | null} box @param {any} extra @param {string} href when there is little else to say @param {boolean} inRow */
  function pushRow(element, role, name, tag, states, box, extra, href, inRow) {
    const more = isEmpty(extra) ? href || 0 : href ? { ...extra, h: href } : extra;
    const row = [keyOf(element), wordOf(role), name, wordOf(tag), wordOf(states.join(' ')), sections.at, more];
    if (box) row.push(Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height));
    push(row, role === 'heading' ? role : '', inRow);
    if (name && sections.at && /^(?:link|image|rowheader|clickable)$/.test(role)) sections.read(name, true);
  }

  // --- the walk -------------------------------------------------------------------------------------------------------

  /** @param {Element} element @param {Record} parent @param {Where} where */
  function visit(element, parent, where) {
    const tag = element.localName;
    if (SKIPPED.has(tag) || element === cobrowse.ourHost) return;
    if ((++nodes & 255) === 0 && (nodes > mostNodes || performance.now() > stopAt)) truncated = true;
    if (truncated) return;
    const record = recordOf(element, parent, where);
    if (record.none) {
      if (tag === 'input') listUndrawn(/** @type {HTMLInputElement} */ (element), record, where);
      else if (tag === 'area') listArea(element, record, where);
      return;
    }
    const shown = !(record.hidden || where.gone || record.opacity < LEAST_OPACITY);
    let inner = places.inside(element, record, where);
    if (places.boxes > MANY_BOXES) inner = farOr(element, record, inner);
    if (odd && element.hasAttributes()) inner = offOr(element, inner);
    const apart = record.block || record.cell;
    if (apart && !where.mute) breakLine(record, where);
    const outer = sections.at;
    const role = DULL.has(tag) && (!odd || !element.hasAttribute('role')) ? '' : roleOf(element);
    let mute = where.mute;
    let inside = where.inside;
    let whole = false;
    const listed = shown || FIELDS.has(tag) ? listedRole(element, record, parent, role, inner) : '';
    let own = -1;
    if (listed) {
      if (!TEXT_TAGS.has(tag) || where.shadow) early.set(element, record);
      nameIsAll = false;
      const said = list(element, record, listed, inner);
      if (said !== null) {
        own = rows.length - 1;
        if (said) mute = true;
        whole = said && nameIsAll;
        if (WIDGETS.has(listed) || listed === 'clickable') inside = true;
      }
    } else if (tag === 'br') where.row ? flush() : newLine();
    const opened = !mute && sections.begin(element, role, odd);
    if (!whole && !record.closed && (!HOLDS_NOTHING.has(tag) || tag === 'svg' && isDrawing(element)) && depth < MOST_DEPTH) {
      const row = (tag === 'tr' || role === 'row') && !where.row && !holdsTable(element);
      const inRow = row || (where.row && tag !== 'table');
      const same = inner.mute === mute && inner.inside === inside && inner.row === inRow;
      depth++;
      descend(element, record, same ? inner : { ...inner, mute, inside, row: inRow }, tag);
      depth--;
      if (row) endRow();
    }
    if (listed === 'clickable' && own >= 0) yieldTo(own);
    if (opened || sections.at !== outer && cobrowse.SECTIONING.has(tag)) {
      if (apart && !where.row) flush();
      sections.at = outer;
    }
    if (apart && !where.mute) endBlock(record, where, tag, role);
  }

  /** What only a mouse reveals gives way to the one control in it that is called the same: its click is that one's. @param {number} own index of its row */
  function yieldTo(own) {
    const inner = rows.slice(own + 1).filter(row => Array.isArray(row) && row.length > 1);
    if (inner.length !== 1 || inner[0][2] !== rows[own][2] || !rows[own][2] || !WIDGETS.has(words[inner[0][1]])) return;
    rows.splice(own, 1);
  }

  /** A file field, tick box or radio button that is not drawn at all may still be used through its label. @param {HTMLInputElement} input @param {Record} record @param {Where} where */
  function listUndrawn(input, record, where) {
    if (!where.gone && /^(?:checkbox|radio|file)$/.test(input.type)) list(input, record, roleOf(input), where);
  }

  /** A part of a picture that is a link: it has no style of its own. @param {Element} area @param {Record} record @param {Where} where */
  function listArea(area, record, where) {
    const box = area.hasAttribute('href') && !where.gone ? cobrowse.boxes(area)[0] : null;
    const place = box && places.of(box, where);
    if (place) tell(area, record, roleOf(area), where, box, place);
  }

  /** @param {Element} element @param {Record} parent @param {Where} where @returns {Record} */
  function recordOf(element, parent, where) {
    odd = true;
    const known = early.size ? early.get(element) : undefined;
    if (known) return known;
    if (where.shadow) return cobrowse.readRecord(element, parent);
    const record = book.recordOf(element, parent);
    odd = book.odd;
    return record;
  }

  /** @param {Element} element @param {Where} where @returns {Where} */
  function offOr(element, where) {
    const stated = element.getAttribute('aria-disabled');
    const off = stated ? stated === 'true' : where.off || element.hasAttribute('inert');
    return off === where.off ? where : { ...where, off };
  }

  /** Where things are on a page with very many: all of a container together when it is far away. @param {Element} element @param {Record} record @param {Where} where @returns {Where} */
  function farOr(element, record, where) {
    if (where.far) return record.position !== 'static' || record.holdsFixed ? { ...where, far: '' } : where;
    if (where.mute || element.localName !== 'tr' && element.childElementCount < 4) return where;
    // Rows stand below one another: after one that is far below come only such.
    const isRow = element.localName === 'tr';
    if (isRow && element.parentNode === rowsBelow) return placedBelow(where);
    const far = places.far(element);
    if (isRow && far === 'below') rowsBelow = element.parentNode;
    return far === 'below' ? placedBelow(where) : far ? { ...where, far } : where;
  }

  /** The same reach for all that is far below one thing. @param {Where} where @returns {Where} */
  function placedBelow(where) {
    if (below?.from !== where) below = { from: where, reach: { ...where, far: 'below' } };
    return below.reach;
  }

  /** Tags whose own role is of no use here. */
  const DULL = new Set('div span p ul ol li dl dt dd code pre em strong b i u small sub sup td tbody thead tfoot tr br hr blockquote cite abbr label font center'.split(' '));

  const HOLDS_NOTHING = new Set('input select textarea img canvas video audio iframe frame object embed svg br hr progress meter math'.split(' '));

  /** @param {Record} record @param {Where} where */
  function breakLine(record, where) {
    if (!where.row) newLine();
    else if (line !== '' && !line.endsWith(' ')) line += ' ';
  }

  /** @param {Record} record @param {Where} where @param {string} tag @param {string} role */
  function endBlock(record, where, tag, role) {
    if (!where.row) newLine();
    else if (tag === 'td' || tag === 'th' || role === 'cell' || role === 'gridcell' || role === 'columnheader' || role === 'rowheader') endCell(where);
    else if (line !== '') line += ' ';
  }

  /** @param {Where} where */
  function endCell(where) {
    if (line === '') {
      lineElement = /** @type {any} */ (cellRow);
      lineWhere = where;
    }
    line += ' | ';
  }

  /** Leave off the separators after the last words of a row. */
  function endRow() {
    line = line.replace(/[\s|]+$/, '');
    newLine();
  }

  /** The row that cells are read of. @type {Element | null} */
  let cellRow = null;

  /** @param {Element} element @param {Record} record @param {Where} where @param {string} tag */
  function descend(element, record, where, tag) {
    if (where.row && (tag === 'tr' || element.getAttribute('role') === 'row')) cellRow = element;
    const root = rootOf(element);
    if (root) {
      cobrowse.watchSecrets(root);
      return walk(root, element, record, where.shadow ? where : { ...where, shadow: true });
    }
    if (tag === 'slot') return walkSlot(/** @type {HTMLSlotElement} */ (element), record, where);
    if ((!element.firstChild || tag.includes('-')) && mayHideRoot(element, tag)) hosts.push(keyOf(element));
    if (tag === 'details' && !(/** @type {HTMLDetailsElement} */ (element).open)) {
      for (const child of element.children) if (child.localName === 'summary') return visit(child, record, where);
      return;
    }
    walk(element, element, record, where);
  }

  /** @param {Node} holder @param {Element} element @param {Record} record @param {Where} where */
  function walk(holder, element, record, where) {
    for (let child = holder.firstChild; child; child = child.nextSibling) {
      const type = child.nodeType;
      if (type === 1) visit(/** @type {Element} */ (child), record, where);
      else if (type === 3) {
        nodes++;
        readText(/** @type {Text} */ (child), element, record, where);
      }
    }
  }

  /** @param {HTMLSlotElement} slot @param {Record} record @param {Where} where */
  function walkSlot(slot, record, where) {
    const assigned = slot.assignedNodes();
    if (!assigned.length) return walk(slot, slot, record, where);
    for (const node of assigned) {
      if (node instanceof Element) visit(node, record, where);
      else if (node instanceof Text) readText(node, slot, record, where);
    }
  }

  /** Whether the element may have a shadow root that we were not given. @param {Element} element @param {string} tag */
  function mayHideRoot(element, tag) {
    const custom = tag.includes('-');
    if (hosts.length >= (custom ? MOST_HOSTS : MOST_PLAIN_HOSTS)) return false;
    if (!custom && (element.firstChild || !/^(?:div|span|section|article|aside|main|nav|p|header|footer)$/.test(tag))) return false;
    const box = element.getBoundingClientRect();
    if (custom ? !element.matches(':defined') : box.width < 24 || box.height < 12) return false;
    const looks = Math.round(box.width) * 10000 + Math.round(box.height) + element.childNodes.length / 1000;
    if (rootless.get(element) === looks) return false;
    rootless.set(element, looks);
    return true;
  }

  // --- the whole ------------------------------------------------------------------------------------------------------

  /** @param {number} nodeCap @param {number} ms */
  function begin(nodeCap, ms) {
    rows = [];
    book = cobrowse.styleBook();
    wordIndex = new Map();
    words = [];
    sections = new cobrowse.Sections();
    nodes = hitTests = faintMs = 0;
    line = last = '';
    fresh = true;
    lineElement = placedElement = placedBox = cellRow = null;
    stopAt = performance.now() + ms;
    mostNodes = nodeCap;
    truncated = false;
    hosts = [];
    places = new cobrowse.Places();
    rowsBelow = below = null;
    depth = 0;
    early = new Map();
    cobrowse.useShelf({ book, early });
    base = document.baseURI.replace(/[?#].*$/, '').replace(/[^/]*$/, '');
    canShorten = /^(?:https?|file):/.test(document.baseURI) && document.baseURI.split('#')[0] === document.URL.split('#')[0];
    known = { groups: false, focused: focusChain() };
  }

  /** @type {Where} */
  const TOP = { clip: null, positioned: null, gone: false, goneForAll: false, inside: false, mute: false, shadow: false, row: false, fixed: false, off: false, far: '' };

  /** What has the focus, from the document down through shadow roots. @returns {Set<Element>} */
  function focusChain() {
    const chain = new Set();
    let at = document.activeElement;
    while (at && at !== document.body && !chain.has(at)) {
      chain.add(at);
      at = rootOf(at)?.activeElement ?? null;
    }
    return chain;
  }

  /** Take every secret value out of every string. @param {any} value @param {string[]} secrets @returns {any} */
  function withoutSecrets(value, secrets) {
    if (typeof value === 'string') return cobrowse.masked(value, secrets);
    if (Array.isArray(value)) return value.map(item => withoutSecrets(item, secrets));
    if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutSecrets(item, secrets)]));
    return value;
  }

  /**
   * Look at this frame.
   * @param {{nodes?: number, ms?: number}} [options] when to stop: after so many nodes or milliseconds
   * @returns {string} see the top of this file
   */
  function observe({ nodes: nodeCap = 200_000, ms = 2000 } = {}) {
    const start = performance.now();
    return cobrowse.withPass(() => {
      begin(nodeCap, ms);
      const root = document.documentElement;
      if (root) visit(root, book.root, TOP);
      flush();
      const report = {
        url: location.href, title: cap(tidy(document.title)), view: [places.width, places.height, Math.round(scrollX), Math.round(scrollY)],
        height: Math.round(Math.max(root?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0)), base, words, sections: sections.words(wordOf), rows, hosts, nodes, truncated,
        shared: book.shared, ms: 0,
      };
      const secrets = cobrowse.secretValues();
      const clean = secrets.length || cobrowse.knowsSecrets() ? withoutSecrets(report, secrets) : report;
      clean.ms = round(performance.now() - start);
      rows = [];
      early.clear();
      cobrowse.useShelf(null);
      return inAscii(JSON.stringify(clean));
    });
  }

  /** A text with a few other characters takes twice as long on its way as a plain one. */
  const FEW_PART = 50;

  /** JSON with what is not ASCII escaped, unless there is a lot of that. @param {string} json */
  function inAscii(json) {
    const found = json.match(/[^\x00-\x7f]/g);
    if (!found || found.length > json.length / FEW_PART) return json;
    return json.replace(/[^\x00-\x7f]/g, char => '\\u' + char.charCodeAt(0).toString(16).padStart(4, '0'));
  }

  /** Look into these hosts again the next time. @param {number[]} keys */
  function forgetRootless(keys) {
    for (const key of keys) {
      const node = cobrowse.nodeOf(key);
      if (node) rootless.delete(node);
    }
  }

  /** @type {any} */
  const OPAQUE = { opacity: 1 };

  /** What an element is listed as, by itself or `inside` of another that is listed. @param {Element} element @param {boolean} [inside] */
  function listedAs(element, inside = false) {
    odd = true;
    const above = cobrowse.parentOf(element);
    const parent = above ? cobrowse.readRecord(above, OPAQUE) : OPAQUE;
    const role = DULL.has(element.localName) && !element.hasAttribute('role') ? '' : roleOf(element);
    return listedRole(element, cobrowse.readRecord(element, parent), parent, role, { ...TOP, inside });
  }

  Object.assign(cobrowse, { observe, forgetRootless, listedAs });
})();
