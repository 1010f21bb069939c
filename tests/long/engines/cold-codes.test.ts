/** Cold signing in each engine by codes: in front of a camera, on a shared screen, and in picture files. */
import { afterAll, beforeAll } from 'vitest';
import { startBuiltApp, type StartedApp } from '../../engines/app.ts';
import { fromCodes } from '../../engines/code-sources.ts';
import { onTwoDevices } from '../../engines/cold-steps.ts';
import { anyEngine } from '../../engines/engines.ts';
import { inEachEngine } from '../../engines/in-each-engine.ts';

let app: StartedApp;
beforeAll(async () => {
  if (anyEngine) app = await startBuiltApp();
});
afterAll(async () => {
  if (anyEngine) await app.stop();
});

inEachEngine('cold signing', {
  'a watching device makes a payment, and a second device signs it, by codes': (engine) =>
    onTwoDevices(engine, app, fromCodes),
});
