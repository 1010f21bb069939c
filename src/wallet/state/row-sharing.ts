/**
 * Objects that records read from rows have in common: a wallet has few addresses and fees, and a payment repeats the
 * transaction and mostly the amount of its output. Each object less is memory, and work of the garbage collector.
 */
import { equalBytes } from '../../base/bytes.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { OwnedOutput } from './records/outputs.ts';

/** A payment follows its output this closely, counted in outputs. */
const NEAR = 4;

export class RowSharing {
  readonly #addresses = new Map<number, SubaddressIndex>();
  readonly #outputs: OwnedOutput[] = [];
  #next = 0;
  #fee = 0n;

  subaddress(major: number, minor: number): SubaddressIndex {
    const key = major * 2 ** 32 + minor;
    // Numbers that large are not exact.
    if (!Number.isSafeInteger(key)) return { major, minor };
    let known = this.#addresses.get(key);
    if (!known) this.#addresses.set(key, (known = { major, minor }));
    return known;
  }
  fee(fee: bigint): bigint {
    if (fee !== this.#fee) this.#fee = fee;
    return this.#fee;
  }
  /** To be called for all outputs before the payments. */
  addOutput(output: OwnedOutput): void {
    this.#outputs.push(output);
  }
  /** An output of this transaction, if it is the next one or near. */
  outputOf(txid: Uint8Array): OwnedOutput | undefined {
    const outputs = this.#outputs;
    for (let at = this.#next; at < this.#next + NEAR && at < outputs.length; at++)
      if (equalBytes(outputs[at]!.txid, txid)) {
        this.#next = at;
        return outputs[at];
      }
    return undefined;
  }
}
