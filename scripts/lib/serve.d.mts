/** Types of serve.mjs for its test. */
export type Served = { readonly url: string; readonly port: number; readonly stop: () => Promise<void> };

export function serveFolder(options: {
  readonly root: string;
  readonly host?: string;
  readonly port?: number;
  readonly orFree?: boolean;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}): Promise<Served>;
