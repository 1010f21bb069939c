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

/** What a short message covers of what can be pressed, must be compared, or is looked at first. */
export function coveredByMessage() {
  const message = document.querySelector('.region > *')?.getBoundingClientRect();
  if (message === undefined) return [];
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
