/** What a screen shows and where. All functions run in the page. */

/** What is shown or spoken: text and labels, without code and names that are never translated. */
export function shownTexts() {
  const isShown = (/** @type {Element | null} */ element) =>
    element?.checkVisibility() === true && element.closest('code,pre,kbd,samp,[translate=no]') === null;
  /** @type {string[]} */
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (isShown(node.parentElement)) texts.push(node.nodeValue ?? '');
  for (const element of document.querySelectorAll('[aria-label],[placeholder],[title],[alt]'))
    if (isShown(element))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        texts.push(element.getAttribute(name) ?? '');
  return texts;
}

/** What is wider than its place: the page itself, and each control or heading whose text does not fit. */
export function overflows() {
  /** @type {string[]} */
  const found = [];
  // On an emulated phone, innerWidth grows with what is too wide.
  const { scrollWidth, clientWidth } = document.documentElement;
  const beyond = scrollWidth - clientWidth;
  if (beyond > 0) found.push(`the page is ${beyond} px too wide`);
  for (const element of document.querySelectorAll('button,a,label,legend,h1,h2,h3,th,dt,summary,nav *'))
    if (
      element instanceof HTMLElement &&
      element.checkVisibility() &&
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).textOverflow !== 'ellipsis'
    )
      found.push(`${element.outerHTML.slice(0, 120)} is ${element.scrollWidth} px in ${element.clientWidth}`);
  return found;
}

/** Targets that are narrower or lower than 44 px. A link in a sentence is as high as its line. */
export function smallTargets() {
  const isInSentence = (/** @type {Element} */ element) =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && (nodeValue ?? '').trim() !== '',
    );
  return [...document.querySelectorAll('a,button,input:not(.visually-hidden),select,textarea,summary')]
    .filter((element) => !isInSentence(element))
    .map((element) => ({
      element,
      label: (element.closest('label') ?? element.closest('.box') ?? element).getBoundingClientRect(),
      own: element.getBoundingClientRect(),
    }))
    .filter(
      ({ label, own }) =>
        own.width > 1 &&
        (Math.max(label.height, own.height) < 43.5 || Math.max(label.width, own.width) < 43.5),
    )
    .map(({ element, own }) => `${element.outerHTML.slice(0, 80)} ${own.width}x${own.height}`);
}

/**
 * Texts of which a part cannot be read, because a box cuts it or another text lies over it. What the person wrote, such as
 * a name, may end in “…”. A text of the catalogue may not, which shows in the pseudo-language, where it has brackets.
 */
export function unreadableTexts() {
  /** @type {string[]} */
  const found = [];
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const cuts = (/** @type {string} */ overflow) => overflow === 'hidden' || overflow === 'clip';
  /** The part of a rectangle that the boxes around an element leave, and the one that cuts it without scrolling. */
  const leave = (/** @type {Element} */ element, /** @type {DOMRect} */ rect) => {
    let { left, right, top, bottom } = rect;
    // Letters are lower than the rectangle of their line.
    const slack = rect.height / 4;
    /** @type {Element | undefined} */
    let cutBy;
    for (let each = /** @type {Element | null} */ (element); each !== null && each !== document.body;) {
      const { overflowX, overflowY, position, textOverflow, webkitLineClamp } = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      const isCut =
        (cuts(overflowX) && (left < box.left - 1 || right > box.right + 1)) ||
        (cuts(overflowY) && (top < box.top - slack || bottom > box.bottom + slack));
      const isMarked = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      if (isCut && (!isMarked || /[⟦⟧]/u.test(element.textContent))) cutBy ??= each;
      if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      each = position === 'fixed' ? null : each.parentElement;
    }
    return { left, right, top, bottom, cutBy };
  };
  /** What stays in its place lies over what scrolls below it. */
  const isFixed = (/** @type {Element | null} */ element) => {
    for (let each = element; each !== null && each !== place; each = each.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(each).position)) return true;
    return false;
  };
  /** @type {{ node: Node, text: string, left: number, right: number, top: number, bottom: number }[]} */
  const lines = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: element, nodeValue } = node;
    const text = (nodeValue ?? '').trim().slice(0, 60);
    if (text === '' || element === null || element.closest('.visually-hidden,svg,option') !== null) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const fixed = isFixed(element);
    let cut = false;
    for (const rect of range.getClientRects()) {
      const { cutBy, ...line } = leave(element, rect);
      if (cutBy !== undefined && !cut) found.push(`“${text}” is cut by ${cutBy.outerHTML.slice(0, 80)}`);
      cut ||= cutBy !== undefined;
      if (!fixed && line.right - line.left > 2 && line.bottom - line.top > 2)
        lines.push({ node, text, ...line });
    }
  }
  for (const [i, a] of lines.entries())
    for (const b of lines.slice(i + 1)) {
      if (a.node === b.node) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const least = Math.min(a.bottom - a.top, b.bottom - b.top);
      if (width > 2 && height > 0.4 * least) found.push(`“${a.text}” and “${b.text}” lie over each other`);
    }
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of place.querySelectorAll('select,input')) {
    const style = getComputedStyle(field);
    const text =
      field instanceof HTMLSelectElement
        ? (field.selectedOptions[0]?.text ?? '')
        : field instanceof HTMLInputElement && field.value === ''
          ? field.placeholder
          : '';
    if (pen === null || text === '' || !field.checkVisibility()) continue;
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const { width } = pen.measureText(text);
    if (width > room + 1)
      found.push(`“${text}” has ${Math.round(room)} of ${Math.round(width)} px in its field`);
  }
  return [...new Set(found)];
}

