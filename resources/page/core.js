// @ts-check
/**
 * The ground that every page script stands on. Runs in an isolated world: the page can neither see nor patch it.
 */
(() => {
  if (globalThis.cobrowse) return;

  /** @type {WeakMap<Node, number>} */
  const keys = new WeakMap();
  /** @type {Map<number, WeakRef<Node>>} */
  const nodes = new Map();
  /** Closed shadow roots, brought in from outside: host → root. @type {WeakMap<Element, ShadowRoot>} */
  const closedRoots = new WeakMap();
  /** Keys of nodes that no longer exist are forgotten. */
  const collected = new FinalizationRegistry(/** @param {number} key */ key => nodes.delete(key));
  let lastKey = 0;

  /** A number for this node, the same for its whole life. @param {Node} node */
  function keyOf(node) {
    let key = keys.get(node);
    if (key === undefined) {
      key = ++lastKey;
      keys.set(node, key);
      nodes.set(key, new WeakRef(node));
      collected.register(node, key);
    }
    return key;
  }

  /** The node with this key, or null when it has left the document. @param {number} key @returns {Node | null} */
  function nodeOf(key) {
    const node = nodes.get(key)?.deref();
    if (!node) {
      nodes.delete(key);
      return null;
    }
    return node.isConnected ? node : null;
  }

  /** Whether the node with this key is still in the document. @param {number} key */
  function isAlive(key) {
    return nodeOf(key) !== null;
  }

  /** Those of these keys whose nodes are still in the document. @param {number[]} among */
  function aliveAmong(among) {
    return among.filter(isAlive);
  }

  /** Make a closed root known. @param {Element} host @param {ShadowRoot} root */
  function adoptRoot(host, root) {
    closedRoots.set(host, root);
  }

  /** The shadow root of a host, open or adopted. @param {Element} host @returns {ShadowRoot | null} */
  function rootOf(host) {
    return host.shadowRoot ?? closedRoots.get(host) ?? null;
  }

  /** The parent a person sees: the slot, or the host of a shadow root. @param {Node} node @returns {Element | null} */
  function parentOf(node) {
    const slot = node instanceof Element || node instanceof Text ? node.assignedSlot : null;
    if (slot) return slot;
    const parent = node.parentNode;
    if (parent instanceof ShadowRoot) return parent.host;
    return parent instanceof Element ? parent : null;
  }

  /** The children a person sees: what is slotted, or what the shadow root holds. @param {Node} node @returns {Iterable<Node>} */
  function childrenOf(node) {
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes();
      if (assigned.length) return assigned;
    }
    const root = node instanceof Element ? rootOf(node) : null;
    return (root ?? node).childNodes;
  }

  /** Tell the engine something. @param {object} payload */
  function signal(payload) {
    const send = /** @type {any} */ (globalThis).cobrowseSignal;
    if (send) send(JSON.stringify(payload));
  }

  /** @type {any} */ (globalThis).cobrowse = {
    keyOf,
    nodeOf,
    isAlive,
    aliveAmong,
    adoptRoot,
    rootOf,
    parentOf,
    childrenOf,
    signal,
    /** The element that holds our own drawing, if any; never observed, never acted on. @type {Element | null} */
    ourHost: null,
  };
})();
