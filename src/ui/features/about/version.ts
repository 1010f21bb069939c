/** The version of package.json: scripts/tools/build/version.ts. */
declare const __VERSION__: string;

export const VERSION = __VERSION__;
