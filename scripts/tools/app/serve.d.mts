/** Types of serve.mjs for its test. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Served = { readonly url: string; readonly port: number; readonly stop: () => Promise<void> };

export function serveFolder(options: {
  readonly root: string;
  readonly host?: string;
  readonly port?: number;
  readonly orFree?: boolean;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly first?: (req: IncomingMessage, res: ServerResponse) => boolean;
}): Promise<Served>;
