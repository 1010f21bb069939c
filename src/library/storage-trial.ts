/** A storage under test: how the checks reach it. */
import type { DatabaseStorage, WalletStorage } from './types.ts';

/** How the checks use a storage. */
export interface StorageTrial {
  /** Opens the storage as another program does: each call gives a new object, and all of them use one place. */
  readonly open: () => WalletStorage | DatabaseStorage | Promise<WalletStorage | DatabaseStorage>;
  /**
   * Ends the claim of a wallet without a word to the program that has it, as when this program stood still for longer than its lease: another
   * one can claim the wallet now.
   */
  readonly expire: (name: string) => void | Promise<void>;
  /** True: the place fails writes for lack of room. False: it has room again. Absent: this is not checked. */
  readonly full?: (is: boolean) => void | Promise<void>;
  /** True: the place answers nothing any more. False: it answers again. Absent: this is not checked. */
  readonly silent?: (is: boolean) => void | Promise<void>;
  /** Milliseconds in which each call must end, and a program must hear that it lost a wallet. Default: 15,000. */
  readonly limitMs?: number;
}
/** One thing that a storage must do. */
export interface StorageCheck {
  readonly title: string;
  /** Rejects, with what is wrong, if the storage does not do it. */
  readonly run: () => Promise<void>;
}
