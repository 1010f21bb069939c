/**
 * What a screen loses with forced colours (the high-contrast themes of systems): parts that are drawn with backgrounds and
 * shadows alone, what is chosen, and the focus. The page must be in its last state, since the focus moves.
 */

/** @typedef {import('@playwright/test').Page} Page */

/**
 * One sentence for each part that is lost.
 * @param {Page} page With normal colours; it has them again afterwards.
 * @returns {Promise<string[]>}
 */
export async function lostWithForcedColours(page) {
  /** @type {ReturnType<typeof drawnParts>} */
  let normal = [];
  /** @type {ReturnType<typeof drawnParts>} */
  let forced = [];
  // Once more when the page changed between the two: a short message goes by itself.
  for (let looks = 0; looks < 5; looks++) {
    normal = await page.evaluate(drawnParts);
    await page.emulateMedia({ forcedColors: 'active' });
    forced = await page.evaluate(drawnParts);
    if (normal.every(({ element }, i) => element === forced[i]?.element)) break;
    await page.emulateMedia({ forcedColors: 'none' });
  }
  const lost = normal.flatMap(({ element, drawn }, i) =>
    drawn && forced[i]?.drawn === false ? [`${element} is not to be seen`] : [],
  );
  const alike = await page.evaluate(choicesAlike);
  // After a key, the browser shows the focus.
  await page.keyboard.press('Shift');
  const unfocused = await page.evaluate(withoutFocusRing);
  await page.emulateMedia({ forcedColors: 'none' });
  return [
    ...lost,
    ...alike.map((element) => `${element} looks like what is not chosen`),
    ...unfocused.map((element) => `${element} has no focus ring`),
  ];
}

/**
 * Each element without children, and its ::before and ::after: whether something is to be seen of it, or of its text. Runs in
 * the page.
 */
function drawnParts() {
  const transparent = (/** @type {string} */ colour) =>
    /^(?:transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(colour);
  /** @type {Map<Element, string>} */
  const colours = new Map();
  /** The colour behind an element. @param {Element | null} element @returns {string} */
  const behind = (element) => {
    if (element === null) return '';
    const known = colours.get(element);
    if (known !== undefined) return known;
    const { backgroundColor } = getComputedStyle(element);
    const colour = transparent(backgroundColor) ? behind(element.parentElement) : backgroundColor;
    colours.set(element, colour);
    return colour;
  };
  const isDrawn = (/** @type {CSSStyleDeclaration} */ style, /** @type {string} */ backdrop) =>
    (!transparent(style.backgroundColor) && style.backgroundColor !== backdrop) ||
    // Forced colours remove gradients, though the computed style still has them.
    (style.backgroundImage !== 'none' &&
      (style.forcedColorAdjust === 'none' || !matchMedia('(forced-colors: active)').matches)) ||
    ['Top', 'Bottom', 'Left', 'Right'].some((side) => {
      const [width, kind, colour] = ['Width', 'Style', 'Color'].map(
        (what) => Reflect.get(style, `border${side}${what}`) ?? '',
      );
      return parseFloat(width) > 0 && kind !== 'none' && !transparent(colour) && colour !== backdrop;
    }) ||
    (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0);
  return [...document.body.querySelectorAll(':not(svg *)')].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    const seen = element.checkVisibility({ opacityProperty: true }) && width > 1 && height > 1;
    const isPart =
      seen && !/^(?:input|select|option|progress|textarea|svg|video|img|canvas)$/i.test(element.tagName);
    const hasText = [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && (nodeValue ?? '').trim() !== '',
    );
    const html = element.outerHTML.slice(0, 100);
    return [null, '::before', '::after'].map((pseudo) => {
      const part = { element: `${html}${pseudo ?? ''}`, drawn: false };
      if (!isPart) return part;
      const style = getComputedStyle(element, pseudo);
      const empty =
        pseudo === null ? !hasText && element.childElementCount === 0 : ['""', "''"].includes(style.content);
      part.drawn = empty
        ? isDrawn(style, behind(pseudo === null ? element.parentElement : element))
        : pseudo === null && hasText && style.color !== behind(element);
      return part;
    });
  });
}

/** What is chosen, and looks like another of its group that is not. Runs in the page. */
function choicesAlike() {
  const looks = (/** @type {Element} */ element) =>
    [null, '::before', '::after']
      .map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        return [
          ...[style.backgroundColor, style.borderTop, style.borderBottom, style.borderInlineStart],
          ...[style.outline, style.textDecoration, style.content],
        ].join();
      })
      .join();
  const hidden = (/** @type {Element} */ input) =>
    getComputedStyle(input).opacity === '0' || getComputedStyle(input).appearance === 'none';
  const pairs = [
    ...[...document.querySelectorAll('[aria-pressed=true]')].map((on) => [
      on,
      [...document.querySelectorAll('[aria-pressed=false]')].find((off) => off.className === on.className),
    ]),
    ...[...document.querySelectorAll('[aria-current]')].map((on) => [
      on,
      on.parentElement?.parentElement?.querySelector(`${on.localName}:not([aria-current])`),
    ]),
    ...[...document.querySelectorAll('input:checked')]
      .filter(hidden)
      .map((on) => [
        on.closest('label'),
        [...document.querySelectorAll('input:not(:checked)')]
          .find((off) => off.getAttribute('name') === on.getAttribute('name'))
          ?.closest('label'),
      ]),
  ];
  return pairs.flatMap(([on, off]) =>
    on && off && on.checkVisibility() && looks(on) === looks(off) ? [on.outerHTML.slice(0, 100)] : [],
  );
}

/** Controls around which nothing appears when they get the focus. Runs in the page. */
function withoutFocusRing() {
  /** The outlines of an element and of the three around it. @param {Element} element */
  const outlines = (element) => {
    const found = [];
    for (
      let each = /** @type {Element | null} */ (element);
      each && found.length < 4;
      each = each.parentElement
    ) {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each);
      found.push(outlineStyle === 'none' ? '' : [outlineStyle, outlineWidth, outlineColor].join());
    }
    return found.join(';');
  };
  return [
    ...document.querySelectorAll('a[href],button,input,select,textarea,summary,[tabindex="0"]'),
  ].flatMap((element) => {
    if (!(element instanceof HTMLElement) || !element.checkVisibility()) return [];
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const before = outlines(element);
    element.focus({ preventScroll: true });
    if (document.activeElement !== element || outlines(element) !== before) return [];
    return [element.outerHTML.slice(0, 100)];
  });
}
