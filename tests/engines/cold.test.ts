/**
 * Cold signing in each engine, on a real node: two devices with one wallet. One watches and pays, the other signs. They
 * exchange files and texts; tests/long/e2e/cold.spec.ts has the moving codes, which need a camera, in Chromium.
 */
import { afterAll, beforeAll } from 'vitest';
import { onDevice, startBuiltApp, type StartedApp } from './app.ts';
import { button, elementAt, heading, link, text, type Engine, type Tab } from './engine.ts';
import { anyEngine } from './engines.ts';
import { inEachEngine } from './in-each-engine.ts';
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

let app: StartedApp;
beforeAll(async () => {
  if (anyEngine) app = await startBuiltApp();
});
afterAll(async () => {
  if (anyEngine) await app.stop();
});

const signForAnother = async (engine: Engine): Promise<void> => {
  const host = engine.name.split(' ')[0]!.toLowerCase();
  const cold = await engine.newTab();
  await cold.open(onDevice(app.url, `${host}-signs`));
  await makeWallet(cold);
  await shows(cold, text('Spendable now'));
  const address = await receiveAddress(cold);
  await visit(cold, 'settings');
  await openSetting(cold, 'Let someone watch, not spend');
  await fill(cold, 'Password for this device', PASSWORD);
  await press(cold, button('Show the viewing key'));
  const viewKey = await copied(cold, 'Copy the viewing key');
  await press(cold, button('Hide it again'));
  await openSetting(cold, 'Sign without a network');
  await fill(cold, 'Password for this device', PASSWORD);
  await press(cold, button('Keep this wallet offline'));
  await shows(cold, text('This device has a network.'));
  await keepPicture(engine, cold, 'signing-device');

  const watch = await engine.newTab();
  await watch.open(onDevice(app.url, `${host}-watches`));
  await press(watch, link('Watch a wallet'));
  await fill(watch, 'First address of the wallet', address);
  await fill(watch, 'Viewing key', viewKey);
  await press(watch, `//span[normalize-space()='A block']`);
  await fill(watch, 'Start from block', '0');
  await fill(watch, 'Name of the wallet', 'Watched');
  await choosePassword(watch);
  await press(watch, button('Watch this wallet'));
  await shows(watch, text('Spendable now'));
  await app.devnet.faucet(address, 3n * XMR);
  await app.devnet.faucet(address, 2n * XMR);
  await app.devnet.mine(10);
  await shows(watch, text('Received; spends unknown'));
  await becomes(watch, SPENDABLE, '5');

  // Coins as a file, key images as a text.
  await visit(watch, 'signing');
  // The faucet splits what it pays.
  await shows(watch, SHOW_COINS);
  const count = Number(/\d+/.exec(String(await watch.evaluate(`${elementAt(SHOW_COINS)}.innerText`)))?.[0]);
  await watch.click(SHOW_COINS);
  const coins = await savedFile(watch);
  await keepPicture(engine, watch, 'coins');
  await press(cold, button('Read from the watching device'));
  await useFile(cold, coins);
  await shows(cold, text(`${count} new coins imported.`));
  const keyImages = await copied(cold, 'Copy as text');
  await press(cold, button('The other device has them'));
  await becomes(cold, SPENDABLE, '5');
  await press(watch, button('Read from the signing device'));
  await useText(watch, keyImages);
  await shows(watch, text(`Both devices know ${count} coins.`));

  // The payment as a text, the signed payment as a file.
  await review(watch, PAYEE, '1.25');
  await press(watch, button('Show it to the signing device'));
  await shows(watch, text('Next: read the signed payment.'));
  const unsigned = await copied(watch, 'Copy as text');
  await press(cold, button('Read from the watching device'));
  await useText(cold, unsigned);
  await shows(cold, heading('Check before you sign'));
  await shows(cold, `//*[@data-address='${PAYEE}']`);
  await keepPicture(engine, cold, 'check-before-signing');
  await press(cold, button('Sign 1.25 XMR'));
  await shows(cold, heading('Signed'));
  const signed = await savedFile(cold);
  await press(watch, button('Read from the signing device'));
  await useFile(watch, signed);
  await press(watch, button('Send 1.25 XMR'));
  await shows(watch, heading('On its way'));
  await app.devnet.mine(10);
  await visit(watch, '');
  await becomes(watch, `/^3\\.7/.test(${SPENDABLE})`, true);
  await shows(watch, text('−1.2500'));
};

const SHOW_COINS = `//button[starts-with(normalize-space(), 'Show ')][not(contains(., 'all'))][contains(., 'coins')]`;

/** What a button of the page copies. Engines differ in whether a test may read the clipboard. */
const copied = async (tab: Tab, label: string): Promise<string> => {
  await tab.evaluate(`void (navigator.clipboard.writeText = (text) => {
    globalThis.copied = text;
    return Promise.resolve();
  })`);
  await tab.evaluate('void (globalThis.copied = "")');
  await press(tab, button(label));
  await becomes(tab, 'globalThis.copied !== ""', true);
  return String(await tab.evaluate('globalThis.copied'));
};
const savedFile = async (tab: Tab): Promise<string> => {
  await shows(tab, button('Save as a file'));
  return tab.saved(() => tab.click(button('Save as a file')));
};
const FILE = `//label[normalize-space()='Use a file']/input`;
const useFile = async (tab: Tab, path: string): Promise<void> => {
  await shows(tab, FILE);
  await tab.choose(FILE, path);
};
const useText = async (tab: Tab, given: string): Promise<void> => {
  await press(tab, `//summary[normalize-space()='Paste a text']`);
  await fill(tab, 'Text from the other device', given);
  await press(tab, button('Use this text'));
};
inEachEngine('cold signing', {
  'a watching device makes a payment, and a second device signs it, by files and texts': signForAnother,
});
