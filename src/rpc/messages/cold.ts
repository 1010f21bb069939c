/** Error messages for files of view-only wallets and signing devices: the reference's where it has some. */
import type { WalletFaults } from '../../wallet/faults.ts';

export const BAD_OUTPUTS: Readonly<Record<WalletFaults['bad_outputs']['reason'], string>> = {
  nothing_asked: 'Nothing requested',
  start: 'Incremental mode is incompatible with non-zero start',
  gap: 'Imported outputs omit more outputs that we know of. Try using export_outputs all.',
  total: 'Offset is larger than total outputs',
  index: 'internal output index seems outrageously high, rejecting',
  foreign: 'key_image generated ephemeral public key not matched with output_key',
  unreadable: 'the data cannot be read',
};

export const BAD_KEY_IMAGES: Readonly<Record<WalletFaults['bad_key_images']['reason'], string>> = {
  offset: 'Offset larger than known outputs',
  too_many: 'The blockchain is out of date compared to the signed key images',
  domain: 'Key image out of validity domain',
  conflict: 'Key image differs from the one that is known',
};

export const BAD_KEYS_FILE: Readonly<Record<WalletFaults['bad_keys_file']['reason'], string>> = {
  shape: 'internal error: failed to deserialize keys buffer',
  keys: 'wallet keys do not belong together: the file is damaged',
  device: 'hardware device not supported',
  lookahead: 'subaddress lookahead is too large',
};

export const BAD_CACHE: Readonly<Record<WalletFaults['bad_cache']['reason'], string>> = {
  shape: 'the cache file does not belong to this wallet, or is too old to be read',
  old: 'the cache file is in the format of versions before 0.18',
  damaged: 'the cache file is damaged',
};
