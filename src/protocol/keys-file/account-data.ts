/** The keys of an account in `key_data`. Upstream: `account_base`, `account_keys` (src/cryptonote_basic/account.h). */
import { asPublicKey, asSecretKey, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { epee, readEpee, writeEpee } from '../encoding/epee.ts';

export interface AccountData {
  readonly spendPublic: PublicKey;
  readonly viewPublic: PublicKey;
  /** All zero in a view-only wallet. */
  readonly spendSecret: SecretKey;
  readonly viewSecret: SecretKey;
  readonly multisigKeys: readonly SecretKey[];
  /** The Polyseed of a wallet with 16 words, in 32 bytes (mnemonic/polyseed/stored.ts). */
  readonly polyseed?: SecretKey;
  /** Iv of the second encryption, 8 bytes. */
  readonly iv: Uint8Array;
  /** Seconds. */
  readonly createdAt: bigint;
}

/** A signer of 16 has at most C(15, 7) key shares. */
const MAX_MULTISIG_KEYS = 6435;

export function readAccountData(bytes: Uint8Array): AccountData {
  const account = readEpee(bytes);
  const keys = account.section('m_keys');
  const address = keys.section('m_account_address');
  const polyseed = keys.bytes('m_polyseed', new Uint8Array(0));
  return {
    spendPublic: asPublicKey(address.key('m_spend_public_key').slice()),
    viewPublic: asPublicKey(address.key('m_view_public_key').slice()),
    spendSecret: asSecretKey(keys.key('m_spend_secret_key').slice()),
    viewSecret: asSecretKey(keys.key('m_view_secret_key').slice()),
    multisigKeys: keys.keys('m_multisig_keys', MAX_MULTISIG_KEYS).map((key) => asSecretKey(key.slice())),
    ...(polyseed.length === 32 && { polyseed: asSecretKey(polyseed.slice()) }),
    iv: keys.bytes('m_encryption_iv', new Uint8Array(8), 8).slice(),
    createdAt: account.u64('m_creation_timestamp', 0n),
  };
}

export function writeAccountData(data: AccountData): Uint8Array {
  return writeEpee({
    m_keys: epee.section({
      m_account_address: epee.section({
        m_spend_public_key: epee.bytes(data.spendPublic),
        m_view_public_key: epee.bytes(data.viewPublic),
      }),
      m_spend_secret_key: epee.bytes(data.spendSecret),
      m_view_secret_key: epee.bytes(data.viewSecret),
      m_multisig_keys: epee.blobs(data.multisigKeys),
      m_encryption_iv: epee.bytes(data.iv),
      ...(data.polyseed && { m_polyseed: epee.bytes(data.polyseed) }),
    }),
    m_creation_timestamp: epee.u64(data.createdAt),
  });
}
