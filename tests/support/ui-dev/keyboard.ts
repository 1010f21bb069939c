/**
 * What a person who has only a keyboard misses on a screen: Tab and Shift+Tab reach every control, arrow keys every choice of
 * a group; what has the focus looks different and is in view; the focus stays inside of an open sheet, which Escape closes.
 * The page must be in its last state, since the focus moves and the choices change.
 */

import type { Page } from '@playwright/test';

interface Step {
  readonly element: string;
  readonly faults: readonly string[];
  /** The focus is elsewhere than before; it is where the walk began. */
  readonly moved: boolean;
  readonly again: boolean;
}
declare global {
  /** In the page: what a walk with Tab reaches, and the groups of choices. */
  var focusWatch: { step(): Promise<Step>; missed(): string[] };
  var choiceGroups: readonly { focus(): void; see(): void; missed(): string[] }[];
  /** Lets the app hear again what happens. */
  var endGroups: () => void;
}

/** One sentence for each fault. */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  faults.push(...(await walk(page, 'Tab')));
  await page.keyboard.down('Shift');
  faults.push(...(await walk(page, 'Shift+Tab')));
  await page.keyboard.up('Shift');
  faults.push(...(await groupFaults(page)), ...(await escapeFaults(page)));
  await page.evaluate(() => globalThis.endGroups());
  return [...new Set(faults)];
}

/** Presses Tab until the focus has been everywhere. `key` is the name of what is pressed then, with Shift if it is down. */
async function walk(page: Page, key: string): Promise<string[]> {
  const faults: string[] = [];
  const controls = await page.evaluate(watchFocus);
  // A field for a date has the focus for day, month, year and its calendar.
  let left = 5 * controls + 20;
  for (let rounds = 0, staying = 0; rounds < 2 && left > 0; left--) {
    // The focus moves when the key goes down.
    await page.keyboard.down('Tab');
    const [step] = await Promise.all([
      page.evaluate(() => globalThis.focusWatch.step()),
      page.keyboard.up('Tab'),
    ]);
    faults.push(...step.faults);
    rounds += step.again ? 1 : 0;
    staying = step.moved ? 0 : staying + 1;
    if (staying > 6) return [...faults, `${key} does not leave ${step.element}`];
  }
  if (left === 0) faults.push(`${key} does not come back to where it began`);
  const missed = await page.evaluate(() => globalThis.focusWatch.missed());
  return [...faults, ...missed.map((element) => `${key} does not reach ${element}`)];
}

/** The choices of a group that arrow keys do not reach. */
async function groupFaults(page: Page): Promise<string[]> {
  const groups = await page.evaluate(beginGroups);
  const faults: string[] = [];
  for (let group = 0; group < groups.length; group++) {
    await page.evaluate((n) => globalThis.choiceGroups[n]?.focus(), group);
    for (let i = 0; i < (groups[group] ?? 0); i++) {
      await page.keyboard.press('ArrowDown');
      await page.evaluate((n) => globalThis.choiceGroups[n]?.see(), group);
    }
    const missed = await page.evaluate((n) => globalThis.choiceGroups[n]?.missed() ?? [], group);
    faults.push(...missed.map((element) => `arrow keys do not reach ${element}`));
  }
  return faults;
}

/** How long a sheet may take to close. */
const PATIENCE_MS = 3000;

/** Escape closes the sheet on top, and the focus goes to where something is. */
async function escapeFaults(page: Page): Promise<string[]> {
  const sheet = await page.$('dialog:modal >> nth=-1');
  if (sheet === null) return [];
  await page.keyboard.press('Escape');
  const until = performance.now() + PATIENCE_MS;
  // Another one may open in its place.
  while (await sheet.evaluate((each) => each.isConnected && each.matches(':modal')))
    if (performance.now() > until) return ['Escape does not close the sheet'];
    else await page.waitForTimeout(25);
  while (await page.evaluate(() => document.activeElement === document.body))
    if (performance.now() > until) return ['the focus is lost when Escape closes the sheet'];
    else await page.waitForTimeout(25);
  return [];
}

// These run in the page.

