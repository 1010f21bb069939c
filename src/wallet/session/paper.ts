/** The sweep of keys into the open wallet, at most one at a time. It ends when the open wallet is closed. */
import type { GivenKeys } from '../account/given-keys.ts';
import { wipeGivenKeys } from '../account/wipe-given-keys.ts';
import { onDemand } from '../../base/on-demand.ts';
import type { Paper } from '../paper/paper.ts';
import { emitStatus, openWalletOf, type SessionContext } from './context.ts';

const paperSweep = onDemand(() => import('../paper/paper.ts'));

/** Ends an earlier sweep. Own fault: no_wallet. */
export async function startPaper(
  context: SessionContext,
  given: GivenKeys,
  restoreHeight: number,
): Promise<Paper> {
  try {
    const { world, nodes, automated, kept } = context;
    const into = openWalletOf(context);
    await endPaper(context);
    if (!world.secondPool) throw new Error('a second wallet needs scan workers of its own');
    const { openPaper } = await paperSweep();
    const paper = await openPaper(
      {
        world,
        nodes,
        pool: world.secondPool(),
        into,
        automated,
        seconds: kept.refreshing.seconds,
        changed: () => emitStatus(context),
      },
      given,
      restoreHeight,
    );
    context.paper = paper;
    return paper;
  } finally {
    wipeGivenKeys(given);
  }
}

/** Wipes the keys of a sweep, if there is one. */
export async function endPaper(context: SessionContext): Promise<void> {
  const { paper } = context;
  context.paper = undefined;
  await paper?.close();
}
