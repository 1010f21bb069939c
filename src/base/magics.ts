/**
 * The texts that data exchanged between devices starts with. The wallet reads the data; the page only tells its kind.
 * Upstream: the `_PREFIX` and `_FILE_MAGIC` texts of src/wallet/wallet2.cpp, src/multisig/multisig_kex_msg.cpp.
 */
export const MAGICS = {
  unsigned: 'Monero unsigned tx set',
  signed: 'Monero signed tx set',
  outputs: 'Monero output export',
  keyImages: 'Monero key image export',
  multisigUnsigned: 'Monero multisig unsigned tx set',
  multisigInfo: 'Monero multisig export',
  /** Version 2 of the key exchange; `1` or `n` for the round follows. */
  multisigKeys: 'MultisigxV2R',
  /** Ours: what the words of a wallet do not hold. */
  companion: 'Ostro companion',
  /** Ours: a whole wallet, encrypted. */
  wallet: 'OstroWal',
} as const;