/** The main buttons of the screen, or of the sheet that is open, when none of them is in view before scrolling. */
export function hiddenMainButtons() {
  const sheet = [...document.querySelectorAll('dialog:modal')].at(-1);
  (sheet ?? document.documentElement).scrollTop = 0;
  const isInView = (/** @type {Element} */ button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    // The tabs of a phone cover the bottom.
    return [top + 2, bottom - 2].every((y) =>
      button.contains(document.elementFromPoint((left + right) / 2, y)),
    );
  };
  const main = [...(sheet ?? document.body).querySelectorAll('.btn:not(.alt,.plain,.danger)')].filter(
    (button) => button.checkVisibility(),
  );
  return main.some(isInView)
    ? []
    : main.map(
        (button) => `below the view: ${button.textContent.trim()} (${button.getBoundingClientRect().top} px)`,
      );
}

/** What a short message covers of what can be pressed, must be compared, or is looked at first. */
export function coveredByMessage() {
  const message = document.querySelector('.region > *')?.getBoundingClientRect();
  // It lies below an open sheet, and so does what it covers.
  if (message === undefined || document.querySelector('dialog:modal') !== null) return [];
  return [
    ...document.querySelectorAll(
      'main :is(button, a.btn, input, textarea, select, .addr, .qr, .hero), nav a',
    ),
  ]
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return (
        right > message.left && left < message.right && bottom > message.top + 1 && top < message.bottom - 1
      );
    })
    .map((element) => `the message covers ${element.outerHTML.slice(0, 120)}`);
}

/** The place of each element: its tag ('' if nothing is to be seen), left and right edge in CSS pixels, and direction. */
export function places() {
  // A word inside of a sentence stands where the words before it end, which are others in each language.
  const isWord = (/** @type {Element} */ element) =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim() !== '',
    );
  // An icon after a text stands where the text ends.
  const isAfterText = (/** @type {Element} */ element) =>
    element.matches('svg.lucide-icon') && (element.previousElementSibling?.textContent.trim() ?? '') !== '';
  // What is drawn inside of a picture keeps its place in it.
  return [...document.body.querySelectorAll(':not(svg *)')].map((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return {
      ...{
        tag: width > 0 && !isWord(element) && !isAfterText(element) ? element.outerHTML.slice(0, 100) : '',
        left,
        right,
      },
      direction: getComputedStyle(element).direction,
    };
  });
}

/**
 * Number of words in view: without the tabs, and without what is not language, such as addresses, amounts and names that are
 * never translated.
 */
export function wordsInView() {
  const range = document.createRange();
  const isInView = (/** @type {Node} */ node) => {
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(
      ({ top, bottom, width }) => width > 1 && bottom > 0 && top < innerHeight,
    );
  };
  const sheet = document.querySelector('dialog[open]');
  const walker = document.createTreeWalker(sheet ?? document.body, NodeFilter.SHOW_TEXT);
  let words = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement, nodeValue } = node;
    if (
      parentElement?.checkVisibility({ visibilityProperty: true }) !== true ||
      parentElement.closest('nav,option,code,[translate=no],.visually-hidden') !== null ||
      !isInView(node)
    )
      continue;
    words += [...(nodeValue ?? '').matchAll(/\p{L}[\p{L}’'-]+/gu)].length;
  }
  return words;
}
