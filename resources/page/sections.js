// @ts-check
/**
 * The words that tell an element from its like: those of the row, list item, dialog or landmark it is in, or of the
 * heading before it. The walk of observe.js opens and leaves sections and says what is read inside them.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.Sections) return;

  const { tidy, cap } = cobrowse;

  const MOST_SECTION = 80;
  const MOST_DEEP = 60;
  /** Elements that end what a heading in them names. */
  const SECTIONING = new Set('article section nav aside main form dialog fieldset details li tr header footer'.split(' '));
  const SECTION_ROLES = /^(?:article|region|navigation|complementary|main|form|search|dialog|alertdialog|group|radiogroup|listitem|row|tabpanel|toolbar|menu|treeitem)$/;
  /** Sections that the text inside them names. */
  const NAMED_BY_TEXT = /^(?:tr|li|row|listitem|article)$/;

  /** @typedef {{text: string, plain: boolean, names: number, filled: boolean, open: boolean, outer: number}} Section `plain`: has words besides names */

  class Sections {
    constructor() {
      /** @type {Section[]} */
      this.all = [{ text: '', plain: false, names: 0, filled: true, open: false, outer: 0 }];
      /** Index of the one that the walk is in; 0 outside of all. */
      this.at = 0;
    }

    /** Begin one where an element asks for it. @param {Element} element @param {string} role @param {boolean} odd whether it may have a name of its own @returns {boolean} */
    begin(element, role, odd) {
      const tag = element.localName;
      if (!SECTIONING.has(tag) && !SECTION_ROLES.test(role)) return false;
      if (NAMED_BY_TEXT.test(tag) || NAMED_BY_TEXT.test(role)) {
        this.open(odd && cobrowse.hasAuthorName(element) ? cobrowse.name(element) : '', true);
      } else {
        const words = role === '' || role === 'none' ? '' : cobrowse.name(element);
        this.open(words, tag === 'section' || role === 'dialog' || role === 'alertdialog');
      }
      return true;
    }

    /** @param {string} text @param {boolean} open whether the text inside it makes its words */
    open(text, open) {
      this.all.push({ text, plain: false, names: 0, filled: text !== '', open, outer: this.at });
      this.at = this.all.length - 1;
    }

    /** Words that were read inside the current section. @param {string} text @param {boolean} [isName] of a thing in it */
    read(text, isName = false) {
      const current = this.all[this.at];
      if (!current.open || current.filled) return;
      if (isName) current.names++;
      else current.plain = true;
      if (current.text.length < MOST_SECTION) current.text += (current.text ? ' ' : '') + text;
    }

    /** A heading names what comes after it, and the section it is in. @param {string} text */
    heading(text) {
      const current = this.all[this.at];
      if (current.open && !current.filled) {
        current.text = text;
        current.filled = true;
      } else {
        this.all.push({ text, plain: true, names: 0, filled: true, open: false, outer: current.outer });
        this.at = this.all.length - 1;
      }
    }

    /** The words of each, once all is read; an empty one lends those of the one around it. @param {(words: string) => number} indexOf @returns {number[]} indices of words */
    words(indexOf) {
      /** @type {Map<string, string>} */
      const tidied = new Map();
      return this.all.map(one => {
        let at = one;
        for (let steps = 0; steps < MOST_DEEP && at !== this.all[0]; steps++) {
          if (at.text && (at.plain || at.names > 1 || at.filled)) {
            let text = tidied.get(at.text);
            if (text === undefined) tidied.set(at.text, (text = cap(withoutBars(tidy(at.text)), MOST_SECTION)));
            if (text) return indexOf(text);
          }
          at = this.all[at.outer];
        }
        return indexOf('');
      });
    }
  }

  /** @param {string} text cells of a row with empty ones between */
  function withoutBars(text) {
    return text.includes('|') ? text.replace(/\|(?: \|)+/g, '|').replace(/^\| | \|$/g, '') : text;
  }

  Object.assign(cobrowse, { Sections, SECTIONING });
})();
