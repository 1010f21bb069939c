/**
 * A person at the windows that sites open, played at random: opens the wallet, reads each question, agrees to some and
 * refuses others, locks the wallet, closes windows. Presses what is on the screen and notes what it said.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { parseXmr } from '../../../src/base/amount.ts';
import type { Confirmation, Grant } from './site-spends.ts';

export interface Notes {
  readonly confirmations: Confirmation[];
  readonly grants: Grant[];
  /** How often the person did what. */
  readonly did: Map<string, number>;
}
export interface PersonOptions {
  readonly context: BrowserContext;
  /** Address of the wallet's window. */
  readonly address: string;
  readonly password: string;
  readonly random: () => number;
}

/** What a window shows. Empty texts: not there. */
interface Seen {
  readonly title: string;
  readonly origin: string;
  readonly payees: readonly string[];
  readonly amount: string;
  readonly total: string;
  /** The budget in words, of a site that connects. */
  readonly budget: string;
  readonly asks: boolean;
  readonly password: boolean;
  readonly text: string;
}

const READ_MS = 5000;
const ACT = { timeout: 5000 };

/** Looks at every window once, and acts on it. What a window that closes meanwhile cuts short is no error. */
export async function lookAtWindows(options: PersonOptions, notes: Notes): Promise<void> {
  const { context, address } = options;
  const pages = context.pages().filter((page) => page.url().startsWith(address));
  const seen = await Promise.all(pages.map((page) => look(page).catch(() => undefined)));
  // One window at a time can have the wallet. The person seldom goes to another one while it is open.
  const open = seen.some((each) => each?.password === false);
  for (const [i, page] of pages.entries()) {
    const each = seen[i];
    if (each === undefined || (open && each.password && options.random() > 0.02)) continue;
    await act(page, each, options, notes).catch(() => {
      count(notes, 'is cut short');
    });
  }
}

async function act(page: Page, seen: Seen, { password, random }: PersonOptions, notes: Notes): Promise<void> {
  if (seen.password) {
    count(notes, 'opens the wallet');
    await page.getByLabel('Password for this device', { exact: true }).fill(password, ACT);
    await page.getByRole('button', { name: 'Open', exact: true }).click(ACT);
    const taken = page.getByRole('button', { name: 'Use it here' });
    await taken.or(page.locator('main.sheet, main.narrow')).first().waitFor(ACT);
    if (!(await taken.isVisible())) return;
    count(notes, 'takes the wallet over');
    await taken.click(ACT);
    await page.locator('main.sheet, main.narrow').first().waitFor(ACT);
  } else if (seen.asks) await decide(page, seen, random, notes);
  else if (seen.text.includes('Let it ask again')) {
    count(notes, 'lets the site ask again');
    await page.getByRole('button', { name: 'Let it ask again' }).click(ACT);
  } else if (seen.text.includes('Lock now') && random() < 0.01) {
    count(notes, 'locks the wallet');
    await page.getByRole('button', { name: 'Lock now' }).click(ACT);
  } else if (random() < 0.003) {
    count(notes, 'closes the window');
    await page.close();
  }
}

async function decide(page: Page, before: Seen, random: () => number, notes: Notes): Promise<void> {
  const { title, text } = before;
  const paying = title.includes('asks you to pay');
  if (random() < (paying ? 0.45 : 0.2)) {
    count(notes, `refuses: ${title}`);
    await page.getByRole('button', { name: 'Refuse' }).click(ACT);
    return;
  }
  const unasked = page.getByLabel('Let it pay without asking');
  if (await unasked.isVisible()) await unasked.setChecked(random() < 0.7, ACT);
  for (const each of await page
    .getByRole('group', { name: 'Let it see more accounts' })
    .getByRole('checkbox')
    .all())
    if (random() < 0.3) await each.check(ACT);
  await page.getByRole('group', { name: 'The request' }).evaluate((box) => {
    box.scrollTo(0, box.scrollHeight);
  });
  const agree = page.locator('main.sheet footer .two button').nth(1);
  const end = Date.now() + READ_MS;
  while ((await agree.getAttribute('aria-disabled', ACT)) !== 'false') {
    if (Date.now() > end || text.includes('it can only be refused')) {
      count(notes, `cannot agree: ${title}`);
      await page.getByRole('button', { name: 'Refuse' }).click(ACT);
      return;
    }
    await page.waitForTimeout(100);
  }
  // What counts is what the screen shows at the click.
  const seen = await look(page);
  const box = await agree.boundingBox(ACT);
  if (!seen.asks || !box) return;
  note(seen, notes);
  count(notes, `agrees: ${seen.title}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

const note = ({ title, origin, payees, amount, total, budget }: Seen, notes: Notes): void => {
  if (title.includes('asks you to pay')) notes.confirmations.push({ payees, total: amountOf(total) });
  if (title.includes('to pay without asking')) notes.grants.push({ origin, amount: amountOf(amount) });
  const within = /up to ([\d.,]+)/.exec(budget)?.[1];
  if (within !== undefined) notes.grants.push({ origin, amount: amountOf(within) });
};

const amountOf = (text: string): bigint => parseXmr(text.replaceAll(',', ''));

const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const attribute = (selector: string, name: string): string =>
      document.querySelector(selector)?.getAttribute(name) ?? '';
    const ticked = document.querySelector<HTMLInputElement>('label.tick:has(.medium) input:checked');
    return {
      title: document.title.replace(/ – Ostro$/, ''),
      origin: attribute('[data-origin]', 'data-origin'),
      payees: [...document.querySelectorAll('main.sheet [data-address]')].map(
        (each) => each.getAttribute('data-address') ?? '',
      ),
      amount: attribute('main.sheet data.hero', 'value'),
      total: attribute('main.sheet .sum data', 'value'),
      budget: ticked?.closest('label')?.textContent ?? '',
      asks: document.querySelector('main.sheet') !== null,
      password: document.querySelector('input[type=password]') !== null,
      text: document.body.innerText,
    };
  });

const count = ({ did }: Notes, what: string): void => void did.set(what, (did.get(what) ?? 0) + 1);

export function createNotes(): Notes {
  return { confirmations: [], grants: [], did: new Map() };
}
