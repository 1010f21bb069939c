/**
 * Outputs as a view-only wallet and its signing device export them to each other. The receiver must keep the sender's
 * order and indices.
 * Upstream: `exported_transfer_details`, `export_outputs`, `export_outputs_to_str` in src/wallet/wallet2.{h,cpp}.
 */
import type { PublicKey } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import { fault } from '../faults.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import {
  decode,
  index,
  index32,
  list,
  mapped,
  publicKey,
  struct,
  triple,
  u8,
  varint,
  versioned,
  type Coder,
} from './coder.ts';

/** More outputs than any wallet has; the reference has no limit. */
export const MAX_EXPORTED_OUTPUTS = 1 << 20;
/** Most additional public keys: one per output of a transaction, of which old transactions had many. */
export const MAX_ADDITIONAL_KEYS = 4096;

export interface ExportedOutput {
  readonly key: PublicKey;
  readonly outputIndex: number;
  readonly globalIndex: number;
  readonly txPublicKey: PublicKey;
  readonly spent: boolean;
  readonly frozen: boolean;
  readonly rct: boolean;
  readonly keyImageKnown: boolean;
  /** From the view-only wallet: it requests the key image. From the signing device: the key image was requested. */
  readonly keyImageRequested: boolean;
  readonly keyImagePartial: boolean;
  readonly amount: bigint;
  readonly additionalKeys: readonly PublicKey[];
  readonly major: number;
  readonly minor: number;
}

export interface ExportedOutputs {
  /** Index of the first output. */
  readonly offset: number;
  /** Number of all outputs of the sender. */
  readonly total: number;
  readonly outputs: readonly ExportedOutput[];
}

const FLAGS = ['spent', 'frozen', 'rct', 'keyImageKnown', 'keyImageRequested', 'keyImagePartial'] as const;
type Flags = Pick<ExportedOutput, (typeof FLAGS)[number]>;

const flags: Coder<Flags> = mapped(
  u8,
  (byte) =>
    Object.fromEntries(FLAGS.map((name, bit) => [name, (byte & (1 << bit)) !== 0])) as unknown as Flags,
  (value) => FLAGS.reduce((byte, name, bit) => byte | (value[name] ? 1 << bit : 0), 0),
);

const fields = struct({
  key: publicKey,
  outputIndex: index,
  globalIndex: index,
  txPublicKey: publicKey,
  flags,
  amount: varint,
  additionalKeys: list(publicKey, MAX_ADDITIONAL_KEYS),
  major: index32,
  minor: index32,
});

export const exportedOutput: Coder<ExportedOutput> = versioned(
  'exported output',
  1,
  mapped(
    fields,
    ({ flags: bits, ...rest }): ExportedOutput => ({ ...rest, ...bits }),
    (output) => ({ ...output, flags: output }),
  ),
  { newer: true },
);

export const exportedOutputs: Coder<ExportedOutputs> = mapped(
  triple(index, index, list(exportedOutput, MAX_EXPORTED_OUTPUTS)),
  ([offset, total, outputs]): ExportedOutputs => ({ offset, total, outputs }),
  ({ offset, total, outputs }) => [offset, total, outputs] as const,
);

/** The account's two public keys, with which exports begin. */
export interface AccountName {
  readonly spendPublic: PublicKey;
  readonly viewPublic: PublicKey;
}

/** Outputs that are written in one step. */
const IN_ONE_STEP = 256;

/** The content of an `outputs` envelope. */
export function writeOutputs(account: AccountName, value: ExportedOutputs): Uint8Array {
  return atOnce(writeOutputsInSteps(account, value));
}

/** `writeOutputs` for thousands of outputs. */
export function* writeOutputsInSteps(
  { spendPublic, viewPublic }: AccountName,
  { offset, total, outputs }: ExportedOutputs,
): Steps<Uint8Array> {
  const writer = new Writer().key(spendPublic).key(viewPublic);
  // The bytes are those of `exportedOutputs`.
  writer.u8(3).varint(offset).varint(total).varint(outputs.length);
  for (const [i, output] of outputs.entries()) {
    if (i % IN_ONE_STEP === IN_ONE_STEP - 1) yield;
    exportedOutput.write(writer, output);
  }
  return writer.done();
}

/** Own faults: foreign_account; old_format for exports of versions before 0.18.1.1. */
export function readOutputs(account: AccountName, content: Uint8Array): ExportedOutputs {
  const reader = new Reader(content);
  expectAccount(reader, account);
  const body = content.subarray(reader.at);
  if (body[0] === 2) throw fault('old_format', { what: 'output export', version: 0 });
  return decode(exportedOutputs, body);
}

/** Fault foreign_account unless both public keys are the account's. */
export function expectAccount(reader: Reader, { spendPublic, viewPublic }: AccountName): void {
  const [spend, view] = [reader.key(), reader.key()];
  if (!equalBytes(spend, spendPublic) || !equalBytes(view, viewPublic)) throw fault('foreign_account');
}
