/** The built app with its devnet, for the tests of a file. */
import { ensureBuilt, startApp } from '../../scripts/tools/app/app.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { connectDevnet, type Devnet } from '../support/app.ts';

export interface StartedApp {
  readonly url: string;
  readonly devnet: Devnet;
  readonly stop: () => Promise<void>;
}

export async function startBuiltApp(): Promise<StartedApp> {
  const [bin] = await Promise.all([ensureMonero(), ensureBuilt()]);
  const app = await startApp({ bin, build: false, port: 0, testHooks: true });
  if (app.devnet === undefined) throw new Error('The devnet did not start');
  return { ...app, devnet: connectDevnet(app.devnet.controlUrl, app.devnet.daemonUrl) };
}

/** The same page under another host, so that it has other data: another device. */
export function onDevice(url: string, name: string): string {
  return Object.assign(new URL(url), { hostname: `${name}.localhost` }).href;
}
