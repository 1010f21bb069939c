/** The work of a wallet's signers: the key exchange, the infos of their outputs, and sets to sign. Its code is loaded when it is used. */
import { describeMultisig } from '../multisig/tx-set.ts';
import type { PublicKey } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { coveredOutputs, exportMultisigInfo, readInfos, reduceInfos } from '../multisig/info.ts';
import {
  boosterOf,
  enableMultisig,
  exchangeMultisigKeys,
  isUsed,
  makeMultisig,
  prepareMultisig,
} from '../multisig/make-multisig.ts';
import {
  beginMultisig,
  cancelMultisig,
  coinsTaken,
  dropMessage,
  storeMessage,
} from '../multisig/messages.ts';
import { progressOf } from '../multisig/progress.ts';
import { multisigSeedOf } from '../multisig/seed.ts';
import type { RoundKind } from '../multisig/rounds.ts';
import { signMultisig } from '../multisig/sign.ts';
import { readyMultisig } from '../multisig/status.ts';
import { readMultisig } from '../multisig/submit.ts';
import { keepSet } from '../multisig/unsent.ts';
import { withPaymentLock } from '../spend/locks.ts';
import type { Submission } from '../spend/pending.ts';
import type { Core } from './core.ts';

export function createSigners(core: Core) {
  const { name, ledger, state } = core;
  return {
    ...signingOf(core),
    get progress() {
      return progressOf(state);
    },
    /** The wallet has received or sent money. */
    get isUsed() {
      return isUsed(state);
    },
    /** The user accepts multisig as experimental. */
    enable: async () => {
      if (!state.settings.multisigEnabled) await ledger.commit(enableMultisig);
    },

    /** This signer's first message. Faults already_multisig, watch_only. */
    prepare: () => prepareMultisig(state),
    /** The first round; returns the next message. */
    // A wallet without a name exists in memory only, so no stored keys can be lost.
    make: (messages: readonly string[], threshold: number) =>
      makeMultisig(core, messages, threshold, { evenIfUsed: name === '' }),
    /** One more round; returns the next message. */
    exchange: (messages: readonly string[], force: boolean) => exchangeMultisigKeys(core, messages, force),
    /** A message that helps another signer through the next round. */
    booster: (messages: readonly string[], group: { readonly threshold: number; readonly signers: number }) =>
      boosterOf(state, messages, group),
    seed: () => multisigSeedOf(state.account),

    begin: (threshold: number, total: number) =>
      ledger.commit((current) => beginMultisig(current, threshold, total)),
    cancel: () => ledger.commit(cancelMultisig),
    storeMessage: (kind: RoundKind, message: Uint8Array) =>
      ledger.commit((current) => storeMessage(current, kind, message)),
    /** `signer`: its key in hex. */
    dropMessage: (kind: RoundKind, signer: string) =>
      ledger.commit((current) => dropMessage(current, kind, signer)),
  };
}

/** Infos of outputs, and sets to sign. */
const signingOf = (core: Core) => {
  const { ledger, state, sync, random, now } = core;
  const indexOf = (key: PublicKey) => sync.indexOf(key);
  return {
    /** Makes earlier infos invalid, unless `keep` is set and one is kept. */
    exportInfo: ({ keep = false }: { readonly keep?: boolean } = {}) =>
      exportMultisigInfo({ random, ledger, keep }),
    /** Takes infos as hex. Returns the number of outputs that they cover. Own faults: too_few_signers, bad_hex. */
    importInfos: async (given: readonly string[]): Promise<number> => {
      const { threshold } = readyMultisig(state);
      if (given.length + 1 < threshold)
        throw fault('too_few_signers', { have: given.length + 1, needed: threshold });
      const infos = readInfos(
        state,
        given.map((hex) => fromHex(hex)),
      );
      const covered = coveredOutputs(state, infos);
      if (covered > 0)
        await core.commitWhileStopped((current) => {
          const reduced = reduceInfos(current, infos);
          return { ...reduced, puts: [...reduced.puts, ...coinsTaken(current).puts] };
        });
      return covered;
    },

    /** Examines the transactions of a set. */
    describe: (set: Uint8Array) => describeMultisig({ state, indexOf }, set),
    /** With `keep` it stores the signed set as an unsent payment. */
    sign: (set: Uint8Array, { keep = false }: { readonly keep?: boolean } = {}) =>
      signMultisig({ ledger, random, indexOf, ...(keep && { keep: { now: now(), note: '' } }) }, set),
    /** Stores a set as an unsent payment; returns its id. */
    keepSet: (set: Uint8Array) => keepSet({ ledger, indexOf }, set, { now: now(), note: '' }),
    /** Checks a fully signed set and runs `then` before any other payment. */
    submit: <T>(set: Uint8Array, then: (submission: Submission) => Promise<T>) =>
      withPaymentLock(ledger, async () => then(await readMultisig({ ledger, indexOf }, set))),
  };
};
