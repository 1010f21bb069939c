/** Where the proofs of a release lie, below the root of the site: a bundle and a history (release.ts). */
export const BUNDLE = '.well-known/webcat/bundle.json';
export const HISTORY = '.well-known/ostro/releases.json';
