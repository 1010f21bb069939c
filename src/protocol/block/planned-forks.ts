/**
 * Heights of hard forks that are decided but not yet known to this build's readers. Users see an announcement from the
 * day on which a build with a height here reaches them.
 *
 * To fill in a height: take it from src/hardforks/hardforks.cpp of a release of monero-project/monero, name the release
 * and the date in a comment beside the number, and leave `undefined` what that release does not contain. When this build
 * reads and sends by a version (known-rules.ts), move its height to hard-forks.ts.
 *
 * As of 2026-11-22 no release contains version 17 or 18.
 */
export const PLANNED_FORKS = {
  mainnet: { 17: undefined, 18: undefined },
  testnet: { 17: undefined, 18: undefined },
  stagenet: { 17: undefined, 18: undefined },
} as const;
