/** The entry `ostro/storage-contract`. */
import '#library/platform';

export { storageContract } from './storage-contract.ts';
export type { StorageCheck, StorageTrial } from './storage-contract.ts';
