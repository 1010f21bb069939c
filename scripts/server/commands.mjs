/** What the server itself asks of the wallet in the page: to begin, to close, and to tell it of events. */
import { messageOf } from '../tools/setup/errors.mjs';
import { parseJson } from '../tools/setup/json.mjs';

const NOT_OPEN = -13;
const NO_NODE = { address: '', trusted: false };
/**
 * How often an open wallet asks a trusted node for new blocks and payments, in seconds (70 to 130 % of it). A shop wants to see
 * a payment while its customer waits, and a node of one's own learns nothing from more questions.
 */
const TRUSTED_SECONDS = 1;

/** @typedef {import('./page.mjs').PageGlobals} PageGlobals */
/** @typedef {{ readonly result?: unknown, readonly error?: { readonly message: string, readonly code: number } }} Envelope */

/**
 * `only`: the one wallet of the command line, if it names one.
 * @param {import('@playwright/test').Page} page
 * @param {string | undefined} only
 */
export function createCommands(page, only) {
  /**
   * A call of ours, with plain numbers; throws what the wallet refuses.
   * @param {string} method
   */
  const call = async (method, params = {}) => {
    const envelope = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params });
    const answer = await request(page, envelope);
    const { error, result } = /** @type {Envelope} */ (parseJson(answer));
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  /**
   * The resolver, the node and the events of the command line.
   * @param {Pick<import('./flags.mjs').Flags, 'node' | 'resolver' | 'eventRules'>} flags
   */
  const connect = async ({ node = NO_NODE, resolver, eventRules }) => {
    if (resolver !== undefined) await call('x_resolver', { resolver });
    if (eventRules) await call('x_record_events', eventRules);
    await call('x_set_node', node);
    if (node.trusted) await call('auto_refresh', { period: TRUSTED_SECONDS });
  };
  return {
    /** The state of the wallet (src/rpc/status.ts). */
    status: async () => /** @type {import('./state-metrics.mjs').Status} */ (await call('x_status')),
    connect,
    /** A call of ours as text, with exact numbers. */
    request: (/** @type {string} */ envelope) => request(page, envelope),
    /**
     * The node, and the wallet that the command line names: opened, and caught up with the chain.
     * @param {Pick<import('./flags.mjs').Flags, 'node' | 'password' | 'initialSync' | 'log' | 'resolver' | 'eventRules'>} flags
     * @param {(line: string) => void} say
     */
    begin: async (flags, say) => {
      const { node = NO_NODE, password, initialSync, log } = flags;
      if (log !== undefined) await call('set_log_categories', { categories: log });
      await connect(flags);
      if (only === undefined) return;
      await call('open_wallet', { filename: only, password });
      if (initialSync && node.address !== '')
        await call('refresh').catch((/** @type {unknown} */ error) =>
          say(`Initial refresh failed: ${messageOf(error)}`),
        );
    },
    /** Saves and closes the wallet, if one is open. */
    close: () =>
      call('close_wallet').catch((/** @type {unknown} */ error) => {
        if (!(error instanceof Error && 'code' in error && error.code === NOT_OPEN)) throw error;
      }),
    /**
     * `stopped()` by stop_wallet, `log(categories)` when others are to be written, `received(txids)` when transactions that
     * pay the wallet are seen first or get into a block, `recorded()` when the open wallet has new events.
     * @param {{
     *   readonly stopped: () => void,
     *   readonly log: (categories: string) => void,
     *   readonly received: (txids: readonly string[]) => void,
     *   readonly recorded: () => void,
     * }} listeners
     */
    on: async ({ stopped, log, received, recorded }) => {
      await page.exposeFunction(
        'ostroEvent',
        (/** @type {string} */ type, /** @type {import('./page.mjs').PageEvent['data']} */ data) => {
          if (type === 'closed' && data.reason === 'stopped') stopped();
          if (type === 'log') log(data.categories ?? '');
          if (type === 'received') received(data.txids ?? []);
          if (type === 'recorded') recorded();
        },
      );
      await page.evaluate(() => {
        const own = /** @type {PageGlobals} */ (/** @type {unknown} */ (globalThis));
        own.ostroRpc.on(({ type, data }) => {
          if (['closed', 'log', 'received', 'recorded'].includes(type)) own.ostroEvent(type, data);
        });
      });
    },
  };
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} envelope
 */
const request = (page, envelope) =>
  page.evaluate(
    (text) => /** @type {PageGlobals} */ (/** @type {unknown} */ (globalThis)).ostroRpc.request(text),
    envelope,
  );
