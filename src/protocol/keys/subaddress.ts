/**
 * Subaddresses (major, minor) = (account, address in the account); (0, 0) is the main address.
 * Upstream: `get_subaddress*` in src/device/device_default.cpp. Parity test: tests/long/parity/addresses.test.ts
 */
import { asPublicKey, asSecretKey, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { concat, equalBytes, u32le, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { AccountKeys } from './account.ts';
import { publicKeyOf } from './public-key.ts';

// Eight bytes: unlike the view tag's salt, the trailing zero is hashed too.
const SALT = utf8('SubAddr\0');

/** Account and address in it; (0, 0) is the main address. */
export interface SubaddressIndex {
  readonly major: number;
  readonly minor: number;
}

/** The keys from which public subaddresses are computed; the spend secret is not needed. */
export type SubaddressSource = Pick<AccountKeys, 'spendPublic' | 'viewSecret'>;

export interface SubaddressKeys {
  readonly spendPublic: PublicKey;
  readonly viewPublic: PublicKey;
}

/** True if both addresses have the same two keys, whatever their kind. */
export function haveSameKeys(a: SubaddressKeys, b: SubaddressKeys): boolean {
  return equalBytes(a.spendPublic, b.spendPublic) && equalBytes(a.viewPublic, b.viewPublic);
}

const isMain = (major: number, minor: number): boolean => major === 0 && minor === 0;

/** m = Hs("SubAddr\0" | a | major | minor), which is added to the spend secret. Not for (0, 0), which has no m. */
export function subaddressSecret(viewSecret: SecretKey, major: number, minor: number): SecretKey {
  return asSecretKey(
    kernel.scalarReduce(kernel.keccak256(concat(SALT, viewSecret, u32le(major), u32le(minor)))),
  );
}

/** D = B + m·G: the public spend key of the subaddress, by which its outputs are recognised. */
export function subaddressSpendPublic(
  { spendPublic, viewSecret }: SubaddressSource,
  major: number,
  minor: number,
): PublicKey {
  return isMain(major, minor)
    ? spendPublic
    : asPublicKey(kernel.pointAdd(spendPublic, kernel.mulBase(subaddressSecret(viewSecret, major, minor))));
}

/** The public keys of a subaddress: D, and C = a·D (for the main address A = a·G). */
export function subaddressKeys(account: SubaddressSource, major: number, minor: number): SubaddressKeys {
  const spendPublic = subaddressSpendPublic(account, major, minor);
  const viewPublic = isMain(major, minor)
    ? publicKeyOf(account.viewSecret)
    : asPublicKey(kernel.mul(account.viewSecret, spendPublic));
  return { spendPublic, viewPublic };
}

/** Public spend keys of `count` subaddresses from (major, fromMinor) on, 32 bytes each, in one kernel call. */
export function subaddressTable(
  { spendPublic, viewSecret }: SubaddressSource,
  major: number,
  fromMinor: number,
  count: number,
): Uint8Array {
  const secrets = new Uint8Array(count * 32);
  for (let i = 0; i < count; i++) secrets.set(subaddressSecret(viewSecret, major, fromMinor + i), i * 32);
  const table = kernel.addMulBaseBatch(spendPublic, secrets);
  secrets.fill(0);
  if (count > 0 && isMain(major, fromMinor)) table.set(spendPublic, 0);
  return table;
}

/** From so many on their table costs less than it saves. */
const MANY = 32;

/** `subaddressKeys` of many indices, in two kernel calls: D = B + m·G, and C = a·D = a·B + m·A. */
export function manySubaddressKeys(
  account: SubaddressSource,
  indices: readonly SubaddressIndex[],
): readonly SubaddressKeys[] {
  const { spendPublic, viewSecret } = account;
  if (indices.length < MANY) return indices.map(({ major, minor }) => subaddressKeys(account, major, minor));
  const secrets = new Uint8Array(32 * indices.length);
  for (const [i, { major, minor }] of indices.entries())
    secrets.set(subaddressSecret(viewSecret, major, minor), 32 * i);
  const spends = kernel.addMulBaseBatch(spendPublic, secrets);
  const views = kernel.addMulBatch(publicKeyOf(viewSecret), kernel.mul(viewSecret, spendPublic), secrets);
  secrets.fill(0);
  return indices.map(({ major, minor }, i) =>
    isMain(major, minor)
      ? subaddressKeys(account, major, minor)
      : {
          spendPublic: asPublicKey(spends.slice(32 * i, 32 * i + 32)),
          viewPublic: asPublicKey(views.slice(32 * i, 32 * i + 32)),
        },
  );
}
