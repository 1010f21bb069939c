/** Faults of releases: each names why a copy of the app is not accepted. */
import { faultsOf, type NoData } from '../base/fault.ts';

export interface ReleaseFaults {
  /** A file of the release is not in the form that its format asks for. */
  release_malformed: { readonly reason: string };
  /** The release keys did not sign it, or the log does not contain it. */
  release_unlogged: { readonly reason: string };
  /** A newer release was accepted on this device before. */
  release_older: { readonly version: string; readonly accepted: string };
  /** The log does not contain the release that this device accepted before. */
  release_forked: { readonly accepted: string };
  /** A file of the version is missing, or is not the one that the release names. */
  release_files: { readonly path: string };
  /** The new release keys are not signed by those before them. */
  release_keys: NoData;
}
export const fault = faultsOf<ReleaseFaults>();