/** Keeps what the steps reach in `focusWatch`. Returns how many controls there are. */
function watchFocus(): number {
  const SELECTOR = 'a[href],button,input,select,textarea,summary,iframe,[tabindex]';
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const nameOf = (element: Element) => element.outerHTML.replaceAll('<!---->', '').slice(0, 110);
  const isUsable = (element: Element): boolean =>
    element instanceof HTMLElement &&
    element.isConnected &&
    element.tabIndex >= 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled') &&
    element.closest('[inert]') === null;
  const isRadio = (element: Element): boolean =>
    element instanceof HTMLInputElement && element.type === 'radio';
  /** What is seen of a control: an input without a look of its own is drawn by its label. */
  const seen = (element: Element) => {
    const { opacity } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return opacity === '0' || width < 2 || height < 2 ? (element.closest('label') ?? element) : element;
  };
  /** How an element looks, with what is drawn before and after it. */
  const looks = (element: Element) =>
    [null, '::before', '::after']
      .map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, backgroundColor, borderColor } = style;
        const outline = outlineStyle === 'none' ? '' : outlineStyle + outlineWidth + outlineColor;
        return [outline, boxShadow, backgroundColor, borderColor].join();
      })
      .join(';');
  /** A control and what is around it. */
  const around = (element: Element) => {
    const found = [];
    for (let each: Element | null = element; each && found.length < 4; each = each.parentElement)
      found.push(each);
    return found;
  };
  /** Why what has the focus is not to be seen; '' if it is. Of what is high, the browser shows the line with the cursor. */
  const hiddenBy = (element: Element) => {
    const shown = seen(element);
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    const fits = bottom - top <= innerHeight / 2 && !(element instanceof HTMLTextAreaElement);
    if (left < -1 || right > clientWidth + 1 || (fits && (top < -1 || bottom > innerHeight + 1)))
      return `is not in view (${[left, top, right, bottom].map(Math.round).join()})`;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [
      [x, y],
      [x, top + 4],
      [x, bottom - 4],
      [left + 4, y],
      [right - 4, y],
    ];
    for (const [px = 0, py = 0] of fits ? points : points.slice(0, 1)) {
      if (!fits && (py < 0 || py >= innerHeight)) continue;
      const hit = document.elementFromPoint(px, py);
      if (hit === null || shown.contains(hit) || hit.contains(shown)) continue;
      const label = hit.closest('label');
      if (label?.control === element) continue;
      // A short message goes by itself; coveredByMessage looks at what it covers.
      if (hit.closest('.region') !== null) continue;
      return `is covered by ${nameOf(hit)}`;
    }
    return '';
  };
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const controls = [...place.querySelectorAll(SELECTOR)].filter(isUsable);
  const before = new Map<Element, string>();
  for (const element of new Set(controls.flatMap(around))) before.set(element, looks(element));
  const reached = new Set<Element>();
  const groupReached = (radio: Element) =>
    [...reached].some((other) => isRadio(other) && other.getAttribute('name') === radio.getAttribute('name'));
  let last: Element | null = null;
  let first: Element | null = null;
  const isOutside = () => document.activeElement === null || document.activeElement === document.body;
  /** The browser gives the focus back a moment after it left the page at one end, if the window has nothing else that takes it. */
  const backInside = () =>
    new Promise<unknown>((resolve) => {
      addEventListener('focusin', resolve, { once: true });
      setTimeout(resolve, 200);
    });
  globalThis.focusWatch = {
    step: async () => {
      const left = isOutside();
      if (left) await backInside();
      const element = document.activeElement;
      const outside = element === null || isOutside();
      const moved = element !== last || outside;
      last = element;
      const faults: string[] = [];
      if (outside) return { element: '', faults, moved, again: true };
      const again = left || (moved && element === first);
      first ??= element;
      if (!reached.has(element)) {
        reached.add(element);
        if (!place.contains(element)) faults.push(`${nameOf(element)} has the focus, outside of the sheet`);
        const hidden = hiddenBy(element);
        if (hidden !== '') faults.push(`${nameOf(element)} has the focus and ${hidden}`);
        if (controls.includes(element) && around(element).every((each) => before.get(each) === looks(each)))
          faults.push(`${nameOf(element)} looks the same with the focus`);
      }
      return { element: nameOf(element), faults, moved, again };
    },
    missed: () =>
      controls
        .filter((element) => isUsable(element) && !reached.has(element))
        .filter((element) => !isRadio(element) || !groupReached(element))
        .map(nameOf),
  };
  return controls.length;
}

/**
 * Keeps the groups of choices in `choiceGroups`, and lets the app do nothing more until `endGroups`. Returns how many choices
 * each has.
 */
function beginGroups(): number[] {
  const ending = new AbortController();
  globalThis.endGroups = () => {
    ending.abort();
  };
  for (const kind of ['click', 'input', 'change'])
    addEventListener(
      kind,
      (event) => {
        event.stopImmediatePropagation();
      },
      { capture: true, signal: ending.signal },
    );
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const groups = new Map<string, HTMLInputElement[]>();
  for (const radio of place.querySelectorAll('input[type=radio]'))
    if (radio instanceof HTMLInputElement && radio.checkVisibility() && !radio.matches(':disabled'))
      groups.set(radio.name, [...(groups.get(radio.name) ?? []), radio]);
  globalThis.choiceGroups = [...groups.values()].map((radios) => {
    const left = new Set(radios);
    const see = () => {
      for (const radio of radios) if (radio === document.activeElement) left.delete(radio);
    };
    return {
      focus: () => {
        (radios.find(({ checked }) => checked) ?? radios[0])?.focus();
        see();
      },
      see,
      missed: () => [...left].map(({ outerHTML }) => outerHTML.slice(0, 110)),
    };
  });
  return [...groups.values()].map(({ length }) => length);
}
