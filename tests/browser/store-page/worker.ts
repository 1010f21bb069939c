/** The real store in a real worker, steered by the test: one call is `[number, operation, ...arguments]`. */
import { isFault } from '../../../src/base/fault.ts';
import type { WalletFile } from '../../../src/ports/wallet-files.ts';
import { createIdbWalletFiles } from '../../../src/store/idb.ts';

const files = createIdbWalletFiles();
const open = new Map<string, WalletFile>();
const lost: string[] = [];
const keep = (file: WalletFile) => {
  open.set(file.name, file);
  file.onLost(() => lost.push(file.name));
};
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (it: Uint8Array) => new TextDecoder().decode(it);

const operations = {
  create: async (name: string, password: string, content: string) =>
    keep(await files.create(name, password, bytes(content))),
  open: async (name: string, password: string, takeOver: boolean) =>
    keep(await files.open(name, password, { takeOver })),
  append: (name: string, ...entries: string[]) =>
    Promise.all(entries.map((entry) => open.get(name)!.append(bytes(entry)))).then(() => undefined),
  appendBytes: (name: string, size: number) => open.get(name)!.append(new Uint8Array(size)),
  compact: (name: string, snapshot: string) => open.get(name)!.compact(bytes(snapshot)),
  load: async (name: string) => {
    const { snapshot, entries } = await open.get(name)!.load();
    return [...(snapshot ? [snapshot] : []), ...entries].map(text);
  },
  changePassword: (name: string, from: string, to: string) => open.get(name)!.changePassword(from, to),
  close: (name: string) => open.get(name)!.close(),
  remove: (name: string, password: string) => files.remove(name, password),
  list: () => files.list(),
  exportFile: (name: string) => files.exportFile(name),
  importFile: (file: Uint8Array, name: string) => files.importFile(file, name),
  health: () => files.storageHealth(),
  forget: () => files.forgetVanished(),
  lost: () => Promise.resolve(lost),
} as const;

addEventListener('message', ({ data }: MessageEvent<[number, keyof typeof operations, ...unknown[]]>) => {
  const [call, operation, ...args] = data;
  const run = operations[operation] as (...args: unknown[]) => Promise<unknown>;
  run(...args).then(
    (result) => postMessage([call, 'done', result]),
    (error: unknown) => postMessage([call, 'failed', isFault(error) ? error.code : String(error)]),
  );
});
