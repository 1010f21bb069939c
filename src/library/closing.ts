/** The calls of a wallet that is closed while they run, or was closed before. */
import { OstroError } from './error.ts';
import type { LibraryPort } from './platform.ts';

export function walletClosed(): OstroError {
  return new OstroError(-13, 'The wallet is closed', 'wallet_closed');
}

/** Calls that `stop` interrupts, and later ones, reject with OstroError wallet_closed; faults keep their own reason. */
export function endCallsWithPort(port: LibraryPort): LibraryPort {
  let isStopped = false;
  return {
    request: async (envelope, marks) => {
      try {
        return await port.request(envelope, marks);
      } catch (error) {
        throw isStopped && !(error instanceof OstroError) ? walletClosed() : error;
      }
    },
    on: (listener) => port.on(listener),
    stop: () => {
      isStopped = true;
      return port.stop();
    },
  };
}
