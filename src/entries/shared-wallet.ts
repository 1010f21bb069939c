/** The windows of one origin share an open wallet (src/transport/windows): the app's pages have one, the windows for sites join it. */
import type { PortEvent, RpcPort } from '../transport/port.ts';
import { joinWallet, type JoinedPort } from '../transport/windows/join.ts';
import type { WindowParts } from '../transport/windows/parts.ts';
import { shareWallet } from '../transport/windows/share.ts';

/** The wallet that is open in a worker after this event of it. */
const opened = ({ type, data }: PortEvent): string | undefined => {
  if (type === 'closed') return '';
  return type === 'status' ? ((data as { readonly wallet?: string } | undefined)?.wallet ?? '') : undefined;
};

const windowParts = (): WindowParts => ({
  locks: navigator.locks,
  channel: (name) => new BroadcastChannel(name),
  origin: location.origin,
  id: crypto.randomUUID(),
  now: Date.now,
});

/** Other windows may use the wallet that is open here. */
export function shareWithWindows(port: RpcPort): void {
  shareWallet(port, windowParts(), opened);
}

/**
 * A port to the wallet that another window has open; while there is none, to `own`, which is shared then. `needOwn`: starts the own
 * worker. `after`: nothing is asked before.
 */
export function joinOrOpen(
  own: RpcPort,
  { needOwn, after }: { readonly needOwn: () => void; readonly after?: Promise<unknown> | undefined },
): JoinedPort {
  const parts = windowParts();
  shareWallet(own, parts, opened);
  return joinWallet(own, {
    ...parts,
    opened,
    taken: ({ type, data }) => type === 'closed' && (data as { reason?: string }).reason === 'taken_over',
    needOwn,
    after,
    status: { method: 'x_status', event: 'status' },
    gone: { type: 'closed', data: { reason: 'stopped' } },
    // The other window is visible or hidden, and online, by itself.
    ownMethods: ['x_hidden', 'x_link'],
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}
