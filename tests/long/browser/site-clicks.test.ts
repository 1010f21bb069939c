/**
 * A hostile site tries to get a click on the button that agrees from a person who has not read the question, and more
 * money than its budget: in a real Chromium with windows of real sizes, with a real wallet and a real chain.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeChromium } from '../../support/browser.ts';
import { ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';
import type { HostileAnswer } from '../../support/hostile-page.ts';
import {
  openHostileTab,
  startHostileSites,
  type HostileSites,
  type HostileTab,
} from '../../support/hostile-tab.ts';
import { startPlainBrowser, type PlainBrowser } from '../../support/plain-browser.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { makeRichWallet, unlock } from '../../support/site-wallet.ts';
import { FOREIGN_ADDRESS } from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;
/** Longer than the half second of the app's clock after which the button would be armed: the only way to see that it is not. */
const LONG_MS = 1200;
const TRIES = 6;

/** For each press on the button that agrees: what `aria-disabled` said when it began. */
interface Noted {
  presses: string[];
}
/** Runs in the wallet's window. */
const notePresses = (): void => {
  const here = globalThis as unknown as Partial<Noted>;
  const before = here.presses;
  here.presses = [];
  if (before) return;
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(
      type,
      (event) => {
        const button = (event.target as Element).closest('.two button:nth-child(2)');
        const { key, repeat } = event as Partial<KeyboardEvent>;
        if (button && key !== 'Tab' && key !== 'Shift' && !repeat)
          here.presses?.push(button.getAttribute('aria-disabled') ?? '');
      },
      true,
    );
};

