/** The most frequent things and their taps from Home, made on the real screens with the fake worker; docs/taps.md lists them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import type { FolderServer } from '../../../scripts/tools/app/serve.ts';
import { serveScreens } from '../../support/ui-dev/serve-screens.mjs';

/** What is pressed: a role and a name, as screen readers say them. */
type Tap = readonly [role: 'button' | 'link' | 'radio', name: string | RegExp];
type Found = (page: Page) => ReturnType<Page['locator']>;

const text =
  (what: string | RegExp): Found =>
  (page) =>
    page.getByText(what).first();
const titled =
  (name: string): Found =>
  (page) =>
    page.getByRole('heading', { name, exact: true }).first();
const ACCOUNT: Tap = ['button', /^Account /];

/** The taps of each thing, and what is on the screen after them. */
const THINGS: Readonly<Record<string, { readonly taps: readonly Tap[]; readonly found: Found }>> = {
  'see what can be spent': { taps: [], found: text('Spendable now') },
  'see the newest transfers': { taps: [], found: text('Coffee shop') },
  'see how much lies in other accounts': { taps: [], found: text('more in other accounts') },
  'hide the amounts': {
    taps: [['button', 'Hide amounts']],
    found: (page) => page.getByRole('button', { name: 'Show amounts' }),
  },
  'show an address and its code': { taps: [['link', 'Receive']], found: titled('Receive') },
  'make a new address': {
    taps: [
      ['link', 'Receive'],
      ['button', 'New address'],
    ],
    found: text('New address created'),
  },
  'ask for an amount with a payment request': {
    taps: [
      ['link', 'Receive'],
      ['button', 'Make a payment request'],
    ],
    found: titled('Ask for a payment'),
  },
  'see which requests are paid': {
    taps: [
      ['link', 'Receive'],
      ['link', 'Payment requests'],
    ],
    found: titled('Payment requests'),
  },
  'begin a payment': { taps: [['link', 'Send']], found: titled('Send') },
  'scan a code to pay': {
    taps: [
      ['link', 'Send'],
      ['button', 'Scan a code'],
    ],
    found: (page) => page.getByRole('dialog'),
  },
  'pay a contact': {
    taps: [
      ['link', 'Send'],
      ['button', 'Choose a contact'],
    ],
    found: (page) => page.getByRole('dialog'),
  },
  'open one of the newest transfers': {
    taps: [['link', /Coffee shop/]],
    found: text('Note, only for you'),
  },
  'see the whole history': { taps: [['link', 'History']], found: titled('History') },
  'search the history': {
    taps: [
      ['link', 'History'],
      ['button', 'Search'],
    ],
    found: (page) => page.getByRole('searchbox'),
  },
  'see only what came in': {
    taps: [
      ['link', 'History'],
      ['button', 'Received'],
    ],
    found: (page) => page.getByRole('button', { name: 'Received', pressed: true }),
  },
  'choose another account': {
    taps: [ACCOUNT, ['radio', /Savings/]],
    found: (page) => page.getByRole('button', { name: 'Account Savings' }),
  },
  'lock the wallet': { taps: [ACCOUNT, ['button', 'Lock now']], found: text(/^Open “Everyday”/) },
  'list the coins of the account': { taps: [ACCOUNT, ['link', 'Coins']], found: titled('Coins') },
  'see whether the nodes work': { taps: [['link', 'Up to date']], found: titled('Nodes') },
  'add, change or remove a contact': {
    taps: [
      ['link', 'Settings'],
      ['link', 'Contacts'],
    ],
    found: titled('Contacts'),
  },
};
/** The rows of docs/taps.md. */
const rows = [
  ...readFileSync(join(import.meta.dirname, '../../../docs/taps.md'), 'utf8').matchAll(
    /^\| ([^|]*\S) +\| (daily|weekly|monthly) +\| \S+ +\| (\d+) +\|$/gm,
  ),
].map(([, thing = '', often = '', now = '']) => ({ thing, often, now: Number(now) }));

describe('the taps from Home', () => {
  it('are those of docs/taps.md, and two at most for what is done every week', () => {
    expect(rows.map(({ thing, now }) => [thing, now])).toEqual(
      Object.entries(THINGS).map(([thing, { taps }]) => [thing, taps.length]),
    );
    expect(rows).toHaveLength(20);
    for (const { often, now } of rows) if (often !== 'monthly') expect(now).toBeLessThanOrEqual(2);
  });
});

describe('on the screens of a phone', () => {
  let server: FolderServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await serveScreens();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  it.each(Object.entries(THINGS))('%s', async (_thing, { taps, found }) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
    try {
      await page.goto(`${server.url}?scenario=home`);
      await page.getByText('Spendable now').waitFor();
      for (const [role, name] of taps)
        await page
          .getByRole(role, { name, exact: typeof name === 'string' })
          .first()
          .click();
      await found(page).waitFor();
    } finally {
      await page.close();
    }
  });
});
