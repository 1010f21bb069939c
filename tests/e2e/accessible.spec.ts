/** Every screen once, with the fake worker; tests/long/e2e/accessible.spec.ts looks at all states of each. */
import { expect, test } from '@playwright/test';
import { createLook } from '../support/ui-dev/look-at-scenes.ts';
import { scenes } from '../support/ui-dev/scenes.mjs';
import { serveScreens } from '../support/ui-dev/serve-screens.mjs';

/** What is at the address of another screen. */
const AT_SAME_ADDRESS = [
  ...['home', 'account-sheet', 'cold', 'site-connect', 'site-payment', 'broken'],
  ...['make-words', 'make-check', 'review', 'sent', 'send-coins', 'transfer', 'signers'],
];

test('every screen passes axe in light and dark, has targets for a thumb, and fits on a phone and a desktop', async ({
  page,
}) => {
  const screens = await serveScreens();
  const look = createLook(page, screens.url, { goesOn: true });
  const faults: string[] = [];
  for (const name of everyScreen()) faults.push(...(await look(name)));
  await screens.stop();
  expect(faults).toEqual([]);
});

/** A scene of each screen, those of one scenario one after the other. */
function everyScreen(): readonly string[] {
  const plainFirst = Object.entries(scenes).sort(
    ([, [a]], [, [b]]) => Number(a.includes('&')) - Number(b.includes('&')),
  );
  const first = new Map<string, string>();
  for (const [name, [, address]] of plainFirst) {
    // A screen with an argument is another one than that without.
    const screen = /^\/[^/]*\/?/.exec(address)![0];
    if (!first.has(screen)) first.set(screen, name);
  }
  const names = new Set([...first.values(), ...AT_SAME_ADDRESS]);
  return plainFirst
    .filter(([name]) => names.has(name))
    .sort(([, [a]], [, [b]]) => a.localeCompare(b))
    .map(([name]) => name);
}
