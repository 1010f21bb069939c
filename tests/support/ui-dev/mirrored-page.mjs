/**
 * The same steps in the page in English and in the page in other languages. A step finds its element by English text; in
 * the other languages it is the element at the same place of the document.
 */

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {Record<string | symbol, (...args: unknown[]) => unknown>} Methods */

const ACTIONS = new Set('click check fill focus press selectOption setInputFiles evaluate'.split(' '));

/**
 * A page whose steps are made in `english` and in all `others`. What a step asks is answered by `english`.
 * @param {Page} english
 * @param {readonly Page[]} others
 * @returns {Page}
 */
export function mirroredPage(english, others) {
  const keyboards = [english, ...others].map(({ keyboard }) => keyboard);
  /** @param {unknown} value */
  const wrapped = (value) => {
    if (value === english.keyboard)
      return withMethods(english.keyboard, (name, args) => inAll(keyboards, name, args), wrapped);
    return typeof value === 'object' && value !== null && 'setInputFiles' in value
      ? withMethods(value, (name, args) => ACTIONS.has(name) && act(value, name, args), wrapped)
      : value;
  };
  /** @type {(locator: object, name: string, args: unknown[]) => Promise<unknown>} */
  const act = async (locator, name, args) => {
    const found = /** @type {Locator} */ (locator);
    await found.waitFor({ state: 'attached' });
    // Its place counts once all pages are ready: until then, what lies above it may still change.
    await sameDocument(english, others);
    const path = await found.evaluate(pathOf);
    return inAll([locator, ...others.map((page) => page.locator(path))], name, args);
  };
  return /** @type {Page} */ (
    withMethods(
      english,
      (name, args) => name === 'evaluate' && inAll([english, ...others], name, args),
      wrapped,
    )
  );
}

/**
 * The object, whose methods answer what `instead` gives, or else their own answer as `wrapped` makes it; so it makes the
 * values of the other properties, too.
 * @param {object} object
 * @param {(name: string, args: unknown[]) => unknown} instead False: the method is called.
 * @param {(answer: unknown) => unknown} wrapped
 */
const withMethods = (object, instead, wrapped) =>
  new Proxy(object, {
    get: (target, name) => {
      const method = /** @type {Methods} */ (target)[name];
      if (typeof method !== 'function') return wrapped(method);
      return (/** @type {unknown[]} */ ...args) => {
        const answer = instead(String(name), args);
        return answer === false ? wrapped(method.apply(target, args)) : answer;
      };
    },
  });

/**
 * Calls a method of all objects at once; answers what the first one answers.
 * @param {readonly object[]} objects
 * @param {string} name
 * @param {unknown[]} args
 */
const inAll = async (objects, name, args) => {
  const [answer] = await Promise.all(objects.map((each) => /** @type {Methods} */ (each)[name]?.(...args)));
  return answer;
};

const PATIENCE_MS = 5000;

/**
 * Waits until all documents have the same elements. Returns whether they have them.
 * @param {Page} english
 * @param {readonly Page[]} others
 */
export async function sameDocument(english, others) {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const [first, ...rest] = await Promise.all([english, ...others].map((page) => page.evaluate(elementsOf)));
    if (rest.every((each) => each === first)) return true;
    if (performance.now() > until) return false;
    await english.waitForTimeout(50);
  }
}

// These run in the page.
const elementsOf = () => [...document.body.querySelectorAll('*')].map(({ localName }) => localName).join();
/** A CSS selector of the element's place. @param {Element} element */
const pathOf = (element) => {
  const steps = [];
  for (let each = element; each.parentElement !== null; each = each.parentElement)
    steps.unshift(
      each === document.body ? 'body' : `:nth-child(${[...each.parentElement.children].indexOf(each) + 1})`,
    );
  return steps.join(' > ');
};
