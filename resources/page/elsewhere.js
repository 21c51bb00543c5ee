// @ts-check
/**
 * Secrets of other documents of this session, known by length and hash alone: a site that sends back what was typed on the
 * page before does not get it into anything we hand over. Nobody but the document it was typed in ever has the value.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.knowSecrets) return;

  /** Shorter ones stand in too many other texts. */
  const LEAST = 6;
  const MOST = 200;
  /** Two rolling hashes (Rabin and Karp 1987) modulo 2³¹ − 1; the products stay below 2⁵³. */
  const MODULUS = 2147483647;
  const BASES = [1000003, 786433];

  /** First hash → second hash, by length. @type {Map<number, Map<number, number>>} */
  const known = new Map();
  /** @type {Set<string>} */
  const told = new Set();

  /** @param {string} text @param {number} base */
  function hash(text, base) {
    let value = 0;
    for (let at = 0; at < text.length; at++) value = (value * base + text.charCodeAt(at)) % MODULUS;
    return value;
  }

  /** Let the engine know, by length and hash, as it stands and as an address spells it. @param {string} value */
  function tell(value) {
    if (value.length < LEAST || value.length > MOST || told.has(value)) return;
    told.add(value);
    const spelt = encodeURIComponent(value);
    const forms = new Set([value, spelt, spelt.replace(/%20/g, '+'), new URLSearchParams([['', value]]).toString().slice(1)]);
    cobrowse.signal({ kind: 'secret', marks: [...forms].map(form => [form.length, hash(form, BASES[0]), hash(form, BASES[1])]) });
  }

  /** @param {[number, number, number][]} marks */
  function knowSecrets(marks) {
    for (const [length, first, second] of marks) {
      if (!known.has(length)) known.set(length, new Map());
      known.get(length)?.set(first, second);
    }
  }

  /** `text` without the secrets that are known by their hashes. @param {string} text @param {string} mask @returns {string} */
  function without(text, mask) {
    let result = text;
    for (const [length, hashes] of known) result = withoutThese(result, length, hashes, mask);
    return result;
  }

  /** @param {string} text @param {number} length @param {Map<number, number>} hashes @param {string} mask */
  function withoutThese(text, length, hashes, mask) {
    if (text.length < length) return text;
    let power = 1;
    for (let at = 1; at < length; at++) power = (power * BASES[0]) % MODULUS;
    let value = hash(text.slice(0, length), BASES[0]), from = 0, result = '';
    for (let at = 0; at + length <= text.length; at++) {
      if (at >= from && hashes.has(value) && hashes.get(value) === hash(text.slice(at, at + length), BASES[1])) {
        result += text.slice(from, at) + mask;
        from = at + length;
      }
      value = ((value + MODULUS - ((text.charCodeAt(at) * power) % MODULUS)) * BASES[0] + text.charCodeAt(at + length)) % MODULUS;
    }
    return from ? result + text.slice(from) : text;
  }

  Object.assign(cobrowse, { knowSecrets, tellSecret: tell, withoutKnown: without, knowsSecrets: () => known.size > 0 });
})();
