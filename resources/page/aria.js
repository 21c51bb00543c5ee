// @ts-check
/**
 * Role, name, description and states of an element, by WAI-ARIA 1.2, HTML-AAM 1.0 and accname 1.2, the way Chromium's
 * accessibility tree has them.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.role) return;

  /** Longest name or description that is handed over, in characters. */
  const MOST_WORDS = 200;
  /** Most nodes one name is made from. */
  const MOST_NAME_NODES = 400;

  const ROLES = new Set(
    ('alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
      'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid ' +
      'gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem ' +
      'menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio ' +
      'radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong ' +
      'subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid ' +
      'treeitem comment').split(' '),
  );

  /** Roles that are named by what they hold. */
  const NAMED_BY_CONTENT = new Set(
    ('button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row ' +
      'rowheader switch tab tooltip treeitem clickable').split(' '),
  );

  /** Roles that give up their meaning inside a `none`/`presentation` list or table. */
  const PLAIN_TAGS = {
    a: '', abbr: '', address: 'group', article: 'article', aside: 'complementary', audio: 'audio', blockquote: 'blockquote',
    button: 'button', canvas: 'canvas', caption: 'caption', code: 'code', datalist: 'listbox', dd: 'definition', del: 'deletion', details: 'group',
    dfn: 'term', dialog: 'dialog', dt: 'term', em: 'emphasis', embed: 'embed', fieldset: 'group', figcaption: '', figure: 'figure', form: 'form',
    h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', hgroup: 'group', hr: 'separator',
    iframe: 'iframe', ins: 'insertion', li: 'listitem', main: 'main', math: 'math', menu: 'list', meter: 'meter', nav: 'navigation',
    object: 'object', ol: 'list', optgroup: 'group', option: 'option', output: 'status', p: 'paragraph', progress: 'progressbar',
    search: 'search', strong: 'strong', sub: 'subscript', summary: 'button', sup: 'superscript', table: 'table', tbody: 'rowgroup',
    textarea: 'textbox', tfoot: 'rowgroup', thead: 'rowgroup', time: 'time', tr: 'row', ul: 'list', video: 'video',
  };

  const INPUT_ROLES = {
    button: 'button', checkbox: 'checkbox', file: 'button', hidden: '', image: 'button', number: 'spinbutton', radio: 'radio',
    range: 'slider', reset: 'button', search: 'searchbox', submit: 'button',
  };

  const GLOBAL_ATTRIBUTES =
    'aria-atomic aria-busy aria-controls aria-current aria-describedby aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-hidden aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant aria-roledescription'.split(' ');

  // --- role -----------------------------------------------------------------------------------------------------------

  /** @param {Element} element */
  function focusable(element) {
    return /** @type {any} */ (element).tabIndex >= 0 || element.hasAttribute('tabindex') || /** @type {any} */ (element).isContentEditable;
  }

  /** The author's role, if it is one that holds here. @param {Element} element @returns {string} */
  function statedRole(element) {
    const stated = element.getAttribute('role');
    if (!stated) return '';
    for (const token of stated.toLowerCase().split(/\s+/)) {
      if (!ROLES.has(token)) continue;
      if (token === 'none' || token === 'presentation') {
        if (focusable(element) || GLOBAL_ATTRIBUTES.some(name => name !== 'aria-hidden' && element.hasAttribute(name))) return '';
        return 'none';
      }
      return token;
    }
    return '';
  }

  /**
   * The role, `''` for what has no meaning of its own (generic) and `none` for what was declared to have none.
   * @param {Element} element @returns {string}
   */
  function role(element) {
    const memo = cobrowse.memoOf('role');
    let answer = memo?.get(element);
    if (answer === undefined) {
      answer = findRole(element);
      memo?.set(element, answer);
    }
    return answer;
  }

  /** @param {Element} element @returns {string} */
  function findRole(element) {
    const stated = element.hasAttribute('role') ? statedRole(element) : '';
    if (stated === 'img') return 'image';
    if (stated === 'generic') return '';
    if ((stated === 'region' || stated === 'form') && !hasAuthorName(element)) return nativeRole(element);
    return stated || nativeRole(element);
  }

  /** Whether the author named it by attribute. @param {Element} element */
  function hasAuthorName(element) {
    return !!(element.getAttribute('aria-label')?.trim() || element.hasAttribute('aria-labelledby') || element.getAttribute('title')?.trim());
  }

  /** @param {Element} element @returns {string} */
  function nativeRole(element) {
    if (!(element instanceof HTMLElement)) return foreignRole(element);
    switch (element.localName) {
      case 'div': case 'span': return '';
      case 'a': case 'area': return element.hasAttribute('href') ? 'link' : '';
      case 'input': return inputRole(/** @type {HTMLInputElement} */ (element));
      case 'select': return listRole(/** @type {HTMLSelectElement} */ (element));
      case 'img': return element.getAttribute('alt') === '' && !hasAuthorName(element) ? 'none' : 'image';
      case 'header': return inSection(element) ? '' : 'banner';
      case 'footer': return inSection(element) ? '' : 'contentinfo';
      case 'aside': return inSection(element) && !hasAuthorName(element) ? '' : 'complementary';
      case 'section': return hasAuthorName(element) ? 'region' : '';
      case 'form': return hasAuthorName(element) ? 'form' : '';
      case 'td': return cellRole(element);
      case 'th': return headerRole(/** @type {HTMLTableCellElement} */ (element));
      case 'li': return /^(ul|ol|menu)$/.test(element.parentElement?.localName ?? '') && element.parentElement && role(element.parentElement) !== 'none' ? 'listitem' : '';
      case 'summary': return element.parentElement?.localName === 'details' ? 'button' : '';
      default: return /** @type {any} */ (PLAIN_TAGS)[element.localName] ?? '';
    }
  }

  /** @param {Element} element */
  function foreignRole(element) {
    if (element.localName === 'svg') return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby') || svgTitle(element) ? 'image' : 'graphic';
    if (element.localName === 'a') return element.hasAttribute('href') || element.hasAttribute('xlink:href') ? 'link' : '';
    if (element.localName === 'math') return 'math';
    return '';
  }

  /** @param {HTMLInputElement} input */
  function inputRole(input) {
    const type = input.type;
    const known = /** @type {any} */ (INPUT_ROLES)[type];
    if (type === 'checkbox' && input.hasAttribute('switch')) return 'switch';
    if (type === 'checkbox' && input.hasAttribute('aria-pressed')) return 'button';
    if (known !== undefined && type !== 'search') return known;
    if (input.list && ['text', 'search', 'email', 'tel', 'url'].includes(type)) return 'combobox';
    return known ?? 'textbox';
  }

  /** @param {HTMLSelectElement} list */
  function listRole(list) {
    return list.multiple || list.size > 1 ? 'listbox' : 'combobox';
  }

  const SECTIONS = new Set(['article', 'aside', 'main', 'nav', 'section']);
  const SECTION_ROLES = /^(article|complementary|main|navigation|region)$/;

  /** @param {Element} element */
  function inSection(element) {
    for (let at = cobrowse.parentOf(element); at; at = cobrowse.parentOf(at)) {
      if (SECTIONS.has(at.localName) || SECTION_ROLES.test(at.getAttribute('role') ?? '')) return true;
    }
    return false;
  }

  /** @param {Element} element */
  function tableRole(element) {
    const table = element.closest('table');
    return table ? role(table) : '';
  }

  /** @param {Element} element */
  function cellRole(element) {
    const table = tableRole(element);
    return table === 'grid' || table === 'treegrid' ? 'gridcell' : table === 'none' ? '' : 'cell';
  }

  /** @param {HTMLTableCellElement} element */
  function headerRole(element) {
    if (tableRole(element) === 'none') return '';
    const scope = element.scope;
    if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
    if (scope === 'col' || scope === 'colgroup') return 'columnheader';
    const row = element.parentElement;
    if (!row) return 'columnheader';
    const inHead = row.parentElement?.localName === 'thead';
    const allHeaders = [...row.children].every(cell => cell.localName === 'th');
    if (inHead || allHeaders) return 'columnheader';
    return element.previousElementSibling && element.nextElementSibling?.localName !== 'td' ? 'columnheader' : 'rowheader';
  }

  // --- name -----------------------------------------------------------------------------------------------------------

  /** One line without zero-width and bidi controls, Unicode tags and private-use glyphs. @param {string} text */
  function tidy(text) {
    if (PLAIN.test(text) && !text.includes('  ') && text[0] !== ' ' && text[text.length - 1] !== ' ') return text;
    return UNTIDY.test(text) ? text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim() : text;
  }

  const PLAIN = /^[\x20-\x7e]*$/;
  const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\u180e\ufeff\ufff9-\ufffb\ue000-\uf8ff\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}\u0000-\u0008\u000e-\u001f\u007f-\u009f]|[\ufe00-\ufe0f](?![\u20e3])/gu;
  const UNTIDY = /^\s|\s$|[^\S ]|  |[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u180e\u2000-\u206f\ufe00-\ufe0f\ufeff\ue000-\uf8ff\ufff9-\uffff\ud800-\udfff]/;

  /** @param {string} text @param {number} [most] */
  function cap(text, most = MOST_WORDS) {
    return text.length > most ? text.slice(0, most - 1) + '…' : text;
  }

  /**
   * @typedef {{seen: Set<Node>, left: number, hiddenToo: boolean, byReference: boolean}} Trail
   * @returns {Trail}
   */
  function newTrail() {
    return { seen: new Set(), left: MOST_NAME_NODES, hiddenToo: false, byReference: false };
  }

  /** The accessible name, on one line, at most 200 characters. @param {Element} element @returns {string} */
  function name(element) {
    const memo = cobrowse.memoOf('name');
    let answer = memo?.get(element);
    if (answer === undefined) {
      answer = cap(tidy(nameOf(element, newTrail(), role(element))));
      memo?.set(element, answer);
    }
    return answer;
  }

  /** The name it would have with this role. @param {Element} element @param {string} itsRole @returns {string} */
  function nameAs(element, itsRole) {
    return cap(tidy(nameOf(element, newTrail(), itsRole)));
  }

  /** @param {Element} element @param {Trail} trail @param {string} itsRole @returns {string} */
  function nameOf(element, trail, itsRole) {
    const referred = trail.byReference ? '' : fromReferences(element, 'aria-labelledby', trail);
    if (referred) return referred;
    const label = element.getAttribute('aria-label');
    if (label && label.trim()) return label;
    const native = fromMarkup(element, trail, itsRole);
    if (native !== null) return native;
    if (NAMED_BY_CONTENT.has(itsRole)) {
      const content = fromContent(element, trail);
      if (content.trim()) return content;
    }
    return element.getAttribute('title') ?? '';
  }

  /** @param {Element} element @param {string} attribute @returns {Element[]} */
  function referredTo(element, attribute) {
    const ids = element.getAttribute(attribute);
    if (!ids) return [];
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    if (!root.getElementById) return [];
    return ids.split(/\s+/).map(id => id && root.getElementById(id)).filter(/** @returns {found is Element} */ found => !!found);
  }

  /** @param {Element} element @param {string} attribute @param {Trail} trail */
  function fromReferences(element, attribute, trail) {
    if (!element.hasAttribute(attribute)) return '';
    const parts = [];
    for (const found of referredTo(element, attribute)) {
      const inner = { seen: new Set(), left: trail.left, hiddenToo: isHidden(found), byReference: true };
      const text = tidy(textAlternative(found, inner, found === element));
      if (text) parts.push(text);
    }
    return parts.join(' ');
  }

  /** Whether assistive technology leaves it out. @param {Element} element */
  function isHidden(element) {
    if (element.getAttribute('aria-hidden') === 'true') return true;
    const record = cobrowse.recordOf(element);
    if (record) return record.none || record.hidden;
    const style = cobrowse.styleOf(element);
    return style.display === 'none' || style.visibility !== 'visible' || !(element.checkVisibility() || style.display === 'contents');
  }

  /** The name that the markup gives: labels, `alt`, `legend` …; null when it has no say. @param {Element} element @param {Trail} trail @param {string} itsRole @returns {string | null} */
  function fromMarkup(element, trail, itsRole) {
    switch (element.localName) {
      case 'input': case 'select': case 'textarea': case 'button': case 'meter': case 'progress': case 'output':
        return fromControl(/** @type {any} */ (element), trail);
      case 'img': case 'area': return altOf(element);
      case 'fieldset': return fromFirst(element, 'legend', trail);
      case 'figure': return fromFirst(element, 'figcaption', trail);
      case 'table': return fromFirst(element, 'caption', trail);
      case 'svg': case 'g': return svgTitle(element) || (itsRole === 'image' || itsRole === 'graphic' ? element.getAttribute('title') ?? '' : null);
      case 'a': return element instanceof SVGElement ? svgTitle(element) || null : null;
      case 'iframe': case 'video': case 'audio': case 'canvas': return element.getAttribute('title') ?? '';
      case 'summary': { const text = fromContent(element, trail); return text.trim() ? text : null; }
      case 'optgroup': return element.getAttribute('label') ?? '';
      case 'option': return element.getAttribute('label') || null;
      default: return null;
    }
  }

  /** @param {Element} element */
  function altOf(element) {
    const alt = element.getAttribute('alt');
    return alt && alt.trim() ? alt : element.getAttribute('title') ?? '';
  }

  /** @param {Element} svg */
  function svgTitle(svg) {
    for (const child of svg.children) if (child.localName === 'title') return child.textContent ?? '';
    return '';
  }

  /** @param {Element} element @param {string} tag @param {Trail} trail */
  function fromFirst(element, tag, trail) {
    for (const child of element.children) {
      if (child.localName === tag) {
        const text = textAlternative(child, trail, true);
        if (text.trim()) return text;
      }
    }
    return element.getAttribute('title') ?? (tag === 'figcaption' ? null : '');
  }

  /** @param {HTMLInputElement} control @param {Trail} trail @returns {string | null} */
  function fromControl(control, trail) {
    const fromLabels = labelsText(control, trail);
    if (fromLabels) return fromLabels;
    if (control.localName === 'button') return null;
    if (control.localName === 'input') {
      const type = control.type;
      if (type === 'submit' || type === 'reset' || type === 'button') return buttonValue(control, type);
      if (type === 'image') return control.getAttribute('alt')?.trim() || control.getAttribute('value') || control.getAttribute('title') || 'Submit';
    }
    const title = control.getAttribute('title');
    if (title?.trim()) return title;
    return control.getAttribute('placeholder') || control.getAttribute('aria-placeholder') || '';
  }

  /** @param {HTMLInputElement} control @param {string} type */
  function buttonValue(control, type) {
    const value = control.getAttribute('value');
    if (value?.trim()) return value;
    if (value === null && type !== 'button') return type === 'submit' ? 'Submit' : 'Reset';
    return control.getAttribute('title') ?? '';
  }

  /**
   * The labels of a control. `element.labels` goes through the whole document each time, so during a pass they are
   * gathered once for each tree.
   * @param {Element} element @returns {Iterable<HTMLLabelElement> & {length: number}}
   */
  function labelsOf(element) {
    const memo = cobrowse.memoOf('labels');
    if (!memo) return /** @type {any} */ (element).labels ?? [];
    const root = element.getRootNode();
    let known = memo.get(root);
    if (!known) {
      known = new Map();
      for (const label of /** @type {Document} */ (root).querySelectorAll?.('label') ?? []) {
        const control = label.control;
        if (control) known.set(control, [...(known.get(control) ?? []), label]);
      }
      memo.set(root, known);
    }
    return known.get(element) ?? [];
  }

  /** @param {HTMLInputElement} control @param {Trail} trail */
  function labelsText(control, trail) {
    const labels = labelsOf(control);
    if (!labels.length) return '';
    const parts = [];
    for (const label of labels) {
      if (trail.seen.has(label)) continue;
      const inner = { seen: new Set([...trail.seen, control]), left: trail.left, hiddenToo: false, byReference: trail.byReference };
      const text = tidy(textAlternative(label, inner, true));
      if (text) parts.push(text);
    }
    return parts.join(' ');
  }

  /** Text of an element that is part of another one's name. @param {Element} element @param {Trail} trail @param {boolean} own whether it is the one referred to @returns {string} */
  function textAlternative(element, trail, own) {
    if (trail.seen.has(element) || trail.left-- <= 0) return '';
    trail.seen.add(element);
    if (!trail.hiddenToo && !own && isHidden(element)) return '';
    if (!trail.byReference && !own) {
      const referred = fromReferences(element, 'aria-labelledby', trail);
      if (referred) return referred;
    }
    const itsRole = role(element);
    const label = element.getAttribute('aria-label');
    if (!own || trail.byReference) {
      const value = embeddedValue(element, itsRole, own);
      if (value !== null && !(label?.trim() && own)) return value;
    }
    if (label?.trim()) return label;
    if (element.localName === 'svg' || element.localName === 'img' || isControl(element)) return fromMarkup(element, trail, itsRole) ?? fromContent(element, trail);
    if (own && (element.localName === 'fieldset' || element.localName === 'table')) {
      const caption = fromMarkup(element, trail, itsRole);
      if (caption?.trim()) return caption;
    }
    const content = fromContent(element, trail);
    return content.trim() ? content : element.getAttribute('title') ?? '';
  }

  /** @param {Element} element */
  function isControl(element) {
    return /^(input|select|textarea|meter|progress)$/.test(element.localName);
  }

  /** What a control inside a label adds to the name: its value. Secrets add nothing. @param {Element} element @param {string} itsRole @param {boolean} own @returns {string | null} */
  function embeddedValue(element, itsRole, own) {
    if (own && !isControl(element)) return null;
    if (cobrowse.isSecret(element)) return own ? null : '';
    switch (itsRole) {
      case 'textbox': case 'searchbox':
        if (own) return null;
        return 'value' in element ? String(/** @type {any} */ (element).value) : element.textContent ?? '';
      case 'combobox': case 'listbox':
        if (own) return null;
        return chosenText(element);
      case 'slider': case 'spinbutton': case 'scrollbar': case 'meter': case 'progressbar':
        if (own) return null;
        return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? String(/** @type {any} */ (element).value ?? '');
      default: return null;
    }
  }

  /** @param {Element} element */
  function chosenText(element) {
    if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map(option => option.label).join(' ');
    if (element instanceof HTMLInputElement) return element.value;
    return [...element.querySelectorAll('[role=option][aria-selected=true]')].map(option => option.textContent ?? '').join(' ');
  }

  const BLOCK = /^(block|flex|grid|table|list-item|flow-root|table-row|table-cell|table-caption|inline-block|inline-flex|inline-grid|inline-table)/;

  const SIMPLE = new Set('span code em strong b i u small sub sup cite tt kbd samp var font'.split(' '));

  /**
   * The text of an element that holds nothing but plain inline text; null when there is more to it. Only during a pass.
   * With a `book` (outside of shadow trees) the records of what is inside are made on the way.
   * @param {Element} element @param {any} [known] its record @param {any} [book] @returns {string | null}
   */
  function plainText(element, known, book) {
    const record = known ?? cobrowse.recordOf(element);
    if (!record || record.before || record.after) return null;
    if (!element.firstElementChild) return cobrowse.cased(element.textContent ?? '', record.letters);
    let text = '';
    for (let child = element.firstChild; child; child = child.nextSibling) {
      const type = child.nodeType;
      if (type === 3) text += cobrowse.cased(/** @type {Text} */ (child).data, record.letters);
      else if (type === 1) {
        const part = plainPart(/** @type {Element} */ (child), record, book);
        if (part === null) return null;
        text += part;
      }
    }
    return text;
  }

  /** @param {Element} child @param {any} record of its parent @param {any} book @returns {string | null} */
  function plainPart(child, record, book) {
    if (!SIMPLE.has(child.localName) || child.shadowRoot) return null;
    const own = book ? book.recordOf(child, record) : cobrowse.recordOf(child);
    if (own.none || own.hidden || own.apart) return null;
    if (!(book?.shared ? !book.odd : onlyClass(child))) return null;
    return plainText(child, own, book);
  }

  /** @param {Element} element */
  function onlyClass(element) {
    if (!element.hasAttributes()) return true;
    const names = element.getAttributeNames();
    return names.length === 1 && names[0] === 'class';
  }

  /** The text an element holds, as its name is made from it. @param {Element} element @param {Trail} trail @returns {string} */
  function fromContent(element, trail) {
    const plain = plainText(element);
    if (plain !== null) return plain;
    if (!element.firstElementChild && !cobrowse.rootOf(element) && element.localName !== 'slot') {
      let text = pseudoText(element, '::before');
      for (const child of element.childNodes) if (child instanceof Text) text += cobrowse.drawnWords(child);
      return text + pseudoText(element, '::after');
    }
    let text = pseudoText(element, '::before');
    for (const child of cobrowse.childrenOf(element)) text += partOf(child, trail);
    for (const owned of referredTo(element, 'aria-owns')) text += ' ' + partOf(owned, trail);
    return text + pseudoText(element, '::after');
  }

  /** @param {Node} child @param {Trail} trail */
  function partOf(child, trail) {
    if (child instanceof Text) return cobrowse.drawnWords(child);
    if (!(child instanceof Element)) return '';
    const tag = child.localName;
    if (tag === 'br') return ' ';
    if (tag === 'script' || tag === 'style' || tag === 'template' || tag === 'noscript') return '';
    const text = textAlternative(child, trail, false);
    if (!text) return '';
    const record = cobrowse.recordOf(child);
    return (record ? record.apart : BLOCK.test(cobrowse.styleOf(child).display)) ? ` ${text} ` : text;
  }

  /** Text that a style sheet puts before or after an element. @param {Element} element @param {string} pseudo */
  function pseudoText(element, pseudo) {
    const record = cobrowse.recordOf(element);
    if (record && !(pseudo === '::before' ? record.before : record.after)) return '';
    const style = getComputedStyle(element, pseudo);
    const content = style.content;
    if (content === 'none' || content === 'normal' || content === '') return '';
    const alternative = content.split(' / ');
    const source = alternative.length > 1 ? alternative[alternative.length - 1] : content;
    const strings = source.match(/"(?:[^"\\]|\\.)*"/g);
    if (!strings || style.display === 'none' || style.visibility !== 'visible') return '';
    const text = strings.map(part => part.slice(1, -1).replace(/\\(.)/g, '$1')).join('');
    const drawn = cobrowse.cased(text, style.textTransform);
    return BLOCK.test(style.display) ? ` ${drawn} ` : drawn;
  }

  // --- description, states --------------------------------------------------------------------------------------------

  /** The accessible description: what `aria-describedby` names, `aria-description`, or an unused `title`. @param {Element} element @returns {string} */
  function description(element) {
    const referred = fromReferences(element, 'aria-describedby', newTrail());
    const stated = referred || element.getAttribute('aria-description') || '';
    if (stated) return cap(tidy(stated));
    const title = tidy(element.getAttribute('title') ?? '');
    return title && title !== name(element) ? cap(title) : '';
  }

  /** @param {Element} element @param {string} attribute */
  const isTrue = (element, attribute) => element.getAttribute(attribute) === 'true';

  /** Whether it, or a group it belongs to, is out of use. @param {Element} element */
  function isDisabled(element) {
    if ('disabled' in element && element.matches(':disabled')) return true;
    for (let at = /** @type {Element | null} */ (element); at; at = cobrowse.parentOf(at)) {
      const stated = at.getAttribute('aria-disabled');
      if (stated) return stated === 'true';
      if (/** @type {any} */ (at).inert) return true;
    }
    return false;
  }

  /** @param {Element} element @param {string} itsRole @returns {string} */
  function checkedState(element, itsRole) {
    if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
      if (itsRole === 'button') return '';
      return element.indeterminate && element.type === 'checkbox' ? 'mixed' : element.checked ? 'checked' : 'unchecked';
    }
    if (!/^(checkbox|radio|switch|menuitemcheckbox|menuitemradio|option|treeitem)$/.test(itsRole)) return '';
    const stated = element.getAttribute('aria-checked');
    if (stated === 'mixed') return 'mixed';
    if (stated === 'true') return 'checked';
    return stated === 'false' || /^(checkbox|switch|radio|menuitemcheckbox|menuitemradio)$/.test(itsRole) ? 'unchecked' : '';
  }

  /** @param {Element} element @returns {string} */
  function expandedState(element) {
    const stated = element.getAttribute('aria-expanded');
    if (stated === 'true' || stated === 'false') return stated === 'true' ? 'expanded' : 'collapsed';
    if (element.localName === 'summary' && element.parentElement instanceof HTMLDetailsElement) return element.parentElement.open ? 'expanded' : 'collapsed';
    return '';
  }

  /** @param {Element} element */
  function isInvalid(element) {
    const stated = element.getAttribute('aria-invalid');
    if (stated !== null && stated !== '') return stated !== 'false';
    return 'validity' in element && element.matches(':user-invalid');
  }

  /** Whether it has the focus, also inside shadow roots. @param {Element} element */
  function isFocused(element) {
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    return root.activeElement === element && element !== document.body;
  }

  /**
   * States, in the words of `Element.states`; those of place and cover are the observer's. The observer knows when no
   * group can be out of use and what has the focus, and so need not ask for each element.
   * @param {Element} element @param {string} [itsRole] @param {{groups: boolean, focused: Set<Element>}} [known] @returns {string[]}
   */
  function states(element, itsRole = role(element), known) {
    /** @type {string[]} */
    const found = [];
    addOwnStates(element, itsRole, found);
    if (known && !known.groups ? 'disabled' in element && element.matches(':disabled') : isDisabled(element)) found.push('disabled');
    if (known ? known.focused.has(element) : isFocused(element)) found.push('focused');
    if (!(element instanceof HTMLAnchorElement) && cobrowse.isSecret(element)) found.push('secret', /** @type {any} */ (element).value ? 'filled' : 'empty');
    return found;
  }

  /** @param {Element} element @param {string} itsRole @param {string[]} found */
  function addOwnStates(element, itsRole, found) {
    const field = /** @type {any} */ (element);
    const checked = itsRole === 'link' ? '' : checkedState(element, itsRole);
    const expanded = expandedState(element);
    if (checked) found.push(checked);
    if (expanded) found.push(expanded);
    if (isTrue(element, 'aria-selected') || (element instanceof HTMLOptionElement && element.selected)) found.push('selected');
    if (isTrue(element, 'aria-pressed')) found.push('pressed');
    if (itsRole === 'link' || itsRole === 'button') return;
    if (field.required === true || isTrue(element, 'aria-required')) found.push('required');
    if (isInvalid(element)) found.push('invalid');
    if (isReadonly(element)) found.push('readonly');
    if (field.multiple === true || isTrue(element, 'aria-multiselectable')) found.push('multiple');
  }

  /** @param {Element} element */
  function isReadonly(element) {
    if (isTrue(element, 'aria-readonly')) return true;
    return (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.readOnly && element.matches(':read-only');
  }

  Object.assign(cobrowse, { role, name, nameAs, plainText, description, states, tidy, cap, isHidden, focusable, hasAuthorName, NAMED_BY_CONTENT, referredTo, labelsOf });
})();
