/** Types of app.mjs for the tests. */
import type { Devnet } from './devnet.mjs';

export type App = { readonly url: string; readonly devnet?: Devnet; readonly stop: () => Promise<void> };

export function buildApp(root?: string): Promise<void>;
export function startApp(options: {
  readonly bin?: string;
  readonly sources?: boolean;
  readonly build?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly orFree?: boolean;
  readonly testHooks?: boolean;
}): Promise<App>;
/** The folder of a build that is up to date. */
export function ensureBuilt(): Promise<string>;
