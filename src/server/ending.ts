/** The end of the server: it answers no further calls, closes the wallets, and ends the host, within a limit. */
import { messageOf } from './errors.mjs';
import type { WalletHost } from './hosted.ts';
import type { Served } from './served.ts';

/** All that was answered is on the disk already, so a wallet that cannot be closed loses nothing by this limit. */
const LIMIT_MS = 20_000;

interface Ending {
  readonly servers: readonly { readonly stop: () => Promise<void> }[];
  readonly served: Pick<Served, 'close'>;
  readonly host: Pick<WalletHost, 'stop'>;
  readonly store?: { readonly end: () => Promise<void> } | undefined;
  /** Hears why a wallet was not closed. */
  readonly failed: (why: string) => void;
}

/** Answers the exit code. */
export function endInOrder(
  { servers, served, host, store, failed }: Ending,
  limitMs = LIMIT_MS,
): Promise<number> {
  const work = async () => {
    let exit = 0;
    await Promise.all(servers.map((server) => server.stop()));
    try {
      await served.close();
    } catch (error) {
      failed(`The wallet could not be closed: ${messageOf(error)}`);
      exit = 1;
    }
    await host.stop();
    await store?.end();
    return exit;
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      failed(`The wallet was not closed within ${limitMs / 1000} seconds; what was answered is on the disk`);
      resolve(1);
    }, limitMs);
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
