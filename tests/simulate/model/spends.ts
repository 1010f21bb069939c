/** What nodes have seen of the wallets' spends: rings stay, and no output is spent by two payments unless one was given up. */
import { toHex } from '../../../src/base/hex.ts';
import { readTransaction } from '../../../src/protocol/tx/transaction.ts';
import { Broken } from '../broken.ts';
import { blockOf, outputAt, type Network, type SimTx } from '../network.ts';

interface Spend {
  readonly ring: readonly number[];
  /** Where the output was in the chain. */
  readonly real: number | undefined;
  refused: boolean;
  /** When a node got it first. */
  readonly first: number;
}
export interface Relayed {
  readonly tx: SimTx;
  readonly refused: boolean;
  /** Name of the device. */
  readonly device: string;
  readonly now: number;
  /** When a node deceived the wallets last; -1: none has; Infinity: one does. */
  readonly deceived: number;
  /** No reorganisation may have made an output younger than the wallet knew. */
  readonly settled: boolean;
  /** The wallet's output with this key image: its global index in the chain. */
  readonly indexOf: (image: string) => number | undefined;
}
export interface Spends {
  relayed(relayed: Relayed): void;
  /** A device has lost what it knew. */
  forget(device: string): void;
  /** By device and key image: the transactions that spend it. */
  readonly all: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

export function createSpends(network: Network): Spends {
  const all = new Map<string, Map<string, Spend>>();
  const madeKeys = new Map<string, string>();
  return {
    all,
    forget: (device) => {
      for (const name of all.keys()) if (name.startsWith(`${device} `)) all.delete(name);
    },
    relayed: ({ tx, refused, device, now, deceived, settled, indexOf }) => {
      const { prefix } = readTransaction(tx.whole!);
      // A transaction's secret key is drawn once: two with one public key show who was paid.
      const extra = toHex(prefix.extra);
      const other = madeKeys.get(extra);
      if (other !== undefined && other !== tx.id) throw new Broken('nonce repeats', `${tx.id} and ${other}`);
      madeKeys.set(extra, tx.id);
      for (const [image, ring] of ringsOf(tx)) {
        const name = `${device} ${image}`;
        const before = all.get(name) ?? new Map<string, Spend>();
        all.set(name, before);
        const real = indexOf(image);
        const age = real === undefined ? undefined : ageOf(network, real);
        if (settled && age !== undefined && age < LOCKED)
          throw new Broken('locked output is spent', `${image} of age ${age} by ${tx.id}`);
        for (const [id, earlier] of before) {
          compareRings(image, earlier, { ring, real });
          const isKept = network.pool.has(id) || isMined(network, id);
          if (id !== tx.id && !earlier.refused && deceived < earlier.first && isKept)
            throw new Broken('output is spent twice', `${image} by ${id} and ${tx.id}`);
        }
        const known = before.get(tx.id);
        if (known) known.refused ||= refused;
        else before.set(tx.id, { ring, real, refused, first: now });
      }
    },
  };
}

/** Blocks for which an output is locked. */
const LOCKED = 10;
const ageOf = ({ chain }: Network, index: number): number => chain.length - outputAt(chain, index)!.height;

/** A reorganisation may move the output: then its own index is another one, and the other members stay. */
const compareRings = (
  image: string,
  a: Pick<Spend, 'ring' | 'real'>,
  b: Pick<Spend, 'ring' | 'real'>,
): void => {
  const members = new Set(a.ring);
  const others = b.ring.filter((index) => !members.has(index));
  if (others.length === 0) return;
  const moved = a.real !== b.real && others.length === 1 && others[0] === b.real;
  if (!moved) throw new Broken('ring changes', `${image}: ${a.ring.join(' ')}, then ${b.ring.join(' ')}`);
};

const isMined = ({ chain }: Network, id: string): boolean => blockOf(chain, id) !== undefined;

/** The ring of each input, as global indices. */
const ringsOf = ({ whole }: SimTx): readonly (readonly [image: string, ring: readonly number[]])[] =>
  readTransaction(whole!).prefix.inputs.flatMap((input) => {
    if (input.kind !== 'key') return [];
    let index = 0;
    const ring = input.keyOffsets.map((offset) => (index += Number(offset)));
    return [[toHex(input.keyImage), ring] as const];
  });
