/** Our addresses by index: (0, 0) is the standard address, all others are subaddresses. */
import { asSecretKey } from '../../base/brands.ts';
import type { CryptoWorkers } from '../../ports/crypto-workers.ts';
import { type SubaddressIndex, subaddressKeys } from '../../protocol/keys/subaddress.ts';
import { formatAddress, type Address } from '../../protocol/address/address.ts';
import type { AccountRecord } from '../state/records/account.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import { inTurns, type Pause } from '../turns.ts';
import { textsOf } from '../../protocol/address/own-texts.ts';

/** Computed addresses by index (each takes a scalar multiplication). Holds at most all addresses of the wallet. */
const cache = new WeakMap<AccountRecord, Map<string, Address>>();

const keyOf = ({ major, minor }: SubaddressIndex): string => `${major}:${minor}`;

export function addressOf(account: AccountRecord, { major, minor }: SubaddressIndex): Address {
  let known = cache.get(account);
  if (!known) cache.set(account, (known = new Map<string, Address>()));
  const key = keyOf({ major, minor });
  let address = known.get(key);
  if (!address) {
    const { network, spendPublic, viewPublic } = account;
    address =
      major === 0 && minor === 0
        ? { network, kind: 'standard', spendPublic, viewPublic }
        : { network, kind: 'subaddress', ...subaddressKeys(account, major, minor) };
    known.set(key, address);
  }
  return address;
}

/** Address texts by index, kept since base58 takes long. */
const texts = new WeakMap<AccountRecord, Map<string, string>>();

const textsOfAccount = (account: AccountRecord): Map<string, string> => {
  let known = texts.get(account);
  if (!known) texts.set(account, (known = new Map<string, string>()));
  return known;
};

/** The text of `addressOf`. */
export function addressTextOf(account: AccountRecord, index: SubaddressIndex): string {
  const known = textsOfAccount(account);
  const key = keyOf(index);
  let text = known.get(key);
  if (text === undefined) known.set(key, (text = formatAddress(addressOf(account, index))));
  return text;
}

/** Addresses that are computed in one call of the kernel, in a few milliseconds. */
const BATCH = 128;
/** Addresses that are looked up in one step. */
const LOOKED_UP = 2000;
/** From so many on workers compute them, so many at once: then a task of theirs takes 40 ms. */
const MANY = 1000;
const AT_ONCE = 4096;

/** The texts of many addresses. */
export function addressTextsOf(account: AccountRecord, indices: readonly SubaddressIndex[]): string[] {
  atOnce(computeTexts(account, atOnce(missingOf(account, indices))));
  return indices.map((index) => addressTextOf(account, index));
}
/** Computes in turns what `addressTextsOf` will be asked for. */
export async function prepareAddressTexts(
  account: AccountRecord,
  indices: readonly SubaddressIndex[],
  pause: Pause,
  workers: Pick<CryptoWorkers, 'addressTexts'>,
): Promise<void> {
  const missing = await inTurns(missingOf(account, indices), pause);
  if (missing.length < MANY) await inTurns(computeTexts(account, missing), pause);
  else await computeElsewhere(account, missing, pause, workers);
}

/** `addressTextsOf`, in turns. */
export async function listAddressTexts(
  account: AccountRecord,
  indices: readonly SubaddressIndex[],
  pause: Pause,
  workers: Pick<CryptoWorkers, 'addressTexts'>,
): Promise<readonly string[]> {
  await prepareAddressTexts(account, indices, pause, workers);
  const texts: string[] = [];
  for (const [i, index] of indices.entries()) {
    if (i % LOOKED_UP === LOOKED_UP - 1) await pause();
    texts.push(addressTextOf(account, index));
  }
  return texts;
}

/** The indices whose text is not known yet. */
function* missingOf(
  account: AccountRecord,
  indices: readonly SubaddressIndex[],
): Steps<readonly SubaddressIndex[]> {
  const known = textsOfAccount(account);
  const missing = new Map<string, SubaddressIndex>();
  for (const [i, index] of indices.entries()) {
    if (i % LOOKED_UP === LOOKED_UP - 1) yield;
    const key = keyOf(index);
    if (!known.has(key)) missing.set(key, index);
  }
  return [...missing.values()];
}

function* computeTexts(account: AccountRecord, missing: readonly SubaddressIndex[]): Steps<void> {
  // A single one takes as long alone.
  if (missing.length === 1) return;
  for (let from = 0; from < missing.length; from += BATCH) {
    if (from > 0) yield;
    const batch = missing.slice(from, from + BATCH);
    keep(account, batch, textsOf(account, batch));
  }
}

const computeElsewhere = async (
  account: AccountRecord,
  missing: readonly SubaddressIndex[],
  pause: Pause,
  workers: Pick<CryptoWorkers, 'addressTexts'>,
): Promise<void> => {
  const { network, spendPublic } = account;
  // The wallet may be closed, and its key overwritten, before a worker gets it.
  const viewSecret = asSecretKey(account.viewSecret.slice());
  try {
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      const part = missing.slice(from, from + AT_ONCE);
      const texts = await workers
        .addressTexts({ network, spendPublic, viewSecret }, part)
        .catch(() => undefined);
      // The wallet may have been closed, which also ends its workers.
      await pause();
      if (texts) keep(account, part, texts);
      else await inTurns(computeTexts(account, part), pause);
    }
  } finally {
    viewSecret.fill(0);
  }
};

const keep = (
  account: AccountRecord,
  indices: readonly SubaddressIndex[],
  texts: readonly string[],
): void => {
  const known = textsOfAccount(account);
  for (const [i, index] of indices.entries()) known.set(keyOf(index), texts[i]!);
};
