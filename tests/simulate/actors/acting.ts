/** What an action of a program has to do with. */
import type { Model } from '../model/model.ts';
import type { Device } from './device.ts';

export interface Acting {
  readonly device: Device;
  readonly model: Model;
  /** An address that belongs to no simulated wallet. */
  readonly stranger: string;
  /** Who gets this amount: a stranger, or another simulated wallet. */
  readonly payeeOf: (amount: bigint) => string;
  /** Gives each payment of a run another amount: a bit more than `whole` (1) thousandths of an XMR. */
  readonly nextAmount: (whole?: bigint) => bigint;
  readonly n: number;
  readonly m: number;
}
