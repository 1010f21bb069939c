/**
 * The data that nodes sent and got: today and this month, in the wallet file. And how large blocks are, from those that
 * were read. A pass stores it when it is worth a commit.
 */
import type { Clock } from '../../ports/clock.ts';
import type { RawBlocks } from '../../ports/block-source.ts';
import type { Traffic } from '../../ports/traffic.ts';
import type { DataUsed } from '../state/records/gaps.ts';
import { change, put, type Ledger } from '../state/state.ts';

/** Bytes that are not worth a commit of their own. */
const LITTLE = 200_000;
/** From fewer blocks no size is taken. */
const FEW_BLOCKS = 20;

export interface DataCounter {
  /** Including what is not stored yet. */
  readonly now: DataUsed;
  wasRead(raw: Pick<RawBlocks, 'bytes' | 'count'>): void;
  /** Stores the counted bytes; with `all` even if they are few. */
  store(all?: boolean): Promise<void>;
}

export function createDataCounter(
  ledger: Ledger,
  clock: Pick<Clock, 'now'>,
  traffic: Traffic = { bytes: 0 },
): DataCounter {
  let counted = traffic.bytes;
  let [bytes, blocks] = [0, 0];
  const now = (): DataUsed => {
    const day = dayOf(clock.now());
    const before = ledger.state.tables.dataUsed.get('');
    const more = traffic.bytes - counted;
    const isSame = (length: number): boolean => before?.day.slice(0, length) === day.slice(0, length);
    return {
      day,
      today: more + (isSame(DAY) ? before!.today : 0),
      month: more + (isSame(MONTH) ? before!.month : 0),
      blockBytes: blocks >= FEW_BLOCKS ? Math.round(bytes / blocks) : (before?.blockBytes ?? 0),
    };
  };
  return {
    get now() {
      return now();
    },
    wasRead: (raw) => {
      bytes += raw.bytes.byteLength;
      blocks += raw.count;
    },
    store: async (all = false) => {
      const more = traffic.bytes - counted;
      if (more === 0 || (!all && more < LITTLE)) return;
      const record = now();
      counted += more;
      await ledger.commit(change([put('dataUsed', '', record)]));
    },
  };
}

/** Lengths of `2026-11-27` and of its month. */
const DAY = 10;
const MONTH = 7;

/** The day on this device. */
const dayOf = (ms: number): string => {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
