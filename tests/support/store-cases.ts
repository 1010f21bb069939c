/**
 * What the store does in its real environment (IndexedDB, Web Locks, BroadcastChannel, WebCrypto and Argon2id in workers),
 * as cases that pass in any engine. A case gets an origin without data.
 */
import { join } from 'node:path';
import { expect } from 'vitest';
import { servePage, type ServedPage } from './served-page.ts';

type Answer = { readonly done?: unknown; readonly failed?: string };
export interface StoreTab {
  /** The value of an expression in the page, awaited. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}
export interface StorePlace<Tab extends StoreTab = StoreTab> {
  /** A new tab with the page; it is ready. */
  readonly open: () => Promise<Tab>;
  /** Kills the process of a tab. Tabs that are open then may die with it. */
  readonly kill: (tab: Tab) => Promise<void>;
}

/** True in the page when it takes calls. */
export const STORE_IS_READY = `'store' in globalThis`;
export function serveStorePage(): Promise<ServedPage> {
  return servePage(join(import.meta.dirname, '../browser/store-page'), ['idb', 'hash-wasm']);
}

const expressionOf = (call: readonly unknown[]): string => `store(...${JSON.stringify(call)})`;
/** Calls an operation of store-page/worker.ts. */
export async function askStore(tab: StoreTab, ...call: readonly unknown[]): Promise<Answer> {
  return (await tab.evaluate(expressionOf(call))) as Answer;
}
export const DONE = { done: undefined };

type Case = <Tab extends StoreTab>(place: StorePlace<Tab>) => Promise<void>;
export const STORE_CASES: Readonly<Record<string, Case>> = {
  'keeps a wallet, its compacted entries and its new password when its tab is closed': async ({ open }) => {
    const first = await open();
    expect(await askStore(first, 'create', 'a', 'pass', 'zero')).toEqual(DONE);
    expect(await askStore(first, 'append', 'a', 'one', 'two')).toEqual(DONE);
    expect(await askStore(first, 'compact', 'a', 'snapshot')).toEqual(DONE);
    expect(await askStore(first, 'append', 'a', 'three')).toEqual(DONE);
    expect(await askStore(first, 'changePassword', 'a', 'pass', 'new')).toEqual(DONE);
    await first.close();
    const second = await open();
    const listed = { done: [{ name: 'a', openElsewhere: false }] };
    await expect.poll(() => askStore(second, 'list')).toMatchObject(listed);
    expect(await askStore(second, 'open', 'a', 'pass', false)).toEqual({ failed: 'wrong_password' });
    expect(await askStore(second, 'open', 'a', 'new', false)).toEqual(DONE);
    expect(await askStore(second, 'load', 'a')).toEqual({ done: ['snapshot', 'three'] });
    await askStore(second, 'close', 'a');
    expect(await askStore(second, 'remove', 'a', 'new')).toEqual(DONE);
    expect(await askStore(second, 'list')).toEqual({ done: [] });
  },

  'gives a wallet to one of two tabs; the other tab can take it over, and the first can take it back':
    async ({ open }) => {
      const [one, two] = [await open(), await open()];
      await askStore(one, 'create', 'a', 'pass', 'from one');
      expect(await askStore(one, 'list')).toMatchObject({ done: [{ openElsewhere: false }] });
      expect(await askStore(two, 'list')).toMatchObject({ done: [{ openElsewhere: true }] });
      expect(await askStore(two, 'open', 'a', 'pass', false)).toEqual({ failed: 'wallet_open_elsewhere' });
      expect(await askStore(two, 'remove', 'a', 'pass')).toEqual({ failed: 'wallet_open_elsewhere' });

      const running = askStore(one, 'append', 'a', 'under way 1', 'under way 2');
      expect(await askStore(two, 'open', 'a', 'pass', true)).toEqual(DONE);
      await running;
      expect(await askStore(one, 'lost')).toEqual({ done: ['a'] });
      expect(await askStore(one, 'append', 'a', 'late')).toEqual({ failed: 'wallet_open_elsewhere' });
      await askStore(two, 'append', 'a', 'from two');
      expect(await askStore(one, 'open', 'a', 'pass', true)).toEqual(DONE);
      expect(await askStore(one, 'load', 'a')).toEqual({
        done: ['from one', 'under way 1', 'under way 2', 'from two'],
      });
      expect(await askStore(two, 'lost')).toEqual({ done: ['a'] });
    },

  'frees a wallet with every commit when its tab is closed or its process is killed': async ({
    open,
    kill,
  }) => {
    const [one, two] = [await open(), await open()];
    await askStore(one, 'create', 'a', 'pass', 'one');
    await one.close();
    await expect.poll(() => askStore(two, 'open', 'a', 'pass', false)).toEqual(DONE);
    await askStore(two, 'append', 'a', 'two');
    const entries = Array.from({ length: 300 }, (_, i) => `batch ${i}`);
    await askStore(two, 'append', 'a', ...entries.slice(0, 50));
    // The rest is under way when the tab dies.
    await two.evaluate(`void ${expressionOf(['append', 'a', ...entries.slice(50)])}`);
    await kill(two);
    const three = await open();
    await expect.poll(() => askStore(three, 'open', 'a', 'pass', false)).toEqual(DONE);
    const { done: found } = (await askStore(three, 'load', 'a')) as { done: string[] };
    expect(found.slice(0, 2)).toEqual(['one', 'two']);
    expect(found.length).toBeGreaterThanOrEqual(52);
    expect(found.slice(2)).toEqual(entries.slice(0, found.length - 2));
    expect(await askStore(three, 'append', 'a', 'goes on')).toEqual(DONE);
  },

  'imports the exported file of one wallet as another wallet': async ({ open }) => {
    const one = await open();
    await askStore(one, 'create', 'a', 'pass', 'one');
    const copied = await one.evaluate(`(async () => {
      const { done: file } = await store('exportFile', 'a');
      file[file.length - 40] ^= 1;
      const refused = await store('importFile', file, 'b');
      file[file.length - 40] ^= 1;
      return [refused, await store('importFile', file, 'b')];
    })()`);
    expect(copied).toMatchObject([{ failed: 'file_damaged' }, { done: { name: 'b' } }]);
    expect(await askStore(one, 'open', 'b', 'pass', false)).toEqual(DONE);
    expect(await askStore(one, 'load', 'b')).toEqual({ done: ['one'] });
  },
};
