/** All calls of monerod that have a client, found in the files of the daemon module. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../src/daemon/ask.ts';

export interface Client {
  /** Name on the wire. */
  readonly wire: string;
  readonly admin: boolean;
  /** Path of its file from the project's root, and the name under which the file exports it. */
  readonly file: string;
  readonly name: string;
  readonly read: Endpoint<unknown>['read'];
}

const ROOT = join(import.meta.dirname, '../..');

const isClient = (value: unknown): value is Pick<Client, 'wire' | 'admin' | 'read'> =>
  typeof value === 'function' && 'wire' in value && 'read' in value;

/** In the order of their files. */
export async function daemonClients(): Promise<readonly Client[]> {
  const files = ['src/daemon/bin', 'src/daemon/json'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .sort()
      .map((file) => `${folder}/${file}`),
  );
  const found: Client[] = [];
  for (const file of files) {
    const exported = (await import(join(ROOT, file))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(exported))
      if (isClient(value)) found.push({ wire: value.wire, admin: value.admin, file, name, read: value.read });
  }
  return found;
}
