export const moneroTsFolder: string;
/** Undefined, or why it is not there. */
export function installMoneroTs(): Promise<string | undefined>;
/** A site whose only page is monero-ts-page.mjs with the library. */
export function bundleMoneroTs(out: string): Promise<void>;
