/** A site on another host than the wallet, with the built SDK: its page asks the wallet what a test says. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';

export interface Shop {
  /** `http://shop.localhost:PORT/` */
  readonly url: string;
  readonly origin: string;
  readonly stop: () => void;
}
/** The wallet's answer as the site gets it. */
export interface Answered {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly reason?: string };
}
interface ShopWindow {
  next: { readonly method: string; readonly params?: object };
  answer: Promise<Answered>;
  events: readonly (readonly [name: string, data: unknown])[];
}

/** `wallet`: the address of the wallet's folder. `headers`: more headers of the shop's page. */
export async function startShop(
  wallet: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'ostro-shop-'));
  const build = ['run.mjs', 'tools/build/sdk.ts'].map((path) =>
    resolve(import.meta.dirname, '../../scripts', path),
  );
  await promisify(execFile)(process.execPath, [...build, folder]);
  const code = readFileSync(join(folder, 'ostro-connect.js'));
  rmSync(folder, { recursive: true });
  const html = `<!doctype html><title>Shop</title><button>Ask the wallet</button><script type="module">
    import { createProvider } from './ostro-connect.js';
    const monero = createProvider({ wallet: ${JSON.stringify(wallet)} });
    globalThis.events = [];
    for (const name of ['accountsChanged', 'disconnect']) monero.on(name, (data) => events.push([name, data.code ?? data]));
    document.querySelector('button').onclick = () => {
      globalThis.answer = monero.request(globalThis.next).then(
        (result) => ({ result }),
        ({ code, data }) => ({ error: { code, reason: data?.reason } }),
      );
    };
  </script>`;
  const server = createServer(({ url }, response) => {
    const script = url === '/ostro-connect.js';
    response.writeHead(200, {
      ...headers,
      'content-type': script ? 'text/javascript' : 'text/html',
    });
    response.end(script ? code : html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://shop.localhost:${String((server.address() as AddressInfo).port)}`;
  return {
    url: `${origin}/`,
    origin,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The shop asks, in a click. The returned function waits for the answer. */
export async function ask(shop: Page, method: string, params: object = {}): Promise<() => Promise<Answered>> {
  await shop.evaluate((next) => ((globalThis as unknown as ShopWindow).next = next), { method, params });
  await shop.getByRole('button', { name: 'Ask the wallet' }).click();
  return () => shop.evaluate(() => (globalThis as unknown as ShopWindow).answer);
}

/** The events accountsChanged (addresses) and disconnect (its code) that the shop has got. */
export function eventsOf(shop: Page): Promise<ShopWindow['events']> {
  return shop.evaluate(() => (globalThis as unknown as ShopWindow).events);
}

/** Reads the wallet's question to its end and presses the button that agrees, as soon as it works. */
export async function agree(wallet: Page, name: RegExp): Promise<void> {
  await wallet.getByRole('group', { name: 'The request' }).evaluate((box) => {
    box.scrollTo(0, box.scrollHeight);
  });
  await wallet.getByRole('button', { name, disabled: false }).click();
}
