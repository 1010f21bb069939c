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

export async function lightPass(
  context: SyncContext,
  { polls }: Pick<PassOptions, 'polls'>,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { ledger, light, clock, reports, rules, lightServers } = context;
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
  if (rules.sending) await rebroadcast(context, { signal });
  reports.report({ phase: 'done', targetHeight: ledger.state.height, lastPass: clock.now() });
  return { blocksFetched: 0, receivedMoney: false };
}
