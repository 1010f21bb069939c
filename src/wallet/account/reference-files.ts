/** The files of the reference's wallets, as a part of the program that is loaded when first used: few need it. */
export { readCache } from '../../protocol/keys-file/cache.ts';
export { readKeysFile, writeKeysFile } from '../../protocol/keys-file/keys-file.ts';
export { cacheRecords } from './cache-records.ts';
export { fromKeysFile, toKeysFile } from './keys-file.ts';
