/** Workers for tests: one end of a message channel is the worker, and code of the test runs at its other end. */
import { sayListening } from '../../src/transport/start-worker.ts';

export interface PortWorkers {
  /** `run`: sets the listener for messages. A worker that is silent never says that it listens. */
  readonly spawn: (
    run: (end: MessagePort) => void,
    options?: { readonly silent?: boolean; readonly terminated?: () => void },
  ) => Worker;
  /** Call it after the test: an open channel keeps Node running. */
  readonly close: () => void;
}

export function createPortWorkers(): PortWorkers {
  const ports: MessagePort[] = [];
  return {
    spawn: (run, { silent = false, terminated } = {}) => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1, port2);
      run(port2);
      if (!silent) sayListening(port2);
      port1.start();
      const terminate = (): void => {
        terminated?.();
        port1.close();
      };
      return Object.assign(port1, { terminate }) as unknown as Worker;
    },
    close: () => ports.forEach((port) => port.close()),
  };
}

/** A limit that passes when the test says so, instead of with the time. */
export function createLimits() {
  const waiting = new Set<{ readonly ms: number; readonly work: () => void }>();
  /** Milliseconds that were waited in all. */
  let waited = 0;
  return {
    after: (ms: number, work: () => void) => {
      const timer = { ms, work };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    get waited() {
      return waited;
    },
    get waiting() {
      return waiting.size;
    },
    /** Lets time pass until nothing waits, or until `enough`. Between two timers everything else may run. */
    pass: async (enough: () => boolean = () => false): Promise<void> => {
      while (waiting.size > 0 && !enough()) {
        const timers = [...waiting];
        waiting.clear();
        waited += Math.max(...timers.map(({ ms }) => ms));
        for (const { work } of timers) work();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
  };
}
