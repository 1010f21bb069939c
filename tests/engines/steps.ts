/** Steps of a person in the wallet's page, for any engine. Each waits until the screen has what it needs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Devnet } from '../support/app.ts';
import { limit } from '../support/tier.ts';
import {
  button,
  buttonFrom,
  field,
  heading,
  isShown,
  link,
  text,
  type Engine,
  type Screen,
} from './engine.ts';

export const PASSWORD = 'correct horse battery staple';
/** A throw-away address on the mainnet prefixes that regtest uses. */
export const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
export const PATIENCE = { timeout: limit(5), interval: 250 };

/** Waits until an expression has this value. */
export function becomes(tab: Screen, expression: string, value: unknown): Promise<void> {
  return expect.poll(() => tab.evaluate(expression), { ...PATIENCE, message: expression }).toEqual(value);
}

/** Waits until an element is on the screen. */
export function shows(tab: Screen, xpath: string): Promise<void> {
  return becomes(tab, isShown(xpath), true);
}

export async function press(tab: Screen, xpath: string): Promise<void> {
  await shows(tab, xpath);
  await tab.click(xpath);
}

export async function fill(tab: Screen, label: string, value: string): Promise<void> {
  await shows(tab, field(label));
  await tab.type(field(label), value);
}

/** Goes to another screen without loading the page again. */
export async function visit(tab: Screen, path: string): Promise<void> {
  await tab.evaluate(`location.hash = ${JSON.stringify(`#/${path}`)}`);
}

/** On Settings: opens a setting by its name, through the search. */
export async function openSetting(tab: Screen, name: string): Promise<void> {
  await fill(tab, 'Find a setting', name);
  await press(tab, buttonFrom(name));
}

/** Makes a first wallet as a newcomer does; ends with the click on the last button. Answers its words. */
export async function makeWallet(wallet: Screen): Promise<readonly string[]> {
  await press(wallet, link('Make a new wallet'));
  await fill(wallet, 'Name of the wallet', 'First');
  await choosePassword(wallet);
  await press(wallet, button('Show my words'));
  await shows(wallet, button('I have written them down'));
  const words = (await wallet.evaluate(
    `[...document.querySelectorAll('ol li')].map((each) => each.innerText.replace(/^\\d+\\s*/, '').trim())`,
  )) as string[];
  await press(wallet, button('I have written them down'));
  await shows(wallet, button('Continue'));
  const labels = (await wallet.evaluate(
    `[...document.querySelectorAll('label')].map((each) => each.innerText.trim())`,
  )) as string[];
  const label = labels.find((each) => /^Words \d/.test(each))!;
  const asked = label.match(/\d+/g)!.map((number) => words[Number(number) - 1]);
  await wallet.type(field(label), asked.join(' '));
  await wallet.click(button('Continue'));
  return words;
}

/** Twice, as a new wallet asks for it. */
export async function choosePassword(wallet: Screen): Promise<void> {
  await fill(wallet, 'Password for this device', PASSWORD);
  await fill(wallet, 'Repeat the password', PASSWORD);
}

export async function unlock(wallet: Screen): Promise<void> {
  await fill(wallet, 'Password for this device', PASSWORD);
  await press(wallet, button('Open'));
}

/** Restores from words on a device without a wallet. Words of 16 contain the date from which to read. */
export async function restoreWallet(wallet: Screen, words: readonly string[]): Promise<void> {
  await press(wallet, link('I already have my words'));
  await fill(wallet, 'Your words', words.join(' '));
  await shows(wallet, button('Choose another start'));
  await fill(wallet, 'Name of the wallet', 'Again');
  await choosePassword(wallet);
  await press(wallet, buttonFrom('Restore'));
}

/** Test coins from the faucet, mined until they can be spent. */
export async function getPaid(wallet: Screen, devnet: Devnet): Promise<void> {
  await press(wallet, button('Get test coins'));
  await shows(wallet, text('+10.00'));
  await devnet.mine(10);
  await becomes(wallet, SPENDABLE, '10');
}

/** The exact amount that Home shows as the balance, in XMR; undefined while blocks are read and it is the amount found so far. */
export const SPENDABLE = `(document.querySelector('.bal .lbl')?.innerText === 'Found so far'
  ? undefined
  : document.querySelector('data.amt.hero')?.getAttribute('value'))`;

/** The address shown on Receive, without spaces. */
export async function receiveAddress(wallet: Screen): Promise<string> {
  await visit(wallet, 'receive');
  // Home shows an address, too, and stays until the screen is loaded.
  await shows(wallet, heading('Receive'));
  const address = `document.querySelector('[data-address]')?.getAttribute('data-address')`;
  await becomes(wallet, `/^[48]/.test(${address})`, true);
  return String(await wallet.evaluate(address));
}

/** Fills the form and opens the sheet with the exact numbers. */
export async function review(wallet: Screen, address: string, amount: string): Promise<void> {
  await visit(wallet, 'send');
  await fill(wallet, 'To', address);
  await fill(wallet, 'Amount', amount);
  await press(wallet, buttonFrom('Check before'));
}

/** A picture of the screen in the folder that OSTRO_PICTURES names, for people to look at. */
export async function keepPicture({ name }: Engine, tab: Screen, screen: string): Promise<void> {
  const folder = process.env['OSTRO_PICTURES'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name.split(' ')[0]!}-${screen}.png`), await tab.picture());
}
