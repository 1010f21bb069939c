/** The page's knowledge of releases comes from src/entries/own-release.ts. */
export interface OwnRelease {
  /** The version that this page runs in is a signed release; false: a build without proofs. Rejects if it must not be used. */
  readonly signed: Promise<boolean>;
  /** Why a version that the browser stores must not be offered; undefined if it may be. */
  readonly refusal: (version: string) => Promise<RefusedRelease | undefined>;
  /** The browser checks each file itself, so far as a script can know. */
  readonly verified: () => boolean;
}
/** older: this device had a newer one. unlogged: its makers did not sign and log it. */
export type RefusedRelease = 'older' | 'unlogged';
