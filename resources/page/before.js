// @ts-check
/** What a field holds before it is changed, so that it can be put back. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.stateOf) return;

  /**
   * What the field an element stands for is now: `{key, kind, text, chosen, on}`; an empty kind when it cannot be put back:
   * secrets, formatted text, a radio button of a group in which nothing was chosen. Of a group the key is that of the
   * button that was on.
   * @param {number} key
   */
  function stateOf(key) {
    const element = cobrowse.need(key);
    const state = { key, kind: '', text: '', /** @type {string[]} */ chosen: [], on: false };
    const list = nativeIn(element);
    if (list) return { ...state, key: cobrowse.keyOf(list), kind: cobrowse.isSecret(list) ? '' : 'choice', chosen: [...list.selectedOptions].map(option => cobrowse.tidy(option.label)) };
    const tick = cobrowse.tickFor(element);
    if (cobrowse.tickState(tick)) return { ...state, ...tickBefore(tick) };
    const field = cobrowse.fieldFor(element);
    const plain = cobrowse.kindOf(field) !== 'editor' || !field.querySelector(':not(br, div, p)');
    const kind = /^(text|value|editor)$/.test(cobrowse.kindOf(field)) && plain && !cobrowse.isSecret(field) ? 'text' : '';
    return { ...state, key: cobrowse.keyOf(field), kind, text: kind ? cobrowse.held(field) : '' };
  }

  /** @param {Element} element @returns {HTMLSelectElement | null} */
  function nativeIn(element) {
    const one = element instanceof HTMLLabelElement ? element.control : element instanceof HTMLOptionElement ? element.closest('select') : element;
    return one instanceof HTMLSelectElement ? one : null;
  }

  /** @param {Element} tick */
  function tickBefore(tick) {
    const own = cobrowse.tickState(tick);
    if (own === 'mixed') return {};
    if (!/radio$/.test(cobrowse.role(tick))) return { key: cobrowse.keyOf(tick), kind: 'tick', on: own === 'on' };
    const before = [tick, ...groupOf(tick)].find(one => cobrowse.tickState(one) === 'on');
    return before ? { key: cobrowse.keyOf(before), kind: 'tick', on: true } : {};
  }

  /** The radio buttons among which one is chosen. @param {Element} radio @returns {Element[]} */
  function groupOf(radio) {
    if (!(radio instanceof HTMLInputElement)) return cobrowse.below(cobrowse.closestOf(radio, '[role=radiogroup], [role=menu]') ?? radio, '[role=radio], [role=menuitemradio]');
    const alike = cobrowse.below(document.documentElement, 'input[type=radio]');
    return alike.filter((/** @type {Element} */ one) => one instanceof HTMLInputElement && one.name === radio.name && one.form === radio.form);
  }

  Object.assign(cobrowse, { stateOf });
})();
