/** The numbers of the picture of waiting transactions, loaded again while it is shown. */
import type { Result } from '../../../client/client.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner } from '../../state/task.ts';
import { blocksTime } from '../../format/time.ts';
import { byteSize, count, counted } from '../../format/format.ts';

type Waiting = Result<'x_mempool'>;
/** Bytes of which the fee is shown: a usual payment has between one and two thousand. */
const SHOWN_BYTES = 1000n;
const NAMES = ['Less than Slow', 'Slow', 'Normal', 'Fast', 'Fastest'];

export interface WaitingLevel {
  readonly name: string;
  /** Least fee of 1000 bytes, in piconero; 0 for those that pay less than the lowest level. */
  readonly fee: bigint;
  readonly transactions: number;
  readonly weight: number;
}
/** A part of the picture, in shares of its width. `level`: 4 is the highest. */
export interface Part {
  readonly level: number;
  readonly from: number;
  readonly width: number;
}

export class MempoolState extends TaskOwner {
  waiting = $state.raw<Waiting | undefined>(undefined);
  error = $state.raw<unknown>(undefined);
  readonly #session: Session;
  readonly #loading = this.latest();

  constructor(session: Session) {
    super();
    this.#session = session;
  }
  async load(): Promise<void> {
    try {
      await this.#loading.run(async (task) => {
        this.waiting = await task.wait(this.#session.client.call('x_mempool', {}));
        this.error = undefined;
      });
    } catch (error) {
      this.error = error;
    }
  }
}

/** The levels, those that are mined first on top. */
export function levelsOf({ bands = [] }: Waiting): readonly WaitingLevel[] {
  return bands
    .map(({ from, transactions, weight }, i) => ({
      name: NAMES[i] ?? '',
      fee: from * SHOWN_BYTES,
      transactions,
      weight,
    }))
    .reverse();
}

/** Number of blocks that what waits fills, at least one. */
export function blocksOf({ weight, blockWeight }: Waiting): number {
  return Math.max(1, Math.ceil(weight / blockWeight));
}

/** The waiting transactions as parts of a bar that is as wide as the blocks that they need; those mined first are at the left. */
export function partsOf(waiting: Waiting): readonly Part[] {
  const whole = blocksOf(waiting) * waiting.blockWeight;
  let from = 0;
  return levelsOf(waiting)
    .map(({ weight }, i) => {
      const part = { level: 4 - i, from, width: weight / whole };
      from += part.width;
      return part;
    })
    .filter(({ width }) => width > 0);
}

/** The picture in one sentence. */
export function inWords(waiting: Waiting): string {
  const { transactions, weight } = waiting;
  if (transactions === 0) return 'No transaction waits: the next block has room for all.';
  const blocks = blocksOf(waiting);
  const size = byteSize(weight);
  return blocks === 1
    ? `${counted(transactions, ['# transaction waits', '# transactions wait'])}, ${size}: the next block has room for all.`
    : `${counted(transactions, ['# transaction waits', '# transactions wait'])}, ${size}. They fill ${count(blocks)} blocks, which take ${blocksTime(blocks)}.`;
}
