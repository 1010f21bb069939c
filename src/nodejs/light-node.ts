/**
 * Questions of the clients of a light-wallet server to a node: fees, decoys, and to relay; and the check of an account's keys. Upstream:
 * src/rest_server.cpp and src/util/random_outputs.cpp of vtnerd/monero-lws.
 */
import { timingSafeEqual } from 'node:crypto';
import { asSecretKey } from '../base/brands.ts';
import { isFault } from '../base/fault.ts';
import { fromHex, toHex } from '../base/hex.ts';
import { createDaemon, type Daemon } from '../daemon/daemon.ts';
import { kernel } from '../kernel/kernel.ts';
import type { NodeSettings } from '../ports/node-control.ts';
import type { OutputDistribution } from '../ports/output-source.ts';
import { parseAddress, type Network } from '../protocol/address/address.ts';
import { publicKeyOf } from '../protocol/keys/public-key.ts';
import { txHash } from '../protocol/tx/hash.ts';
import { readTransaction } from '../protocol/tx/transaction.ts';
import { systemClock, systemRandom } from '../store/platform.ts';
import { createGammaPicker } from '../wallet/without-wallet.ts';
import { createFetches, type OriginTls } from './fetches.ts';
import type { Proxy } from './socks.ts';

/** A decoy: its global index among RingCT outputs, key and commitment. */
export interface Decoy {
  readonly index: number;
  readonly key: string;
  readonly commitment: string;
}
/** `stop` ends its connections. Faults of the node reject. */
export interface LightNode {
  /** Returns the main address, if the view key belongs to it; else `other_network`, `bad_address` or `bad_key`. */
  checkKeys(address: string, viewKey: string): 'right' | 'other_network' | 'bad_address' | 'bad_key';
  /** Number of blocks of the chain, and the version of the node. */
  tip(): Promise<{ readonly height: number; readonly version: string }>;
  /** Piconero per byte, from slow to fastest, and the step of fees. */
  fees(): Promise<{ readonly levels: readonly bigint[]; readonly mask: bigint }>;
  /** Draws so many rings of `size` different unlocked RingCT outputs each; a ring is empty when the chain has too few. */
  decoys(rings: number, size: number): Promise<readonly (readonly Decoy[])[]>;
  /** Relays a whole transaction, given in hex. */
  relay(hex: string): Promise<'relayed' | 'not_a_transaction' | 'rejected'>;
  stop(): void;
}
interface LightNodeOptions {
  readonly node: NodeSettings;
  readonly network: Network;
  readonly regtest: boolean;
  readonly proxy?: Proxy | undefined;
  readonly nodeTls?: OriginTls | undefined;
}

/** Milliseconds for which fees and the distribution of outputs are used again. */
const FRESH_MS = 30_000;
/** Outputs asked for each ring, since some are locked, and how often: on a young chain most may be. */
const ASKED = 1.5;
const RESERVE = 10;
const ROUNDS = 4;
/** Tries per output; a chain with few outputs gives the same ones again. */
const TRIES = 100;
const MOST_HEX = 2_000_000;

/** The kernel must be installed. Fault bad_node_address. */
export function createLightNode(options: LightNodeOptions): LightNode {
  const { node, network, regtest, proxy, nodeTls } = options;
  const { fetch, fetchBy, stop } = createFetches({ proxy, nodeTls });
  const world = { fetch, fetchBy, clock: systemClock, random: systemRandom };
  const daemon = createDaemon(world, { regtest });
  daemon.use(node);
  daemon.expectNetwork(network);
  const distribution = kept(() => daemon.distribution());
  const fees = kept(async () => {
    const { fees: levels, quantizationMask: mask } = await daemon.feeEstimate();
    return { levels, mask };
  });
  return {
    checkKeys: (address, viewKey) => checkKeys(network, address, viewKey),
    tip: () => daemon.tip(),
    fees,
    decoys: async (rings, size) => {
      const counts = await distribution();
      const found = Array.from({ length: rings }, () => new Map<number, Decoy>());
      const isShort = (ring: ReadonlyMap<number, Decoy>): boolean => ring.size < size;
      for (let round = 0; round < ROUNDS && found.some(isShort); round++)
        await addUnlocked(found.filter(isShort), () => draw(counts, size), daemon);
      return found.map((ring) => (isShort(ring) ? [] : [...ring.values()].slice(0, size)));
    },
    relay: async (hex) => {
      const tx = readHex(hex);
      if (!tx) return 'not_a_transaction';
      try {
        await daemon.relay(tx.bytes, tx.txid);
        return 'relayed';
      } catch (error) {
        if (isFault(error, 'tx_rejected')) return 'rejected';
        throw error;
      }
    },
    stop,
  };
}

/**
 * Compares the public keys in constant time, so that a caller who guesses a view key learns nothing from the time of the
 * answer.
 */
const checkKeys = (network: Network, text: string, viewKey: string): ReturnType<LightNode['checkKeys']> => {
  const address = orUndefined(() => parseAddress(text));
  if (address?.kind !== 'standard') return 'bad_address';
  if (address.network !== network) return 'other_network';
  const secret = orUndefined(() => asSecretKey(fromHex(viewKey, 32)));
  if (!secret || !kernel.isReducedScalar(secret)) return 'bad_key';
  const isRight = timingSafeEqual(publicKeyOf(secret), address.viewPublic);
  secret.fill(0);
  return isRight ? 'right' : 'bad_key';
};

/** Different indices for a ring, drawn as a wallet draws them; none when the chain is too young. */
const draw = (distribution: OutputDistribution, size: number): readonly number[] => {
  const picker = orUndefined(() => createGammaPicker(systemRandom, distribution));
  const wanted = Math.min(Math.ceil(size * ASKED) + RESERVE, picker?.usable ?? 0);
  const drawn = new Set<number>();
  for (let left = wanted * TRIES; picker && drawn.size < wanted && left > 0; left--) {
    const index = picker.pick();
    if (index !== undefined) drawn.add(index);
  }
  return [...drawn];
};

/** Asks for outputs of all rings at once, and adds those that are unlocked. */
const addUnlocked = async (
  rings: readonly Map<number, Decoy>[],
  drawNew: () => readonly number[],
  daemon: Pick<Daemon, 'outputs'>,
): Promise<void> => {
  const drawn = rings.flatMap((ring) =>
    drawNew().flatMap((index) => (ring.has(index) ? [] : [{ ring, index }])),
  );
  if (drawn.length === 0) return;
  const infos = await daemon.outputs(drawn.map(({ index }) => ({ amount: 0n, index })));
  for (const [i, { ring, index }] of drawn.entries()) {
    const { unlocked, key, mask } = infos[i]!;
    if (unlocked) ring.set(index, { index, key: toHex(key), commitment: toHex(mask) });
  }
};

const readHex = (hex: string) =>
  hex.length > MOST_HEX
    ? undefined
    : orUndefined(() => {
        const bytes = fromHex(hex);
        return { bytes, txid: txHash(readTransaction(bytes, 'carrot')) };
      });

/** The value, or undefined after a fault. */
const orUndefined = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
};

/** Asks at most once in `FRESH_MS`; callers meanwhile share the answer. A failure is not kept. */
const kept = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (last && Math.abs(systemClock.now() - last.at) < FRESH_MS) return last.answer;
    const own = { at: systemClock.now(), answer: ask() };
    last = own;
    own.answer.catch(() => {
      if (last === own) last = undefined;
    });
    return own.answer;
  };
};
