/** A browser engine as these tests drive it: the few operations that the drivers of Firefox and WebKit both have. */

export interface Tab {
  open(url: string): Promise<void>;
  /** The value of an expression in the page, awaited; integers of 64 bits come as text. Throws what the page threw. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks as a person does, so that the page may open a window. */
  click(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  /** Comes to the front, as when a person chooses this tab. */
  show(): Promise<void>;
}
export interface Engine {
  readonly name: string;
  newTab(): Promise<Tab>;
  /** The window that a page opens while `work` runs. */
  opened(work: () => Promise<void>): Promise<Tab>;
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
export function link(name: string): string {
  return `//a[normalize-space()='${name}']`;
}
export function field(label: string): string {
  return `//*[@id=//label[normalize-space()='${label}']/@for]`;
}
export function text(part: string): string {
  return `//body//*[text()[contains(normalize-space(), '${part}')]]`;
}

/** Whether an element is there and takes room on the screen. */
export function isShown(xpath: string): string {
  return `(() => {
    const found = document.evaluate(${JSON.stringify(xpath)}, document, null, 9, null).singleNodeValue;
    return found !== null && found.getClientRects().length > 0;
  })()`;
}
