/** Every state of every screen that has a scene of the fake worker. */
import { expect, test } from '@playwright/test';
import { createLook } from '../../support/ui-dev/look-at-scenes.ts';
import { scenes } from '../../support/ui-dev/scenes.mjs';
import { serveScreens } from '../../support/ui-dev/serve-screens.mjs';

test('every state of every screen passes axe in light and dark, has targets for a thumb, and fits on a phone and a desktop', async ({
  page,
}) => {
  const screens = await serveScreens();
  const look = await createLook(page, screens.url);
  const faults: string[] = [];
  for (const name of Object.keys(scenes)) faults.push(...(await look(name)));
  await screens.stop();
  expect(faults).toEqual([]);
});
