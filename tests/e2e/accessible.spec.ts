/** Every screen once, with the fake worker; tests/long/e2e/accessible.spec.ts looks at all states of each. */
import { expect, test } from '@playwright/test';
import { createLook } from '../support/ui-dev/look-at-scenes.ts';
import { scenes } from '../support/ui-dev/scenes.mjs';
import { serveScreens } from '../support/ui-dev/serve-screens.mjs';

/** These scenes have the address of another screen, so their address alone does not find them. */
const AT_SAME_ADDRESS = [
  ...[
    'unlock',
    'account-sheet',
    'cold',
    'cold-review',
    'signers',
    'signers-round',
    'signers-review',
    'site-connect',
    'site-payment',
    'broken',
  ],
  ...['make-words', 'make-check', 'review', 'sent', 'send-coins', 'transfer'],
  ...['home-message', 'receive-message', 'signing-lookalike'],
];

test('every screen passes axe in light and dark, has targets for a thumb, and fits on a phone and a desktop with a main button in view', async ({
  page,
}) => {
  const screens = await serveScreens();
  const look = await createLook(page, screens.url);
  const faults: string[] = [];
  for (const name of everyScreen()) faults.push(...(await look(name)));
  await screens.stop();
  expect(faults).toEqual([]);
});

/** A scene of each screen. */
function everyScreen(): readonly string[] {
  const first = new Map<string, string>();
  // Of the scenario `home` if it has one.
  for (const chosen of [/^home$/, /^\w+$/, /&/])
    for (const [name, [scenario, address]] of Object.entries(scenes)) {
      // A screen with an argument is another one than that without.
      const screen = /^\/[^/]*\/?/.exec(address)![0];
      if (chosen.test(scenario) && !first.has(screen)) first.set(screen, name);
    }
  return [...new Set([...first.values(), ...AT_SAME_ADDRESS])];
}
