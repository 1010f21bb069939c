/**
 * The pass of a wallet that uses a light-wallet server: it asks that server and reads no blocks, and sends its own waiting payments
 * through its node, as other passes do. A server that does not answer is no fault of a node: it is reported by `lightProblem`.
 */
import { isFault } from '../../base/fault.ts';
import { onDemand } from '../../base/on-demand.ts';
import { rebroadcast } from '../spend/outbox.ts';
import type { SyncContext } from './context.ts';
import type { PassOptions } from './passes.ts';
import type { Refreshed } from './types.ts';

const reader = onDemand(() => import('../light-server/read-server.ts'));

/** Each answer is the whole history: a polling pass leaves it alone for so long after the last one. */
const POLL_AGE_MS = 60_000;
/** A payment that the node took is sent to it again after so long. */
const RESEND_MS = 3_600_000;

export async function lightPass(
  context: SyncContext,
  { polls }: Pick<PassOptions, 'polls'>,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { ledger, light, clock, reports, rules, lightServers, nodes } = context;
  // Payments need the node for fees, decoys and sending.
  await nodes?.choose(ledger.state.height, signal);
  signal.throwIfAborted();
  const { address } = ledger.state.tables.lightServer.get('')!;
  const { asked } = light;
  const isYoung = asked?.address === address && Math.abs(clock.now() - asked.at) < POLL_AGE_MS;
  if (!polls || !isYoung || light.problem !== undefined) {
    light.asked = { at: clock.now(), address };
    try {
      const { readLightServer } = await reader();
      const isOpen = await readLightServer({ ledger, clock, lightServers: lightServers! }, signal);
      if (isOpen) light.answeredAt = clock.now();
      if (isOpen !== undefined) light.problem = isOpen ? undefined : 'waiting';
    } catch (error) {
      signal.throwIfAborted();
      if (!isFault(error)) throw error;
      light.problem = error;
    }
  }
  signal.throwIfAborted();
  if (rules.sending) {
    // The pool is not read here, so the wallet cannot see that the node has lost a payment.
    const again = Math.abs(clock.now() - light.resentAt) >= RESEND_MS;
    if (again) light.resentAt = clock.now();
    await rebroadcast(context, { again, signal });
  }
  reports.report({ phase: 'done', targetHeight: ledger.state.height, lastPass: clock.now() });
  return { blocksFetched: 0, receivedMoney: false };
}