describe('a hostile site', () => {
  let chain: Regtest;
  let wallet: FolderServer;
  let sites: HostileSites;
  let browser: PlainBrowser;
  let shop: HostileTab;
  let window: Page;
  let devtools: CDPSession;
  let agree: Locator;

  beforeAll(async () => {
    [chain, wallet, sites, browser] = await Promise.all([
      startRegtest(),
      ensureBuilt().then((root) => serveFolder({ root })),
      startHostileSites(),
      // Windows of real sizes and a real focus: the headless shell has neither.
      startPlainBrowser(wholeChromium()),
    ]);
    const { context } = browser;
    // So many that others can hide the one that is spent.
    await makeRichWallet(context, wallet.url, chain, 40);
    shop = await openHostileTab(context, wallet.url, `${sites.origin('shop')}/`);
    window = await shop.open();
    agree = window.locator('main.sheet footer .two button').nth(1);
    devtools = await context.newCDPSession(window);
    await shop.connect();
    const connected = shop.ask('monero_requestPermissions', { identity: true, spend: true });
    await unlock(window);
    await pressProperly();
    expect(await connected).toMatchObject({ result: { spend: {} } });
  });
  afterAll(async () => {
    await browser.stop();
    await Promise.all([wallet.stop(), chain.dispose()]);
    sites.stop();
  });

  const isArmed = async (): Promise<boolean> => (await agree.getAttribute('aria-disabled')) === 'false';
  const untilArmed = (): Promise<void> =>
    window.locator('.two button:nth-child(2)[aria-disabled=false]').waitFor();
  /** As a person who reads to the end and then presses. */
  const pressProperly = async (): Promise<void> => {
    await agree.waitFor();
    await window.getByRole('group', { name: 'The request' }).evaluate((box) => {
      box.scrollTo(0, box.scrollHeight);
    });
    await untilArmed();
    await agree.click();
  };
  /** The middle of the button that agrees. */
  const target = async (): Promise<{ readonly x: number; readonly y: number }> => {
    const { x, y, width, height } = (await agree.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  /** The answer to an earlier request, if the wallet gave one before it answered two later requests, one after the other. */
  const answeredBefore = async (asked: Promise<HostileAnswer>): Promise<HostileAnswer | undefined> => {
    let answer: HostileAnswer | undefined;
    void asked.then((each) => (answer = each));
    for (let i = 0; i < 2; i++) await shop.ask('get_height');
    return answer;
  };
  /**
   * The site asks for a signature; the attack must not get it, and the person's own press gets it. On a busy machine the
   * attack may come so late that its press begins after the button was armed: then it is tried again.
   */
  const expectNotAgreed = async (attack: () => Promise<void>): Promise<void> => {
    for (let tries = 0; tries < TRIES; tries++) {
      await window.evaluate(notePresses);
      const asked = shop.ask('sign', { data: 'I agree' });
      await attack();
      const late = await window.evaluate(() => (globalThis as unknown as Noted).presses.includes('false'));
      const answer = await answeredBefore(asked);
      if (!late) expect(answer).toBeUndefined();
      if (!answer) await pressProperly();
      expect(await asked).toMatchObject({ result: { signature: expect.any(String) as string } });
      if (!late) return;
    }
    throw new Error('the machine is too slow for this attack');
  };
  const resize = async (width: number, height: number): Promise<void> => {
    const { windowId } = await devtools.send('Browser.getWindowForTarget');
    await devtools.send('Browser.setWindowBounds', { windowId, bounds: { width, height } });
    await window.waitForFunction((wide) => Math.abs(outerWidth - wide) < 2, width);
  };

  it('gets nothing from clicks in the moment in which the question appears', async () => {
    await expectNotAgreed(async () => {
      await agree.waitFor();
      const { x, y } = await target();
      for (let i = 0; i < 3; i++) await window.mouse.click(x, y, { clickCount: 2 });
    });
  });

  it('gets nothing from a click that began before the button was armed, and none from drag and drop', async () => {
    await expectNotAgreed(async () => {
      await agree.waitFor();
      const { x, y } = await target();
      await window.mouse.move(x, y);
      await window.mouse.down();
      await untilArmed();
      await window.mouse.up();
      await window.mouse.move(20, 100);
      await window.mouse.down();
      await window.mouse.move(x, y, { steps: 5 });
      await window.mouse.up();
    });
  });

  it('gets nothing from keys that are held down', async () => {
    await expectNotAgreed(async () => {
      await agree.waitFor();
      await agree.focus();
      // The second keydown of a key that is down is a repetition, as a keyboard sends them.
      await window.keyboard.down('Enter');
      await untilArmed();
      for (let i = 0; i < 5; i++) await window.keyboard.down('Enter');
      await window.keyboard.up('Enter');
      // Backwards: after the last button Tab leaves the page, which then has no focus.
      await window.keyboard.press('Shift+Tab');
    });
  });

  it('cannot move or resize the window; after a resize the button waits again', async () => {
    const moved = await shop.run(({ target: opened }) => {
      const attempts: readonly (() => void)[] = [
        () => opened!.moveTo(0, 0),
        () => opened!.moveBy(5, 5),
        () => opened!.resizeTo(150, 150),
        () => opened!.resizeBy(-50, -50),
        () => opened!.scrollTo(0, 0),
        () => void opened!.document,
      ];
      return attempts.map((attempt) => {
        try {
          attempt();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      });
    }, undefined);
    expect(new Set(moved)).toEqual(new Set(['SecurityError']));
    await expectNotAgreed(async () => {
      await agree.waitFor();
      await untilArmed();
      await resize(440, 800);
      const { x, y } = await target();
      await window.mouse.click(x, y);
    });
  });

  // threat: clickjacking
  it('gets no payment in a window so small that amount or address do not fit', async () => {
    for (const [width, height] of [
      [100, 100],
      [420, 240],
      [160, 700],
    ] as const) {
      await resize(Math.max(width, 142), Math.max(height, 134));
      const paying = shop.ask('transfer', {
        destinations: [{ address: FOREIGN_ADDRESS, amount: XMR / 10n }],
      });
      await window.getByRole('heading', { name: 'This site asks you to pay' }).waitFor({ state: 'attached' });
      const box = window.getByRole('group', { name: 'The request' });
      for (const part of [0, 0.5, 1])
        await box.evaluate((each, at) => each.scrollTo(0, at * each.scrollHeight), part);
      await window.waitForTimeout(LONG_MS);
      expect(await isArmed(), `${width} × ${height}`).toBe(false);
      await agree.evaluate((button) => (button as HTMLElement).click());
      // In a larger window it can be read, and refused.
      await resize(420, 780);
      await expect.poll(() => window.getByText('Make this window larger').isVisible()).toBe(false);
      await untilArmed();
      await window.getByRole('button', { name: 'Refuse' }).click();
      expect(await paying).toMatchObject({ code: 4001 });
      await letAskAgain();
    }
    expect((await chain.path('/get_transaction_pool'))['transactions']).toBeUndefined();
  });

  // threat: clickjacking
  it('gets a payment in large text only after each part was in view and the end was reached', async () => {
    const large = await startPlainBrowser(wholeChromium(), ['--blink-settings=defaultFontSize=32']);
    try {
      await makeRichWallet(large.context, wallet.url, chain, 1);
      const tab = await openHostileTab(large.context, wallet.url, `${sites.origin('shop')}/`);
      const popup = await tab.open('popup,width=320,height=640');
      // The screen may leave less of the height.
      expect(await popup.evaluate(() => [innerWidth, innerHeight <= 640])).toEqual([320, true]);
      expect(await popup.evaluate(() => matchMedia('(width: 10rem)').matches)).toBe(true);
      await tab.connect();
      const box = popup.getByRole('group', { name: 'The request' });
      const pay = popup.locator('main.sheet footer .two button').nth(1);
      const armed = popup.locator('.two button:nth-child(2)[aria-disabled=false]');
      /** Scrolls from the top by 40 px a frame: to the end, or until all of an element was in view. */
      const read = (until = ''): Promise<void> =>
        box.evaluate(async (each, selector) => {
          const last = selector === '' ? undefined : each.querySelector(selector)!;
          for (let top = 0; top < each.scrollHeight; top += 40) {
            each.scrollTo(0, top);
            await new Promise(requestAnimationFrame);
            if (last && last.getBoundingClientRect().bottom <= each.clientHeight) return;
          }
        }, until);
      const expectNotArmed = async (hint: string): Promise<void> => {
        await popup.waitForTimeout(LONG_MS);
        expect(await popup.locator('footer .hint').textContent()).toContain(hint);
        expect(await pay.getAttribute('aria-disabled')).toBe('true');
        await pay.evaluate((button) => {
          (button as HTMLElement).click();
        });
      };
      const askToPay = (): Promise<HostileAnswer> =>
        tab.ask('transfer', { destinations: [{ address: FOREIGN_ADDRESS, amount: XMR / 10n }] });
      const question = popup.getByRole('heading', { name: 'This site asks you to pay' });

      const connected = tab.ask('monero_requestPermissions', { spend: true });
      await unlock(popup);
      await box.waitFor();
      await read();
      await armed.click();
      expect(await connected).toMatchObject({ result: { spend: {} } });

      const idle = popup.getByRole('button', { name: 'Lock now' });
      await idle.waitFor();
      const refused = askToPay();
      await question.waitFor();
      await expectNotArmed('Scroll to the end');
      await read('.addr');
      await expectNotArmed('Scroll to the end');
      await popup.getByRole('button', { name: 'Refuse' }).click();
      expect(await refused).toMatchObject({ code: 4001 });

      await idle.waitFor();
      const paid = askToPay();
      await question.waitFor();
      await box.evaluate((each) => {
        each.scrollTo(0, each.scrollHeight);
      });
      await expectNotArmed('Scroll up');
      await read();
      await armed.click();
      expect(await paid).toMatchObject({ result: {} });
      expect((await chain.path('/get_transaction_pool'))['transactions']).toHaveLength(1);
      await chain.mine(1, FOREIGN_ADDRESS);
    } finally {
      await large.stop();
    }
  });

  it('gets nothing when it loads the window again between the look and the click', async () => {
    const asked = shop.ask('sign', { data: 'I agree' });
    await agree.waitFor();
    await untilArmed();
    const { x, y } = await target();
    await window.evaluate(() => {
      (globalThis as { old?: true }).old = true;
    });
    await shop.run((hostile) => hostile.open(), undefined);
    // A click before that meets the question that the person has read, and agrees.
    await window.waitForFunction(() => !('old' in globalThis), undefined, { polling: 10 });
    for (let i = 0; i < 20; i++) await window.mouse.click(x, y);
    // Whatever the clicks met there: in the new document the wallet is locked, and the question is gone.
    await shop.run((hostile) => hostile.open(), undefined);
    await expect.poll(() => shop.run(({ ready }) => ready, undefined)).toBeGreaterThan(0);
    await unlock(window);
    await shop.connect();
    await window.getByRole('button', { name: 'Lock now' }).waitFor();
    expect(await answeredBefore(asked)).toBeUndefined();
  });

  it('gets nothing when it brings the wallet to the front under the pointer', async () => {
    // In a tab instead of a window of its own, where the site itself can be in front.
    await shop.run(({ target: opened }) => opened!.close(), undefined);
    window = await shop.open('');
    agree = window.locator('main.sheet footer .two button').nth(1);
    await shop.connect();
    await unlock(window);
    await window.getByRole('button', { name: 'Lock now' }).waitFor();
    await expectNotAgreed(async () => {
      await agree.waitFor();
      await untilArmed();
      const { x, y } = await target();
      const front = await browser.context.newCDPSession(shop.page);
      const { targetInfo } = await front.send('Target.getTargetInfo');
      await front.send('Target.activateTarget', { targetId: targetInfo.targetId });
      await expect.poll(isArmed).toBe(false);
      await window.waitForTimeout(LONG_MS);
      expect(await isArmed()).toBe(false);
      await shop.run(({ target: opened }) => {
        opened!.focus();
      }, undefined);
      await window.waitForFunction(() => document.hasFocus());
      await window.mouse.click(x, y);
    });
  });

  // threat: site-budget
  it('never spends more than its budget: 1,000 payments from two tabs', async () => {
    const amount = XMR / 100n;
    const budget = {
      amount: (amount * 5n) / 2n,
      period: 'day',
      expires: Math.floor(Date.now() / 1000) + 3600,
    };
    const granted = shop.ask('monero_requestPermissions', { spend: true, budget });
    await pressProperly();
    expect(await granted).toMatchObject({ result: { spend: { budget: { left: budget.amount } } } });
    const second = await openHostileTab(browser.context, wallet.url, shop.page.url());
    const other = await second.open();
    await second.connect();

    let paid = 0;
    for (let tries = 0; tries < 1000; tries += 50) {
      for (const tab of [shop, second])
        for (const answer of tab.askAll(
          Array.from({ length: 25 }, () => [
            'transfer',
            { destinations: [{ address: FOREIGN_ADDRESS, amount }] },
          ]),
        ))
          void answer.then(({ code }) => (paid += code === undefined ? 1 : 0));
      // Without a pause the window would end the sessions as floods.
      await shop.page.waitForTimeout(200);
    }
    // The next one is a question, in one of the windows, which share the wallet.
    const texts = () => Promise.all([window, other].map((each) => each.locator('body').innerText()));
    await expect.poll(async () => (await texts()).join()).toContain('This site asks you to pay');
    const { transactions = [] } = await chain.path('/get_transaction_pool');
    const sent = (transactions as unknown as readonly { readonly fee: number }[]).map(({ fee }) =>
      BigInt(fee),
    );
    expect(sent.length).toBeGreaterThan(0);
    expect(paid).toBeLessThanOrEqual(sent.length);
    expect(sent.reduce((sum, fee) => sum + amount + fee, 0n)).toBeLessThanOrEqual(budget.amount);
  });

  /** After several refusals a site may ask only when the person lets it. */
  const letAskAgain = async (): Promise<void> => {
    await window.getByRole('button', { name: 'Lock now' }).waitFor();
    const button = window.getByRole('button', { name: 'Let it ask again' });
    if (await button.isVisible()) await button.click();
  };
});
