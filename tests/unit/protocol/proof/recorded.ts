/** Proofs that a real monero-wallet-rpc made; the file names their source. */
import recorded from '../../../vectors/proofs.json' with { type: 'json' };
import { fromHex } from '../../../../src/base/hex.ts';
import { readPrunedTransaction } from '../../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../../src/protocol/tx/types.ts';

export { recorded };

export function txOf(hex: string): Transaction {
  return readPrunedTransaction(fromHex(hex));
}

/** The text with one character of base58 changed. */
export function spoilt(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === '2' ? '3' : '2') + text.slice(at + 1);
}
