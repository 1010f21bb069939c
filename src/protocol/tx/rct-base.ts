/**
 * The part of the RingCT signatures that pruned transactions keep: type, fee, encrypted amounts, output commitments.
 * Upstream: `serialize_rctsig_base`, src/ringct/rctTypes.h. Vectors: monero/data/txs.
 */
import { asCommitment } from '../../base/brands.ts';
import { fault } from '../faults.ts';
import type { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import {
  RCT_BULLETPROOF2,
  RCT_BULLETPROOF_PLUS,
  RCT_FCMP,
  RCT_NULL,
  RCT_SIMPLE,
  type EcdhInfo,
  type RctBase,
  type RctType,
  type TxForms,
} from './types.ts';

/** `inputs` and `outputs`: counts of the prefix, since the base contains none. */
export function readRctBase(
  reader: Reader,
  inputs: number,
  outputs: number,
  forms: TxForms = 'today',
): RctBase {
  const type = readRctType(reader, forms);
  if (type === RCT_NULL) return { type, fee: 0n, pseudoOuts: [], ecdh: [], commitments: [] };
  const fee = reader.varint();
  const pseudoOuts = type === RCT_SIMPLE ? reader.keys(inputs).map(asCommitment) : [];
  const ecdh: EcdhInfo[] = [];
  for (let i = 0; i < outputs; i++)
    ecdh.push(
      hasShortAmounts(type) ? { amount: reader.take(8) } : { mask: reader.key(), amount: reader.key() },
    );
  return { type, fee, pseudoOuts, ecdh, commitments: reader.keys(outputs).map(asCommitment) };
}

/** Skips what `readRctBase` reads, with the same faults. */
export function skipRctBase(reader: Reader, inputs: number, outputs: number, forms: TxForms = 'today'): void {
  const type = readRctType(reader, forms);
  if (type === RCT_NULL) return;
  reader.skipVarint();
  if (type === RCT_SIMPLE) reader.skip(32 * inputs);
  reader.skip((hasShortAmounts(type) ? 8 : 64) * outputs);
  reader.skip(32 * outputs);
}

export function putRctBase(writer: Writer, base: RctBase): Writer {
  writer.u8(base.type);
  if (base.type === RCT_NULL) return writer;
  writer.varint(base.fee);
  if (base.type === RCT_SIMPLE) writer.keys(base.pseudoOuts);
  if (base.ecdh.length !== base.commitments.length) throw new Error('as many amounts as commitments');
  for (const { mask, amount } of base.ecdh) {
    if (hasShortAmounts(base.type)) {
      if (amount.length !== 8 || mask)
        throw new Error(`an encrypted amount of rct type ${base.type} is 8 bytes`);
      writer.bytes(amount);
    } else {
      if (!mask) throw new Error(`rct type ${base.type} carries masks`);
      writer.key(mask).key(amount);
    }
  }
  return writer.keys(base.commitments);
}

export function writeRctBase(base: RctBase): Uint8Array {
  return putRctBase(new Writer(), base).done();
}

/** From Bulletproof2 on the amount is 8 bytes and the mask is derived, not sent. */
const hasShortAmounts = (type: RctType): boolean => type >= RCT_BULLETPROOF2;

const readRctType = (reader: Reader, forms: TxForms): RctType => {
  const type = reader.u8();
  if (type > (forms === 'carrot' ? RCT_FCMP : RCT_BULLETPROOF_PLUS))
    throw fault('unknown_format', { what: `rct type ${type}` });
  return type as RctType;
};
