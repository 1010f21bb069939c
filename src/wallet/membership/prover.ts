/** Payments that prove membership, as an open wallet uses them. Their code loads when the first one is prepared. */
import type { Core } from '../areas/core.ts';
import { fault } from '../faults.ts';
import type { Prover } from '../spend/prover.ts';

export function createProver(core: Core): Prover {
  const closing = new AbortController();
  let stopping = new AbortController();
  let [closed, idling] = [false, false];
  let spares: Promise<typeof import('./spares.ts')> | undefined;
  const isActive = (): boolean => core.sync.rules.proving;
  /** While the wallet waits at the tip, it prepares blinds for the next payment. */
  const isIdle = (): boolean =>
    !closed && isActive() && core.sync.status.phase === 'done' && core.sync.status.proving === undefined;
  const useIdleTime = async (): Promise<void> => {
    const { tip, proves } = core.state.tables.treeState.get('') ?? {};
    const { membership } = core.spending.cryptoWorkers;
    if (idling || !isIdle() || !tip || !proves || !membership || !core.state.account.spendSecret) return;
    idling = true;
    try {
      const { keepSpares } = await (spares = import('./spares.ts'));
      const random = (n: number): Uint8Array => core.random.bytes(n);
      await keepSpares(core.state, { layers: tip.layers, random }, membership, isIdle);
    } finally {
      idling = false;
    }
  };
  core.sync.onStatus(() => {
    // A payment prepares what is missing itself, and then its error is seen.
    useIdleTime().catch(() => undefined);
  });
  const stop = (): void => {
    stopping.abort(fault('cancelled'));
    stopping = new AbortController();
  };
  return {
    get active() {
      return isActive();
    },
    prepare: async (requested) => (await import('./prepare.ts')).prepareProvable(core, requested),
    prove: async (payment) => {
      const { signal = closing.signal } = payment;
      return (await import('./prove.ts')).provePayment(core, payment, signal);
    },
    stoppable: (prepared) => prepared.map((each) => ({ ...each, signal: stopping.signal })),
    stop,
    close: () => {
      closed = true;
      closing.abort(fault('cancelled'));
      stop();
      void spares?.then(({ forgetSpares }) => {
        forgetSpares(core.state);
      });
    },
    withCosts: async (rate) => (await import('./costs.ts')).withCosts(rate),
  };
}
