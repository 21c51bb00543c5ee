// @ts-check
/**
 * What there is to say of one element: whether its tag makes it usable, its value, choices, message and cover. Used by
 * observe.js; every function here depends on the element alone.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.addField) return;

  const { tidy, cap, role: roleOf, name: nameOf } = cobrowse;
  const MOST_TEXT = 2000;
  const MOST_VALUE = 500;
  const MOST_OPTIONS = 30;
  /** Attributes by which pages and their frameworks say that a click is listened for. */
  const CLICK_ATTRIBUTES = ['onclick', 'onmousedown', 'ondblclick', 'onpointerdown', 'jsaction', 'ng-click', 'data-ng-click',
    'v-on:click', '@click', 'x-on:click', 'wire:click', 'hx-get', 'hx-post', 'data-action', 'data-handler', 'data-toggle'];

  /**
   * Whether the markup says that a click does something, where neither tag, role nor cursor do. A link without an
   * address is there for a script, unless it is a mere place to jump to.
   * @param {Element} element
   */
  function takesClicks(element) {
    if (CLICK_ATTRIBUTES.some((name) => element.hasAttribute(name))) return true;
    return element.localName === 'a' && !element.hasAttribute('href') && !element.hasAttribute('name')
      && (element.hasAttribute('title') || element.hasAttribute('class'));
  }

  /** Longer pieces of clickable page are boxes that hold things, not things. */
  const MOST_CLICKABLE_TEXT = 150;

  /** @param {Element} element @param {string} tag @returns {boolean} */
  function nativelyUsable(element, tag) {
    switch (tag) {
      case 'a': case 'area': return element.hasAttribute('href') || element.hasAttribute('xlink:href');
      case 'button': case 'select': case 'textarea': return true;
      case 'input': return /** @type {HTMLInputElement} */ (element).type !== 'hidden';
      case 'summary': return element.parentElement?.localName === 'details';
      case 'audio': case 'video': return /** @type {HTMLMediaElement} */ (element).controls;
      case 'embed': case 'object': return true;
      default: return false;
    }
  }

  /** @param {Element} element */
  function isLooseLabel(element) {
    return element.localName === 'label' && !(/** @type {HTMLLabelElement} */ (element).control);
  }

  /** @param {Element} element @returns {boolean} */
  function editsText(element) {
    const editable = element.getAttribute('contenteditable');
    return editable !== null && editable !== 'false' && /** @type {any} */ (element).isContentEditable;
  }

  // --- names ---------------------------------------------------------------------------------------------------------

  /** Whether the name says all the text inside. @param {Element} element @param {string} name @param {string} role */
  function nameSaysAll(element, name, role) {
    if (role === 'textbox' || role === 'searchbox') return true;
    const text = element.textContent ?? '';
    if (text.length > 4 * MOST_TEXT) return false;
    const tidied = tidy(text);
    return tidied.length <= 2 || name.includes(tidied) || (name.endsWith('…') === false && squeezed(name).includes(squeezed(tidied)));
  }

  /** @param {string} text */
  const squeezed = text => text.replace(/\s+/g, '');

  const HOLDS_CONTROLS = 'a[href],button,input,select,textarea,[tabindex],[role=button],[role=link],[role=checkbox],[contenteditable],[draggable=true]';

  /** Name of something only a mouse reveals. @param {Element} element @returns {{name: string, leaf: boolean}} */
  function clickableName(element) {
    const stated = cobrowse.nameAs(element, 'clickable');
    const text = element.textContent ?? '';
    const leaf = text.length < 4 * MOST_CLICKABLE_TEXT && tidy(text).length <= MOST_CLICKABLE_TEXT && !element.querySelector(HOLDS_CONTROLS);
    if (leaf) return { name: stated || picturedName(element), leaf };
    if (cobrowse.hasAuthorName(element)) return { name: stated, leaf };
    const heading = element.querySelector('h1,h2,h3,h4,h5,h6,[role=heading]');
    return { name: heading ? nameOf(heading) : cap(stated, 60), leaf };
  }

  /** @param {Element} element */
  function picturedName(element) {
    const image = element.querySelector('img[alt],svg[aria-label],[title],[aria-label]');
    return image ? nameOf(image) || tidy(image.getAttribute('title') ?? '') : '';
  }

  /** What its author called a nameless thing in the style sheets. @param {Element} element */
  function classWords(element) {
    const classes = element.getAttribute('class');
    return classes ? `class ${cap(tidy(classes), 60)}` : '';
  }

  // --- fields --------------------------------------------------------------------------------------------------------

  /** @param {Element} element @param {string} tag @param {string} role @param {string[]} states @param {(key: string, value: any) => void} add */
  function addField(element, tag, role, states, add) {
    const field = /** @type {any} */ (element);
    if (tag === 'input') add('t', field.type);
    if (tag !== 'select') add('p', cap(tidy(element.getAttribute('placeholder') ?? element.getAttribute('aria-placeholder') ?? '')));
    if (tag === 'select') add('o', optionsOf(field));
    if (!states.includes('secret')) add('v', valueOf(field, tag, role));
  }

  /** @param {Element} element @param {string} tag */
  function levelOf(element, tag) {
    const stated = parseInt(element.getAttribute('aria-level') ?? '', 10);
    return stated > 0 ? stated : /^h[1-6]$/.test(tag) ? +tag[1] : 2;
  }

  /** What a field holds; undefined for what holds nothing one could read. @param {any} field @param {string} tag @param {string} role @returns {string | undefined} */
  function valueOf(field, tag, role) {
    if (tag === 'select') return cap(tidy([...field.selectedOptions].map((/** @type {HTMLOptionElement} */ option) => option.label).join(', ')), MOST_VALUE);
    if (tag === 'input') {
      if (/^(?:checkbox|radio|submit|button|reset|image)$/.test(field.type)) return undefined;
      if (field.type === 'file') return [...field.files].map((/** @type {File} */ file) => file.name).join(', ');
      return cap(tidy(field.value), MOST_VALUE);
    }
    if (tag === 'textarea') return cap(tidy(field.value), MOST_VALUE);
    if (field.isContentEditable) return cap(tidy(field.innerText.slice(0, 4 * MOST_VALUE)), MOST_VALUE);
    return role === 'combobox' ? cap(tidy(field.textContent ?? '')) : undefined;
  }

  /** @param {HTMLSelectElement} list */
  function optionsOf(list) {
    const labels = [];
    for (const option of list.options) {
      if (labels.length >= MOST_OPTIONS) break;
      labels.push(cap(tidy(option.label), 100));
    }
    return labels.length ? labels : null;
  }

  /** @param {Element} element */
  function messageOf(element) {
    const told = cobrowse.referredTo(element, 'aria-errormessage').map((/** @type {Element} */ found) => found.textContent).join(' ');
    return cap(tidy(told || cobrowse.description(element) || /** @type {any} */ (element).validationMessage || ''));
  }

  /** The label that stands for a control which is not drawn itself. @param {Element} element @returns {Element | null} */
  function drawnLabel(element) {
    for (const label of cobrowse.labelsOf(element)) if (!cobrowse.unseen(label)) return label;
    return null;
  }

  // --- shape and cover -----------------------------------------------------------------------------------------------

  /** Whether an svg is more than an icon: large, or with things of its own to use. @param {Element} svg */
  function isDrawing(svg) {
    const box = svg.getBoundingClientRect();
    return box.width >= 64 && box.height >= 64 || svg.querySelector('a,[role],[tabindex],[onclick]') !== null;
  }

  /** A table that arranges the page rather than showing rows of data. @param {Element} row */
  function holdsTable(row) {
    return row.childElementCount > 60 || row.querySelector('table,ul,ol,h1,h2,h3') !== null;
  }

  /**
   * What a person would call the thing that lies over an element, and no more than that.
   * @param {Element} cover what a press would hit @param {Element} element
   */
  function coverWords(cover, element) {
    let layer = cover;
    for (let at = cobrowse.parentOf(cover); at && !cobrowse.holds(at, element); at = cobrowse.parentOf(at)) layer = at;
    return `covered by ${thingWords(layer, cover)}`;
  }

  const DIALOGS = /^(?:dialog|alertdialog)$/;

  /**
   * A role and a name for what may have neither: a layer by its name, the heading in it or its words, else the part of it
   * that was hit.
   * @param {Element} layer @param {Element} hit
   */
  function thingWords(layer, hit) {
    const dialog = DIALOGS.test(roleOf(layer)) ? layer : layer.querySelector('dialog[open], [role=dialog], [role=alertdialog]');
    if (dialog && cobrowse.isVisible(dialog)) return said('dialog', titleOf(dialog) || tidy(/** @type {HTMLElement} */ (dialog).innerText ?? ''));
    for (const one of [layer, hit]) {
      const words = nameOf(one) || titleOf(one) || tidy(/** @type {HTMLElement} */ (one).innerText ?? '') || tidy(one.getAttribute('title') ?? '');
      if (words) return said(roleOf(one) || one.localName, words);
    }
    const mark = layer.id ? `#${cap(layer.id, 40)}` : layer.classList.length ? `.${cap(layer.classList[0], 40)}` : '';
    return (roleOf(layer) || layer.localName) + mark;
  }

  /** @param {Element} element */
  function titleOf(element) {
    const heading = cobrowse.hasAuthorName(element) ? null : element.querySelector('h1, h2, h3, h4, h5, h6, [role=heading]');
    return heading ? tidy(heading.textContent ?? '') : cobrowse.hasAuthorName(element) ? nameOf(element) : '';
  }

  /** @param {string} role @param {string} words */
  function said(role, words) {
    return words ? `${role} “${cobrowse.masked(cap(words, 60))}”` : role;
  }

  Object.assign(cobrowse, {
    nativelyUsable, isLooseLabel, editsText, nameSaysAll, clickableName, classWords, addField, takesClicks,
    levelOf, messageOf, coverWords, thingWords, drawnLabel, isDrawing, holdsTable,
  });
})();
