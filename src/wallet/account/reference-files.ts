/**
 * Reading and writing the files of the reference's wallets, as one part of the program that is loaded when it is first
 * used: most people never need it, and everybody would wait for it.
 */
export { readCache } from '../../protocol/keys-file/cache.ts';
export { readKeysFile, writeKeysFile } from '../../protocol/keys-file/keys-file.ts';
export { cacheRecords } from './cache-records.ts';
export { fromKeysFile, toKeysFile } from './keys-file.ts';
