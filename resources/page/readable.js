// @ts-check
/** The text of a page as a person reads it. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.readable) return;

  const MOST_TEXT = 60000;
  /** Reading ends then, with what was read. */
  const MOST_MS = 3000;
  const SKIP = /^(script|style|template|noscript|head|meta|link|svg|canvas|iframe|object|embed|datalist|audio|video)$/;
  const INLINE = /^(inline|contents|ruby)/;
  const LEAST_CONTRAST = 1.08;

  /**
   * What text inherits. `plain`: nothing above could hide it but its own style; `behind`: the plain colour under it,
   * '' where that is not known.
   * @typedef {{plain: boolean, behind: string}} Ground
   */

  /** @type {string[]} */
  let lines = [];
  let line = '';
  let size = 0;
  let end = 0;
  /** Whether text of one colour on another can be read, by both. @type {Map<string, boolean>} */
  let legible = new Map();

  /** The text a person can see, a line per block; headings begin with `#`. @returns {string} */
  function readable() {
    return cobrowse.withPass(() => {
      lines = [];
      line = '';
      size = 0;
      end = performance.now() + MOST_MS;
      legible = new Map();
      if (document.body) element(document.body, { plain: true, behind: 'rgb(255, 255, 255)' });
      flush();
      return cobrowse.masked(lines.join('\n'));
    });
  }

  function flush() {
    const text = cobrowse.tidy(line).replace(/( \|)+$/, '');
    line = '';
    if (!text || /^(#+|-|\|)$/.test(text) || size >= MOST_TEXT) return;
    lines.push(text);
    size += text.length + 1;
  }

  /** @param {Element} node @param {Ground} ground */
  function element(node, ground) {
    if (size >= MOST_TEXT || node === cobrowse.ourHost || SKIP.test(node.localName) || performance.now() > end) return;
    const style = cobrowse.styleOf(node);
    if (style.display === 'none') return;
    const inline = INLINE.test(style.display);
    const cell = style.display === 'table-cell';
    if (!inline && !cell) flush();
    begin(node);
    const words = fieldWords(node);
    if (words !== null) line += ` ${words} `;
    else inside(node, style, groundOf(node, style, ground));
    if (cell) line += ' | ';
    else if (!inline || node.localName === 'br') flush();
  }

  /** @param {Element} node */
  function begin(node) {
    const level = /^h([1-6])$/.exec(node.localName);
    if (level) line += `${'#'.repeat(+level[1])} `;
    if (node.localName === 'li') line += '- ';
  }

  /** @param {Element} node @param {CSSStyleDeclaration} style @param {Ground} ground */
  function inside(node, style, ground) {
    /** @type {boolean | null} */ let seen = null;
    for (const child of cobrowse.childrenOf(node)) {
      if (child instanceof Element) element(child, ground);
      else if (child instanceof Text && child.data) {
        if (!/\S/.test(child.data)) line += ' ';
        else if (ground.plain ? (seen ??= shows(node, style, ground)) : cobrowse.isVisible(child)) line += child.data;
      }
    }
  }

  /** @param {Element} node @param {CSSStyleDeclaration} style @param {Ground} ground @returns {Ground} */
  function groundOf(node, style, ground) {
    const plain = ground.plain && !mayHide(node, style);
    if (style.backgroundImage !== 'none') return { plain, behind: '' };
    const colour = style.backgroundColor;
    if (/^rgba\(.*, 0\)$/.test(colour)) return plain === ground.plain ? ground : { plain, behind: ground.behind };
    return { plain, behind: colour.startsWith('rgb(') ? colour : '' };
  }

  /** Whether this style could hide what is inside. @param {Element} node @param {CSSStyleDeclaration} style */
  function mayHide(node, style) {
    if (node === document.body) return style.opacity !== '1' || style.position !== 'static';
    if (style.opacity !== '1' || style.position !== 'static' || style.clipPath !== 'none' || style.filter !== 'none' || style.transform !== 'none') return true;
    if (style.textIndent !== '0px' || style.marginLeft.length > 6 || style.marginTop.length > 6 || style.contentVisibility === 'hidden') return true;
    return style.overflowX !== 'visible' || style.overflowY !== 'visible';
  }

  /** Whether text directly in this element shows, when nothing around hides it. @param {Element} node @param {CSSStyleDeclaration} style @param {Ground} ground */
  function shows(node, style, ground) {
    if (style.visibility !== 'visible' || parseFloat(style.fontSize) < 2) return false;
    const key = `${style.color}|${style.webkitTextFillColor}|${ground.behind}`;
    let known = legible.get(key);
    if (known === undefined) {
      const over = cobrowse.channels(style.webkitTextFillColor || style.color);
      const under = ground.behind ? cobrowse.channels(ground.behind) : null;
      known = !!over && !!under && over[3] > 0.5 && cobrowse.contrast(over.slice(0, 3), under.slice(0, 3)) > LEAST_CONTRAST;
      legible.set(key, known);
    }
    return known || !cobrowse.textUnseen(node);
  }

  /** What stands in a field, as a person reads it; null for what is no field. @param {Element} element @returns {string | null} */
  function fieldWords(element) {
    const kind = cobrowse.kindOf(element);
    if (kind === 'editor' || kind === 'none' || !cobrowse.isVisible(element)) return kind === 'editor' || kind === 'none' ? null : '';
    if (cobrowse.isSecret(element)) return cobrowse.MASK;
    if (kind === 'tick') return element instanceof HTMLInputElement ? (element.checked ? '[x]' : '[ ]') : null;
    if (kind === 'file') return '';
    if (element instanceof HTMLSelectElement) return `[${cobrowse.held(element)}]`;
    return `[${/** @type {HTMLInputElement} */ (element).value || /** @type {HTMLInputElement} */ (element).placeholder || ''}]`;
  }

  Object.assign(cobrowse, { readable });
})();
