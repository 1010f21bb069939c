/** Cold signing in each engine: two devices, which are two hosts with the same page. */
import { afterAll, beforeAll } from 'vitest';
import { onDevice, startBuiltApp, type StartedApp } from './app.ts';
import { signForAnother } from './cold-steps.ts';
import { link, text, type Engine } from './engine.ts';
import { anyEngine } from './engines.ts';
import { inEachEngine } from './in-each-engine.ts';
import { keepPicture, makeWallet, shows } from './steps.ts';

let app: StartedApp;
beforeAll(async () => {
  if (anyEngine) app = await startBuiltApp();
});
afterAll(async () => {
  if (anyEngine) await app.stop();
});

const onTwoDevices = async (engine: Engine): Promise<void> => {
  const host = engine.name.split(' ')[0]!.toLowerCase();
  const cold = await engine.newTab();
  await cold.open(onDevice(app.url, `${host}-signs`));
  await makeWallet(cold);
  await shows(cold, text('Spendable now'));
  const watch = await engine.newTab();
  await watch.open(onDevice(app.url, `${host}-watches`));
  await shows(watch, link('Watch a wallet'));
  const keep = keepPicture.bind(undefined, engine);
  await signForAnother({ devnet: app.devnet, cold, watch, keep });
};

inEachEngine('cold signing', {
  'a watching device makes a payment, and a second device signs it, by files and texts': onTwoDevices,
});
