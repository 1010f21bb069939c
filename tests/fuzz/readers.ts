/**
 * The readers of foreign bytes and texts. Each must read any input or refuse it with an error of its own kind: a fault, or
 * the error that `refuses` names.
 */
import { asKeyImage, asPublicKey, asSecretKey, asTxId } from '../../src/base/brands.ts';
import { isFault } from '../../src/base/fault.ts';
import { parseJson } from '../../src/base/json.ts';
import { readPayeeText } from '../../src/base/payee-text.ts';
import { readPhraseText } from '../../src/base/phrase-text.ts';
import { readTypedText } from '../../src/base/typed-text.ts';
import { readChallenge } from '../../src/daemon/digest.ts';
import { decodeBlocks, getBlocks, getRawBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { readAnswer } from '../../src/daemon/dns/dns-message.ts';
import { getBlocksByHeight } from '../../src/daemon/bin/get-blocks-by-height.ts';
import { getHashes } from '../../src/daemon/bin/get-hashes.ts';
import { getOutputIndexes } from '../../src/daemon/bin/get-o-indexes.ts';
import { getRctCounts, getRctDistribution } from '../../src/daemon/bin/get-output-distribution.ts';
import { getOutputs } from '../../src/daemon/bin/get-outs.ts';
import { getHeaderChain } from '../../src/daemon/json/get-block-headers-range.ts';
import { getFeeLevels } from '../../src/daemon/json/get-fee-estimate.ts';
import { getInfo } from '../../src/daemon/json/get-info.ts';
import { getTransactions } from '../../src/daemon/json/get-transactions.ts';
import { getPoolTxids } from '../../src/daemon/json/get-transaction-pool-hashes.ts';
import { getPoolConflicts } from '../../src/daemon/json/get-transaction-pool-stats.ts';
import { getRulesInfo } from '../../src/daemon/json/hard-fork-info.ts';
import { getKeyImageStates } from '../../src/daemon/json/is-key-image-spent.ts';
import { relayTransaction } from '../../src/daemon/json/send-raw-transaction.ts';
import { syncInfo } from '../../src/daemon/json/sync-info.ts';
import { InvalidMessage } from '../../src/embed/plain.ts';
import { readText } from '../../src/embed/text.ts';
import { readFromWallet, readRequest } from '../../src/embed/wire.ts';
import { parseAddress } from '../../src/protocol/address/address.ts';
import { readAliases } from '../../src/protocol/address/openalias.ts';
import { parsePaymentUri } from '../../src/protocol/address/uri.ts';
import { decode } from '../../src/protocol/archive/coder.ts';
import { readKeyImages } from '../../src/protocol/archive/key-images.ts';
import { exportedOutputs } from '../../src/protocol/archive/outputs.ts';
import { signedSet, unsignedSet } from '../../src/protocol/archive/sets.ts';
import { readBlock, readBlockHeader } from '../../src/protocol/block/block.ts';
import { readFcmpTransaction } from '../../src/protocol/carrot/fcmp-part.ts';
import { readEpee } from '../../src/protocol/encoding/epee.ts';
import { readInvoice } from '../../src/protocol/invoice/invoice.ts';
import { readAccountData } from '../../src/protocol/keys-file/account-data.ts';
import { readCache } from '../../src/protocol/keys-file/cache.ts';
import { readKeysFile } from '../../src/protocol/keys-file/keys-file.ts';
import { readLatin1Json } from '../../src/protocol/keys-file/latin1-json.ts';
import { readMnemonic } from '../../src/protocol/mnemonic/mnemonic.ts';
import { readPolyseed } from '../../src/protocol/mnemonic/polyseed/phrase.ts';
import { readKexMessage } from '../../src/protocol/multisig/kex-message.ts';
import { readMultisigSeed } from '../../src/protocol/multisig/seed.ts';
import { multisigTxSet } from '../../src/protocol/multisig/tx-set.ts';
import { readReserveProof } from '../../src/protocol/proof/reserve-proof.ts';
import { readSpendProof } from '../../src/protocol/proof/spend-proof.ts';
import { readTxProof } from '../../src/protocol/proof/tx-proof.ts';
import { parseExtra } from '../../src/protocol/tx/extra.ts';
import {
  readPrunedTransaction,
  readTransaction,
  readWithoutRings,
} from '../../src/protocol/tx/transaction.ts';
import { readBundle, readHistory } from '../../src/release/files.ts';
import { readPolicy } from '../../src/release/policy.ts';
import { readInclusion, readProof, readTreeHead } from '../../src/release/proof.ts';
import { readSection } from '../../src/rpc/json-reader.ts';
import { readLogins } from '../../src/server/flags/wallet-logins.ts';
import { FlagError } from '../../src/server/flags/flag-error.ts';
import { readWalletFile } from '../../src/store/file-format.ts';
import { createLogin } from '../../src/transport/http-login.ts';
import { readPairing } from '../../src/ui/airgap/pairing.ts';
import { readPayload, readPayloadText } from '../../src/ui/airgap/payload.ts';
import { createUrReader } from '../../src/ui/airgap/ur.ts';
import { readBook } from '../../src/ui/features/contacts/book-file.ts';
import { readNotes } from '../../src/ui/features/history/note-file.ts';
import { readPayeeLines } from '../../src/ui/features/send/payee-lines.ts';
import { readLockedKeys } from '../../src/wallet/background/locked-keys.ts';
import { readCompanion } from '../../src/wallet/companion/encoding.ts';
import { readChange, readValue } from '../../src/wallet/state/codec.ts';
import '../support/some-kernel.ts';

export interface ForeignReader {
  readonly read: (bytes: Uint8Array) => unknown;
  /** True if the reader may refuse input with this error. Every reader may throw a fault. */
  readonly refuses?: (error: unknown) => boolean;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const texts = (...reads: readonly ((text: string) => unknown)[]): ForeignReader =>
  each(reads.map((read) => (bytes: Uint8Array) => read(textOf(bytes))));
/** All get the same input; the first error that is no fault is thrown. */
const each = (
  reads: readonly ((bytes: Uint8Array) => unknown)[],
  refuses: (error: unknown) => boolean = () => false,
): ForeignReader => ({
  refuses,
  read: async (bytes) => {
    for (const read of reads)
      try {
        await read(bytes);
      } catch (error) {
        if (!isFault(error) && !refuses(error)) throw error;
      }
  },
});
const isSyntaxError = (error: unknown): boolean => error instanceof SyntaxError;
const isBadAnswer = (error: unknown): boolean => error instanceof SyntaxError || error instanceof RangeError;
/** An answer of a node; daemon/ask.ts makes faults of these errors. */
const answers = (
  ...ends: readonly { readonly read: (bytes: Uint8Array<ArrayBuffer>) => unknown }[]
): ForeignReader =>
  each(
    ends.map((end) => (bytes: Uint8Array) => end.read(new Uint8Array(bytes))),
    isBadAnswer,
  );

const KEY = new Uint8Array(32).fill(1);
const ACCOUNT = { spendPublic: asPublicKey(KEY), viewPublic: asPublicKey(KEY), viewSecret: asSecretKey(KEY) };

export const READERS: Readonly<Record<string, ForeignReader>> = {
  block: each([readBlock, readBlockHeader]),
  transaction: each(
    (['today', 'carrot'] as const).flatMap((forms) => [
      (bytes: Uint8Array) => readTransaction(bytes, forms),
      (bytes: Uint8Array) => readPrunedTransaction(bytes, forms),
      (bytes: Uint8Array) => readWithoutRings(bytes, forms),
    ]),
  ),
  fcmp: each([readFcmpTransaction]),
  extra: each([parseExtra]),
  epee: each([readEpee]),
  blocks: each([
    (bytes) => getRawBlocks({}).read(new Uint8Array(bytes)),
    (bytes) => decodeBlocks(bytes),
    (bytes) => getBlocks({}).read(new Uint8Array(bytes)),
  ]),
  'keys-file': each([readAccountData, readLatin1Json, (bytes) => readKeysFile(bytes, '')]),
  cache: each([(bytes) => readCache(bytes, '')]),
  sets: each([
    (bytes) => decode(unsignedSet, bytes),
    (bytes) => decode(signedSet, bytes),
    (bytes) => decode(multisigTxSet, bytes),
    (bytes) => decode(exportedOutputs, bytes),
    (bytes) => readKeyImages(ACCOUNT, bytes),
  ]),
  multisig: texts(readKexMessage, readMultisigSeed),
  ur: texts((text) => {
    const reader = createUrReader();
    for (const line of text.split('\n')) reader.receive(line);
  }),
  payload: each([readPayload, (bytes) => readPayloadText(textOf(bytes))]),
  pairing: texts(readPairing),
  uri: texts(
    (text) => parsePaymentUri('mainnet', text),
    parseAddress,
    (text) => readAliases(text.split('\n')),
  ),
  typed: texts(readTypedText, readPhraseText, readPayeeText, readPayeeLines),
  csv: texts(readBook, readNotes),
  backup: each([(bytes) => readWalletFile(bytes, 'place')]),
  records: each([readChange, readValue, readCompanion, readLockedKeys]),
  config: each([(bytes) => readLogins(textOf(bytes))], (error) => error instanceof FlagError),
  http: texts(readChallenge, (text) =>
    createLogin({ username: 'user', password: 'word', md5: (given) => given, nonce: () => 'n' }).check(
      'POST',
      text,
    ),
  ),
  'json-request': texts(readSection),
  'json-answer': answers(
    getInfo(),
    getTransactions({ txs_hashes: [] }),
    syncInfo(),
    getFeeLevels,
    getHeaderChain(5, 5),
    getKeyImageStates([asKeyImage(KEY)]),
    getPoolConflicts,
    getPoolTxids,
    getRulesInfo(16),
    relayTransaction(KEY),
  ),
  'bin-answer': answers(
    getOutputs([{ amount: 0n, index: 1 }]),
    getRctDistribution,
    getRctCounts(1, 2),
    getHashes([KEY], 0),
    getOutputIndexes(asTxId(KEY)),
    getBlocksByHeight([1]),
  ),
  release: texts(readBundle, readHistory, readPolicy, readProof, readTreeHead, readInclusion),
  invoice: each([(bytes) => readInvoice('mainnet', parseJson(textOf(bytes)))], isSyntaxError),
  site: each(
    [
      (bytes) => readText(textOf(bytes)),
      (bytes) => readRequest(JSON.parse(textOf(bytes))),
      (bytes) => readFromWallet(JSON.parse(textOf(bytes))),
    ],
    (error) => error instanceof InvalidMessage || isSyntaxError(error),
  ),
  dns: each([(bytes) => readAnswer(bytes, 'example.org')]),
  mnemonic: texts(readMnemonic, readPolyseed),
  proof: texts(readTxProof, readReserveProof, (text) => readSpendProof(text, [11, 16])),
};

/** Undefined if the reader read the input, or refused it with an allowed error; otherwise the error. */
export async function problemOf({ read, refuses }: ForeignReader, bytes: Uint8Array): Promise<unknown> {
  try {
    await read(bytes);
    return undefined;
  } catch (error) {
    return isFault(error) || refuses?.(error) ? undefined : (error ?? 'an error without a value');
  }
}
