/**
 * The secrets that are encrypted while the spend key is locked away: the key, and the Polyseed from which it
 * follows, if the wallet has 16 words. Whoever knows the Polyseed knows the key.
 */
import { asSecretKey, type SecretKey } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import type { PasswordBox, WalletFile } from '../../ports/wallet-files.ts';
import { readStoredPolyseed, writeStoredPolyseed } from '../../protocol/mnemonic/polyseed/stored.ts';
import { parsePolyseedLanguage } from '../../protocol/mnemonic/polyseed/word-lists.ts';
import type { AccountRecord, PolyseedRecord } from '../state/records/account.ts';
import { spendKeyOf } from '../account/spend-key.ts';

export interface LockedKeys {
  readonly spendSecret: SecretKey;
  readonly polyseed?: PolyseedRecord;
}

/** Faults watch_only, wrong_password. */
export async function lockedBox(
  file: Pick<WalletFile, 'encryptSecret'>,
  password: string,
  account: AccountRecord,
): Promise<PasswordBox> {
  const bytes = writeLockedKeys(account);
  try {
    return await file.encryptSecret(password, bytes);
  } finally {
    bytes.fill(0);
  }
}

const writeLockedKeys = (account: AccountRecord): Uint8Array => {
  const { polyseed } = account;
  const words = polyseed ? [writeStoredPolyseed({ ...polyseed, features: 0 }), utf8(polyseed.language)] : [];
  return concat(spendKeyOf(account), ...words);
};

/** Boxes of earlier versions contain the key alone. */
export function readLockedKeys(bytes: Uint8Array): LockedKeys {
  const spendSecret = asSecretKey(bytes.slice(0, 32));
  const seed = readStoredPolyseed(bytes.slice(32, 64));
  if (!seed) return { spendSecret };
  const language = parsePolyseedLanguage(new TextDecoder().decode(bytes.subarray(64)));
  return { spendSecret, polyseed: { secret: seed.secret, birthday: seed.birthday, language } };
}
