/** A browser engine as these tests drive it: the few operations that the drivers of Firefox and WebKit both have. */

/** A page that is shown somewhere. */
export interface Screen {
  /** The value of an expression in the page, awaited; integers of 64 bits come as text. Throws what the page threw. */
  evaluate(expression: string): Promise<unknown>;
  click(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  /** What is on the screen, as a PNG file. */
  picture(): Promise<Buffer>;
}
/** Clicks are those of a person, so that the page may open a window. */
export interface Tab extends Screen {
  open(url: string): Promise<void>;
  /** Chooses a file of this computer in a field for files, which may be transparent. */
  choose(xpath: string, path: string): Promise<void>;
  /** The path of the file that the page saves while `work` runs. */
  saved(work: () => Promise<void>): Promise<string>;
  /** Comes to the front, as when a person chooses this tab. */
  show(): Promise<void>;
  close(): Promise<void>;
}
export interface Engine {
  readonly name: string;
  newTab(): Promise<Tab>;
  /** The window that a page opens while `work` runs. */
  opened(work: () => Promise<void>): Promise<Tab>;
  /** Kills the process of a tab, and other tabs with it; closes the tab where the driver would not survive that. */
  killTab(tab: Tab): Promise<void>;
  close(): Promise<void>;
}

/** Wraps an expression so that its result can be sent as JSON text. */
export function asJson(expression: string): string {
  return `(async () => JSON.stringify({ value: await (${expression}) }, (_, each) =>
    typeof each === 'bigint' ? String(each) : each))()`;
}

/** XPath of what a person sees. */
export function button(name: string): string {
  return `//button[normalize-space()='${name}']`;
}
/** Of a button whose words go on, such as those of a setting with its value. */
export function buttonFrom(words: string): string {
  return `//button[starts-with(normalize-space(), '${words}')]`;
}
export function link(name: string): string {
  return `//a[normalize-space()='${name}']`;
}
export function field(label: string): string {
  return `//*[@id=//label[normalize-space()='${label}']/@for]`;
}
export function heading(name: string): string {
  return `//*[self::h1 or self::h2][normalize-space()='${name}']`;
}
/** The innermost element that contains these words. Spaces that do not break are spaces. */
export function text(part: string): string {
  const has = `contains(translate(normalize-space(), '\u00a0', ' '), '${part}')`;
  return `//body//*[${has}][not(*[${has}])]`;
}

/** Expressions: the first element that takes room on the screen, or undefined; and whether there is one. */
export function elementAt(xpath: string): string {
  return `(() => {
    const found = document.evaluate(${JSON.stringify(xpath)}, document, null, 7, null);
    return Array.from({ length: found.snapshotLength }, (_, i) => found.snapshotItem(i)).find(
      (each) => each.getClientRects().length > 0,
    );
  })()`;
}
export function isShown(xpath: string): string {
  return `${elementAt(xpath)} !== undefined`;
}
