/** The main job in each engine, on a real node: create, receive, send, lock, kill, reopen, restore elsewhere. */
import { afterAll, beforeAll, expect } from 'vitest';
import { onDevice, startBuiltApp, type StartedApp } from './app.ts';
import { button, elementAt, field, heading, link, text, type Engine } from './engine.ts';
import { anyEngine } from './engines.ts';
import { inEachEngine } from './in-each-engine.ts';
import {
  becomes,
  fill,
  getPaid,
  keepPicture,
  makeWallet,
  PAYEE,
  press,
  receiveAddress,
  restoreWallet,
  review,
  shows,
  SPENDABLE,
  unlock,
  visit,
} from './steps.ts';

let app: StartedApp;
beforeAll(async () => {
  if (anyEngine) app = await startBuiltApp();
});
afterAll(async () => {
  if (anyEngine) await app.stop();
});

const earnAndSpend = async (engine: Engine): Promise<void> => {
  const wallet = await engine.newTab();
  await wallet.open(app.url);
  const words = await makeWallet(wallet);
  await shows(wallet, text('Spendable now'));
  await getPaid(wallet, app.devnet);
  await keepPicture(engine, wallet, 'home');
  const address = await receiveAddress(wallet);
  await keepPicture(engine, wallet, 'receive');

  await review(wallet, PAYEE, '1.25');
  await shows(wallet, button('Send 1.25 XMR'));
  await keepPicture(engine, wallet, 'review');
  await press(wallet, button('Send 1.25 XMR'));
  await shows(wallet, heading('On its way'));
  await keepPicture(engine, wallet, 'sent');
  await press(wallet, link('Done'));
  await shows(wallet, text('−1.25'));
  await app.devnet.mine(1);

  await visit(wallet, 'settings');
  await press(wallet, button('Lock now'));
  await fill(wallet, 'Password for this device', 'not the password');
  await press(wallet, button('Open'));
  await becomes(wallet, `document.activeElement === ${elementAt(field('Password for this device'))}`, true);
  await keepPicture(engine, wallet, 'locked');
  await unlock(wallet);
  await shows(wallet, text('Spendable now'));
  await visit(wallet, 'settings');
  await shows(wallet, button('Lock now'));
  await keepPicture(engine, wallet, 'settings');
  await visit(wallet, 'send');
  await shows(wallet, button('Check before sending'));
  await keepPicture(engine, wallet, 'send');

  // Killed, not closed: the page has no chance to clean up.
  await engine.killTab(wallet);
  const again = await engine.newTab();
  await again.open(app.url);
  await unlock(again);
  await shows(again, text('Spendable now'));
  await app.devnet.mine(10);
  await visit(again, '');
  await becomes(again, `/^8\\.7/.test(${SPENDABLE})`, true);
  await shows(again, text('−1.25'));
  const left = await again.evaluate(SPENDABLE);
  expect(await receiveAddress(again)).toBe(address);

  const other = await engine.newTab();
  await other.open(onDevice(app.url, 'elsewhere'));
  await restoreWallet(other, words);
  await shows(other, text('Spendable now'));
  await becomes(other, SPENDABLE, left);
  await shows(other, text('−1.25'));
  await shows(other, text('+10.00'));
  expect(await receiveAddress(other)).toBe(address);
};

inEachEngine('a wallet', {
  'receives, sends, is locked, survives a killed tab, and is restored from its words on another device':
    earnAndSpend,
});
