export const used: unknown = indexedDB;
