/**
 * Cold signing in any engine, on a real node: two devices with one wallet. One watches and pays, the other signs. The watching
 * one reads files and texts, or codes (code-sources.ts). tests/long/e2e/cold.spec.ts has films for the camera of Chromium.
 */
import type { Devnet } from '../support/app.ts';
import { onDevice, type StartedApp } from './app.ts';
import { button, elementAt, field, heading, link, text, type Engine, type Tab } from './engine.ts';
import {
  becomes,
  choosePassword,
  fill,
  keepPicture,
  makeWallet,
  openSetting,
  PASSWORD,
  PAYEE,
  press,
  receiveAddress,
  review,
  shows,
  SPENDABLE,
  visit,
} from './steps.ts';

const XMR = 1_000_000_000_000n;

/** How the watching device reads what the signing one shows. Data are hexadecimal. */
export interface Reading {
  /** Fills the form of a watching wallet: address, viewing key and first block. */
  readonly pair: (watch: Tab, keys: { readonly address: string; readonly viewKey: string }) => Promise<void>;
  readonly keyImages: (watch: Tab, hex: string) => Promise<void>;
  /** Takes the signed payment from the screen of the signing device. The answer gives it to the open sheet of the watching one. */
  readonly signed: (cold: Tab) => Promise<(watch: Tab) => Promise<void>>;
}

interface ColdParts {
  readonly devnet: Devnet;
  readonly cold: Tab;
  readonly watch: Tab;
  readonly reading: Reading;
  /** A picture for people to look at. */
  readonly keep: (tab: Tab, screen: string) => Promise<void>;
}

/** The two devices are two hosts with the same page, in new tabs of this engine. */
export async function onTwoDevices(engine: Engine, app: StartedApp, reading: Reading): Promise<void> {
  const host = engine.name.split(' ')[0]!.toLowerCase();
  const cold = await engine.newTab();
  await cold.open(onDevice(app.url, `${host}-signs`));
  await makeWallet(cold);
  await shows(cold, text('Spendable now'));
  const watch = await engine.newTab();
  await watch.open(onDevice(app.url, `${host}-watches`));
  await shows(watch, link('Watch a wallet'));
  const keep = keepPicture.bind(undefined, engine);
  await signForAnother({ devnet: app.devnet, cold, watch, reading, keep });
}

/**
 * `cold` has an open wallet, `watch` none; both are at Home or at the first screen, and know a node of the devnet. Afterwards the
 * first signs for the second, and one payment was made.
 */
export async function signForAnother({ devnet, cold, watch, reading, keep }: ColdParts): Promise<void> {
  const address = await receiveAddress(cold);
  await visit(cold, 'settings');
  await openSetting(cold, 'Viewing key for a watching wallet');
  await fill(cold, 'Password for this device', PASSWORD);
  await press(cold, button('Show the viewing key'));
  const viewKey = await copied(cold, 'Copy the viewing key');
  await press(cold, button('Hide it again'));
  await openSetting(cold, 'Sign without a network');
  await fill(cold, 'Password for this device', PASSWORD);
  await press(cold, button('Keep this wallet offline'));
  await shows(cold, text('This device has a network.'));
  await keep(cold, 'signing-device');

  await visit(watch, 'watch');
  await reading.pair(watch, { address, viewKey });
  await fill(watch, 'Name of the wallet', 'Watched');
  await choosePassword(watch);
  await press(watch, button('Watch this wallet'));
  await shows(watch, text('Spendable now'));
  await devnet.faucet(address, 3n * XMR);
  await devnet.faucet(address, 2n * XMR);
  await devnet.mine(10);
  await shows(watch, text('Received; spends unknown'));
  await becomes(watch, SPENDABLE, '5');

  // Coins as a file.
  await visit(watch, 'signing');
  // The faucet splits what it pays.
  await shows(watch, SHOW_COINS);
  const count = Number(/\d+/.exec(String(await watch.evaluate(`${elementAt(SHOW_COINS)}.innerText`)))?.[0]);
  await watch.click(SHOW_COINS);
  const coins = await savedFile(watch);
  await keep(watch, 'coins');
  await press(cold, button('Read from the watching device'));
  await useFile(cold, coins);
  await shows(cold, text(`${count} new coins imported.`));
  const keyImages = await copied(cold, 'Copy as text');
  await press(cold, button('The other device has them'));
  await becomes(cold, SPENDABLE, '5');
  await press(watch, button('Read from the signing device'));
  await reading.keyImages(watch, keyImages);
  await shows(watch, text(`Both devices know ${count} coins.`));

  // The payment as a text.
  await review(watch, PAYEE, '1.25');
  await shows(watch, text('Next: read the signed payment.'));
  const unsigned = await copied(watch, 'Copy as text');
  await press(cold, button('Read from the watching device'));
  await useText(cold, unsigned);
  await shows(cold, heading('Check before you sign'));
  await shows(cold, `//*[@data-address='${PAYEE}']`);
  await keep(cold, 'check-before-signing');
  await press(cold, button('Sign 1.25 XMR'));
  await shows(cold, heading('Signed'));
  const readSigned = await reading.signed(cold);
  await press(watch, button('Read from the signing device'));
  await readSigned(watch);
  await press(watch, button('Send 1.25 XMR'));
  await shows(watch, heading('On its way'));
  await devnet.mine(10);
  await visit(watch, '');
  await becomes(watch, `/^3\\.7/.test(${SPENDABLE})`, true);
  await shows(watch, text('−1.25'));
}

/** Files and texts. */
export const fromFiles: Reading = {
  pair: async (watch, { address, viewKey }) => {
    await fill(watch, 'First address of the wallet', address);
    await fill(watch, 'Viewing key', viewKey);
    await press(watch, `//span[normalize-space()='A block']`);
    await fill(watch, 'Start from block', '0');
  },
  keyImages: (watch, hex) => useText(watch, hex),
  signed: async (cold) => {
    const path = await savedFile(cold);
    return (watch) => useFile(watch, path);
  },
};

const SHOW_COINS = `//button[starts-with(normalize-space(), 'Show ')][not(contains(., 'all'))][contains(., 'coins')]`;

/** What a button of the page copies. Engines differ in whether a test may read the clipboard. */
export async function copied(tab: Tab, label: string): Promise<string> {
  await tab.evaluate(`void (navigator.clipboard.writeText = (text) => {
    window.copied = text;
    return Promise.resolve();
  })`);
  await tab.evaluate('void (window.copied = "")');
  await press(tab, button(label));
  await becomes(tab, 'window.copied !== ""', true);
  return String(await tab.evaluate('window.copied'));
}
const savedFile = async (tab: Tab): Promise<string> => {
  await shows(tab, button('Save as a file'));
  return tab.saved(() => tab.click(button('Save as a file')));
};
const FILE = `//label[starts-with(normalize-space(),'Use a file')]/input`;
const useFile = async (tab: Tab, path: string): Promise<void> => {
  await shows(tab, FILE);
  await tab.choose(FILE, path);
};
const useText = async (tab: Tab, given: string): Promise<void> => {
  await press(tab, `//summary[normalize-space()='Paste a text']`);
  await shows(tab, field('Text from the other device'));
  // Typing thousands of letters takes minutes in WebKitGTK.
  await tab.evaluate(`void (() => {
    const area = ${elementAt(field('Text from the other device'))};
    area.value = ${JSON.stringify(given)};
    area.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
  await press(tab, button('Use this text'));
};
