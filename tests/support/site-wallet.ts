/** A wallet with coins in the built app, for tests in which sites open the wallet's window. */
import type { BrowserContext, Page } from '@playwright/test';
import { parseJson, writeJson, type Json } from '../../src/base/json.ts';
import type { HostWindow } from './app-endpoint.ts';
import type { Regtest } from './regtest.ts';

export const WALLET_PASSWORD = 'pw';
/** The General Fund's address: gets the rewards of blocks that no wallet of the test may get. */
const NOBODY =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';

export type WalletCall = (method: string, params?: object) => Promise<{ readonly [name: string]: Json }>;

/** Makes the wallet `person` in the app, with so many rewards of blocks that can be spent; answers its seed. */
export async function makeRichWallet(
  context: BrowserContext,
  url: string,
  chain: Regtest,
  coins: number,
): Promise<string> {
  const { page, call } = await openDoor(context, url);
  await call('x_set_node', { address: chain.url, trusted: true });
  await call('create_wallet', { filename: 'person', password: WALLET_PASSWORD, language: 'English' });
  const { address } = await call('get_address');
  await chain.mine(coins, address as string);
  await chain.mine(65, NOBODY);
  await call('refresh');
  const { key } = await call('query_key', { key_type: 'mnemonic' });
  await page.close();
  return key as string;
}

/** The app in a new tab, with the door for programs of the page. */
export async function openDoor(
  context: BrowserContext,
  url: string,
): Promise<{ readonly page: Page; readonly call: WalletCall }> {
  const page = await context.newPage();
  await page.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
  await page.goto(url);
  await page.waitForFunction(() => 'ostroRpc' in globalThis);
  const call: WalletCall = async (method, params = {}) => {
    const text = await page.evaluate(
      (asked) => (globalThis as HostWindow).ostroRpc!.request(asked),
      writeJson({ jsonrpc: '2.0', id: 0, method, params }),
    );
    const { result, error } = parseJson(text) as {
      readonly result?: { readonly [name: string]: Json };
      readonly error?: { readonly message: string };
    };
    if (!result) throw new Error(`${method}: ${error?.message ?? 'no answer'}`);
    return result;
  };
  return { page, call };
}

/** Opens the wallet in a window that a site opened; takes it over from another window, if it is open there. */
export async function unlock(window: Page): Promise<void> {
  await window.getByLabel('Password for this device', { exact: true }).fill(WALLET_PASSWORD);
  await window.getByRole('button', { name: 'Open', exact: true }).click();
  const taken = window.getByRole('button', { name: 'Use it here' });
  const open = window.locator('main.sheet, main.narrow');
  await taken.or(open).first().waitFor();
  if (await taken.isVisible()) await taken.click();
  await open.first().waitFor();
}
