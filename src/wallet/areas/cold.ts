/** A view-only wallet and its signing device: files that they exchange. */
import type { PublicKey } from '../../base/brands.ts';
import { toHexInSteps } from '../../base/hex.ts';
import type { SignedKeyImages } from '../../protocol/archive/key-images.ts';
import { describeSet } from '../cold/describe.ts';
import { examinerOf } from '../cold/examine.ts';
import {
  exportKeyImageFile,
  importKeyImages,
  importKeyImagesAndSearch,
  readKeyImageFile,
  signKeyImages,
} from '../cold/key-images.ts';
import { exportOutputs, importOutputs, type OutputRange } from '../cold/outputs.ts';
import { signTransfers } from '../cold/sign.ts';
import { describeSigned } from '../cold/signed.ts';
import { readTransfers } from '../cold/submit.ts';
import { keepSigned } from '../cold/unsent.ts';
import { withPaymentLock } from '../spend/locks.ts';
import type { Submission } from '../spend/pending.ts';
import { inTurns } from '../turns.ts';
import type { Core } from './core.ts';

export function createCold({
  ledger,
  state,
  random,
  nextTurn,
  pause,
  pool,
  sync,
  spending,
  chosenNode,
  now,
  indexOf,
}: Core) {
  const keyIndexOf = (key: PublicKey) => sync.indexOf(key);
  const reader = { ledger, state, pool, indexOf, prepared: () => sync.prepared() };
  return {
    exportOutputs: (range: OutputRange) => exportOutputs({ random, state, pause }, range),
    /** `exportOutputs` in hex, which may be many megabytes. */
    exportOutputsHex: async (range: OutputRange): Promise<string> =>
      inTurns(toHexInSteps(await exportOutputs({ random, state, pause }, range)), pause),
    /** Returns the number of outputs in the file. */
    importOutputs: (bytes: Uint8Array) => importOutputs({ ledger, nextTurn }, bytes),

    /** `all`: includes the key images that the other side has. */
    signKeyImages: (all: boolean) => signKeyImages({ random, state, nextTurn }, all),
    exportKeyImages: (all: boolean) => exportKeyImageFile({ random, state, nextTurn, pause }, all),
    /** Asks the chosen node which are spent. */
    importKeyImages: (images: SignedKeyImages) =>
      importKeyImages({ chain: chosenNode(), ledger, nextTurn }, images),
    /** Imports key images from an encrypted file; searches the blocks for spends instead of asking a node. */
    importKeyImageFile: (bytes: Uint8Array) =>
      importKeyImagesAndSearch({ ledger, nextTurn }, readKeyImageFile(state, bytes)),

    /** Examines the transactions of an unsigned set. */
    describe: (set: Uint8Array) => describeSet(examinerOf(state, keyIndexOf), set),
    sign: (set: Uint8Array) => signTransfers({ ...spending, nextTurn, indexOf: keyIndexOf }, set),
    /** Compares a signed set with the proposal, if there is one. Faults bad_signed_set, old_format, bad_unsigned_set. */
    describeSigned: (set: Uint8Array, unsigned?: Uint8Array) => describeSigned(reader, set, unsigned),
    /** Stores a signed set as an unsent payment; returns its id. */
    keepSigned: (set: Uint8Array) => keepSigned(reader, set, { now: now(), note: '' }),
    /**
     * Stores the key images of a signed set, and runs `then` with its transactions before any other payment. Own
     * faults: bad_signed_set, old_format.
     */
    submit: <T>(set: Uint8Array, then: (submission: Submission) => Promise<T>) =>
      withPaymentLock(ledger, async () => then(await readTransfers(reader, set))),
  };
}
