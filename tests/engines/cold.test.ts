/** Cold signing in each engine: two devices, which are two hosts with the same page. */
import { afterAll, beforeAll } from 'vitest';
import { startBuiltApp, type StartedApp } from './app.ts';
import { fromFiles, onTwoDevices } from './cold-steps.ts';
import { anyEngine } from './engines.ts';
import { inEachEngine } from './in-each-engine.ts';

let app: StartedApp;
beforeAll(async () => {
  if (anyEngine) app = await startBuiltApp();
});
afterAll(async () => {
  if (anyEngine) await app.stop();
});

inEachEngine('cold signing', {
  'a watching device makes a payment, and a second device signs it, by files and texts': (engine) =>
    onTwoDevices(engine, app, fromFiles),
});
