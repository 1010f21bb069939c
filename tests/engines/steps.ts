/** Steps of the wallet's page that the tests of engines share. */
import { expect } from 'vitest';
import { button, field, isShown, link, type Tab } from './engine.ts';

export const PASSWORD = 'correct horse battery staple';
export const PATIENCE = { timeout: 300_000, interval: 250 };

/** Waits until an element is on the screen. */
export function shows(tab: Tab, xpath: string): Promise<void> {
  return expect.poll(() => tab.evaluate(isShown(xpath)), { ...PATIENCE, message: xpath }).toBe(true);
}

/** Makes a first wallet as a newcomer does; ends with the click on the last button. */
export async function makeWallet(wallet: Tab): Promise<void> {
  await shows(wallet, link('Make a new wallet'));
  await wallet.click(link('Make a new wallet'));
  await shows(wallet, field('Name of the wallet'));
  await wallet.type(field('Name of the wallet'), 'First');
  await wallet.type(field('Password for this device'), PASSWORD);
  await wallet.type(field('The same again'), PASSWORD);
  await wallet.click(button('Show my words'));
  await shows(wallet, button('I have written them down'));
  const words = (await wallet.evaluate(
    `[...document.querySelectorAll('ol li')].map((each) => each.innerText.replace(/^\\d+\\s*/, '').trim())`,
  )) as string[];
  await wallet.click(button('I have written them down'));
  await shows(wallet, button('Continue'));
  const labels = (await wallet.evaluate(
    `[...document.querySelectorAll('label')].map((each) => each.innerText.trim())`,
  )) as string[];
  for (const label of labels) {
    const number = /^Word (\d+)$/.exec(label)?.[1];
    if (number !== undefined) await wallet.type(field(label), words[Number(number) - 1]!);
  }
  await wallet.click(button('Continue'));
}
