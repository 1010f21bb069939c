/** The version of package.json: scripts/tools/build/version.ts. */
declare const __VERSION__: string;

export const APP_VERSION = __VERSION__;
