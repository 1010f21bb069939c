/** Calls that the server itself makes to a wallet: to begin, to close, and to tell it of events. */
import { messageOf } from './errors.mjs';
import { parseJson } from './json.mjs';
import type { Flags } from './flags/flags.ts';
import type { Hosted } from './hosted.ts';
import type { MonitoredStatus } from './metrics/state-metrics.ts';

const NOT_OPEN = -13;
const NO_NODE = { address: '', trusted: false };
/**
 * How often an open wallet asks a trusted node for new blocks and payments, in seconds (70 to 130 % of it). A shop wants to see
 * a payment while its customer waits, and a node of one's own learns nothing from more questions.
 */
const TRUSTED_SECONDS = 1;

interface Envelope {
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly code: number };
}

/** `only`: the one wallet of the command line, if it names one. */
export function createCommands(hosted: Hosted, only: string | undefined) {
  /** A call of ours, with plain numbers; throws what the wallet refuses. */
  const call = async (method: string, params = {}) => {
    const envelope = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params });
    const answer = await hosted.request(envelope);
    const { error, result } = parseJson(answer) as Envelope;
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  /** The resolver, the node and the events of the command line. */
  const connect = async ({
    node = NO_NODE,
    resolver,
    eventRules,
  }: Pick<Flags, 'node' | 'resolver' | 'eventRules'>) => {
    if (resolver !== undefined) await call('x_resolver', { resolver });
    if (eventRules) await call('x_record_events', eventRules);
    await call('x_set_node', node);
    if (node.trusted) await call('auto_refresh', { period: TRUSTED_SECONDS });
  };
  /** The wallet of the command line is being opened. */
  let opening: Promise<unknown> | undefined;
  let closed = false;
  return {
    /** The state of the wallet (src/rpc/wire/status.ts). */
    status: async () => (await call('x_status')) as MonitoredStatus,
    connect,
    /** The node, and the wallet that the command line names: opened, and caught up with the chain. */
    begin: async (
      flags: Pick<Flags, 'node' | 'password' | 'initialSync' | 'log' | 'resolver' | 'eventRules'>,
      say: (line: string) => void,
    ) => {
      const { node = NO_NODE, password, initialSync, log } = flags;
      if (log !== undefined) await call('set_log_categories', { categories: log });
      await connect(flags);
      // A server that ends meanwhile opens nothing more.
      if (only === undefined || closed) return;
      opening = call('open_wallet', { filename: only, password });
      await opening;
      if (initialSync && node.address !== '')
        await call('refresh').catch((error: unknown) => say(`Initial refresh failed: ${messageOf(error)}`));
    },
    /** Saves and closes the wallet, if one is open or `begin` opens one. */
    close: async () => {
      closed = true;
      await Promise.allSettled([opening]);
      await call('close_wallet').catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === NOT_OPEN)) throw error;
      });
    },
    /**
     * `stopped()` by stop_wallet, `log(categories)` when others are to be written, `received(txids)` when transactions that
     * pay the wallet are seen first or get into a block, `recorded()` when the open wallet has new events.
     */
    on: ({
      stopped,
      log,
      received,
      recorded,
    }: {
      readonly stopped: () => void;
      readonly log: (categories: string) => void;
      readonly received: (txids: readonly string[]) => void;
      readonly recorded: () => void;
    }) =>
      hosted.on(({ type, data }) => {
        if (type === 'closed' && data.reason === 'stopped') stopped();
        if (type === 'log') log(data.categories ?? '');
        if (type === 'received') received(data.txids ?? []);
        if (type === 'recorded') recorded();
      }),
  };
}
