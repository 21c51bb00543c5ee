// @ts-check
/**
 * Which fields hold secrets, for the document's whole life, and how their values are kept out of everything we hand over.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.isSecret) return;

  /** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

  /** What is put in the place of a secret. */
  const MASK = '•••';
  /** Values shorter than this are too common to be masked in other text. */
  const LEAST_MASKED = 4;
  const MOST_VALUES = 100;

  const SECRET_AUTOCOMPLETE = /(?:^|\s)(?:current-password|new-password|one-time-code|cc-(?!name|given-name|additional-name|family-name|type)[a-z-]+)(?:\s|$)|password/i;
  const SECRET_WORDS =
    /pass(?:word|phrase|code)|passwort|kennwort|mot de passe|contraseña|\bpin\b(?! ?code)|\botp\b|\b2fa\b|\b(?:one[- ]?time|verification|security|authentication|authenticator|auth|login|sign[- ]?in|sms|access|confirmation) (?:code|pin|number)|\b(?:cvv|cvc|csc)2?\b|\bcard (?:number|no)|kartennummer|\biban\b(?!.)/i;
  const SECRET_NAMES = /(?:^|[-_.[])(?:otp|totp|pin|cvv2?|cvc2?|csc|cc-?num(?:ber)?|card-?num(?:ber)?|passwd|password|passcode)(?:$|[-_.\]])/i;
  const CODE_WORDS = /\b(?:code|digit|pin|otp)\b/i;
  const NO_SECRET = /post ?code|zip|country|area|voucher|promo|coupon|discount|gift|dial|currency|language|referral|invit|\bshow\b|\bforgot/i;

  /** Fields that are, or once were, secret. @type {WeakSet<Element>} */
  const marked = new WeakSet();
  /** Those that are still about, so that their values can be asked for. @type {Set<WeakRef<Element>>} */
  const holders = new Set();
  /** Values that secret fields of this document held. @type {Set<string>} */
  const values = new Set();
  /** @type {WeakSet<Node>} */
  const watchedRoots = new WeakSet();

  /** @param {unknown} node @returns {node is Field} */
  function isField(node) {
    return node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement;
  }

  /** @param {Element} element */
  function mark(element) {
    if (marked.has(element)) return;
    marked.add(element);
    holders.add(new WeakRef(element));
  }

  /** The words beside a field, without asking for its accessible name. @param {Field} field */
  function wordsOf(field) {
    const parts = [field.getAttribute('aria-label'), field.getAttribute('placeholder'), field.getAttribute('title')];
    for (const label of cobrowse.labelsOf(field)) parts.push(label.textContent);
    const ids = field.getAttribute('aria-labelledby');
    const root = /** @type {Document | ShadowRoot} */ (field.getRootNode());
    if (ids) for (const id of ids.split(/\s+/)) if (id) parts.push(root.getElementById?.(id)?.textContent ?? '');
    return parts.filter(Boolean).join(' ').slice(0, 400);
  }

  /** Whether it is one of a row of boxes for one character each, as codes are asked for. @param {HTMLInputElement} input */
  function isCodeBox(input) {
    if (input.maxLength !== 1) return false;
    const row = input.parentElement?.parentElement ?? input.parentElement;
    const boxes = row ? row.querySelectorAll('input[maxlength="1"]').length : 1;
    return boxes >= 4;
  }

  const TEXT_TYPES = new Set(['text', 'tel', 'number', 'search', 'password', '']);

  /** Whether its looks say that a secret belongs into it. @param {Field} field */
  function looksSecret(field) {
    if (field instanceof HTMLInputElement && field.type === 'password') return true;
    if (SECRET_AUTOCOMPLETE.test(field.getAttribute('autocomplete') ?? '')) return true;
    if (!(field instanceof HTMLInputElement) || !TEXT_TYPES.has(field.type)) return false;
    if (isCodeBox(field) || SECRET_NAMES.test(field.name) || SECRET_NAMES.test(field.id)) return true;
    const words = wordsOf(field);
    if (!words || NO_SECRET.test(words)) return false;
    if (SECRET_WORDS.test(words)) return true;
    const digits = field.inputMode === 'numeric' || field.type === 'tel' || field.type === 'number' || field.pattern.includes('[0-9]') || field.pattern.includes('\\d');
    return digits && field.maxLength >= 4 && field.maxLength <= 8 && CODE_WORDS.test(words);
  }

  /** Whether a field holds, or ever held, something only the person may type. @param {Node | null} node @returns {boolean} */
  function isSecret(node) {
    if (!isField(node)) return false;
    if (marked.has(node)) return true;
    if (node instanceof HTMLInputElement && node.type === 'hidden') return true;
    if (looksSecret(node) || (values.size && node.value.length >= LEAST_MASKED && values.has(node.value))) {
      mark(node);
      return true;
    }
    return false;
  }

  /** @param {string} value */
  function remember(value) {
    if (value.length < LEAST_MASKED || values.has(value)) return;
    if (values.size >= MOST_VALUES) values.delete(/** @type {string} */ (values.values().next().value));
    values.add(value);
  }

  /** Every value a secret field of this document holds or held, longest first. @returns {string[]} */
  function secretValues() {
    for (const holder of holders) {
      const field = /** @type {Field | undefined} */ (holder.deref());
      if (!field) holders.delete(holder);
      else if (field.value && field.value.length < 500) {
        remember(field.value);
        cobrowse.tellSecret(field.value);
      }
    }
    return [...values].sort((one, other) => other.length - one.length);
  }

  /** The same value with spaces or dashes in it. @param {string} value @returns {RegExp} */
  function spaced(value) {
    const parts = [...value.replace(/[\s-]/g, '')].map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return new RegExp(parts.join('[\\s\\u00a0-]?'), 'g');
  }

  /** `text` without any secret value of this document. @param {string} text @param {string[]} [known] from `secretValues()` @returns {string} */
  function masked(text, known = secretValues()) {
    let result = cobrowse.withoutKnown(text, MASK);
    for (const value of known) {
      if (result.includes(value)) result = result.split(value).join(MASK);
      const digits = value.replace(/[\s-]/g, '');
      if (/^\d{8,}$/.test(digits) && result.length >= digits.length) result = result.replace(spaced(digits), MASK);
    }
    return result;
  }

  /** Take note of fields under `root` that are, or stop being, secret. Only listens. @param {Document | ShadowRoot} root */
  function watchSecrets(root) {
    if (watchedRoots.has(root)) return;
    watchedRoots.add(root);
    new MutationObserver(records => {
      for (const { target, attributeName, oldValue } of records) {
        if (!isField(target)) continue;
        const was = attributeName === 'type' ? oldValue?.toLowerCase() === 'password' : SECRET_AUTOCOMPLETE.test(oldValue ?? '');
        if (was) mark(target);
        else isSecret(target);
      }
    }).observe(root, { subtree: true, attributeFilter: ['type', 'autocomplete'], attributeOldValue: true });
    for (const kind of ['input', 'focusin', 'change']) {
      root.addEventListener(kind, event => {
        const field = event.composedPath()[0] ?? event.target;
        if (!isField(field) || !isSecret(field) || kind === 'input') return;
        remember(field.value);
        if (kind === 'change') cobrowse.tellSecret(field.value);
      }, { capture: true, passive: true });
    }
    for (const field of root.querySelectorAll('input[type=password]')) mark(field);
  }

  // A page may send what was typed without the field ever saying that it changed.
  addEventListener('pagehide', () => secretValues().forEach(cobrowse.tellSecret), true);

  watchSecrets(document);
  Object.assign(cobrowse, { isSecret, secretValues, masked, watchSecrets, MASK });
})();
