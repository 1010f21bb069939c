/** Steps of a person with a site and the wallet's window for it, for any engine. */
import type { Answered } from '../support/shop.ts';
import { button, isShown, type Tab } from './engine.ts';
import { becomes, shows } from './steps.ts';

/** The shop asks, in a click. The returned function waits for the answer. */
export async function ask(site: Tab, method: string, params: object = {}): Promise<() => Promise<Answered>> {
  await site.show();
  await site.evaluate(`window.next = ${JSON.stringify({ method, params })}`);
  await site.click(button('Ask the wallet'));
  return async () => (await site.evaluate('window.answer')) as Answered;
}

/** Reads the wallet's question to its end and presses the button that agrees, as soon as it works. */
export async function agree(wallet: Tab, name: string): Promise<void> {
  await shows(wallet, button(name));
  const armed = `${button(name)}[@aria-disabled='false']`;
  // The question grows when accounts and amounts arrive.
  const scrolled = `(() => {
    const box = document.querySelector('[aria-label="The request"]');
    if (box.scrollTop + box.clientHeight < box.scrollHeight - 1) box.scrollTo(0, box.scrollHeight);
    return ${isShown(armed)};
  })()`;
  await becomes(wallet, scrolled, true);
  await wallet.click(armed);
}
