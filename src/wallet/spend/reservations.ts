/** Outputs that payments are spending at this moment: no other payment chooses them. They are in memory only. */
import type { PublicKey } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';

/** An output, of which a reservation needs the one-time key only. */
export interface WithKey {
  readonly key: PublicKey;
}
/** True for an output that a payment is spending at this moment. */
export type IsReserved = (output: WithKey) => boolean;

interface Reservation {
  /** The payment has ended: its outputs are spent in the wallet's file, or free again. */
  release(): void;
}
export interface Reservations {
  readonly has: IsReserved;
  /** True while a payment with reserved outputs runs. */
  readonly held: boolean;
  reserve(outputs: readonly WithKey[]): Reservation;
  /** Resolves when the next reservation is released. */
  nextRelease(): Promise<void>;
}

export function createReservations(): Reservations {
  const reservations = new Set<readonly string[]>();
  const reserved = new Set<string>();
  const waiting: (() => void)[] = [];
  return {
    has: ({ key }) => reserved.size > 0 && reserved.has(toHex(key)),
    get held() {
      return reservations.size > 0;
    },
    reserve(outputs) {
      const keys = outputs.map(({ key }) => toHex(key));
      reservations.add(keys);
      for (const key of keys) reserved.add(key);
      return {
        release() {
          reservations.delete(keys);
          for (const key of keys) reserved.delete(key);
          for (const resolve of waiting.splice(0)) resolve();
        },
      };
    },
    nextRelease: () => new Promise((resolve) => void waiting.push(resolve)),
  };
}
