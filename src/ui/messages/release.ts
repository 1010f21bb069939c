/** Messages for a version of the app that must not be used: src/entries/release-check.ts. */
import { say, type Sentence } from './message.ts';

export type ReleaseProblem = 'release_older' | 'release_unlogged';

const THEN = 'Do not type words or a password here.';

export const OF_RELEASES: Readonly<Record<ReleaseProblem, () => Sentence>> = {
  release_older: say('This Ostro is older than the one that this device had: it opens no wallet.', THEN),
  release_unlogged: say('This Ostro is none that its makers signed and logged: it opens no wallet.', THEN),
};
