/** Signs built apps for tests, with keys and a log of its own. */
import { createPrivateKey } from 'node:crypto';
import type { KeysEntry } from '../../src/release/keys.ts';
import { createLogClient } from '../../scripts/tools/release/log-client.ts';
import { enrollmentHash, enrollmentOf, signApp } from '../../scripts/tools/release/sign-app.ts';
import { keyPair, serveLog, type SigsumLog } from './sigsum-log.ts';

/** An Ed25519 key of a name as a PEM file. Source of the form: RFC 8410, section 7. */
export function pemOf(name: string): string {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), keyPair(name).secret]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
}

export interface Releases {
  readonly keys: readonly KeysEntry[];
  /** Of the enrolment in WEBCAT's list. */
  readonly enrollmentHash: string;
  /** Signs the app in a folder; `before`: the folder of the release before. */
  readonly sign: (folder: string, version: string, before?: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** One signer, whose releases stand in `log`. */
export async function createReleases(log: SigsumLog, signer = 'signer'): Promise<Releases> {
  const served = await serveLog(log);
  const keys = [
    {
      keys: { signers: [keyPair(signer).key], threshold: 1, policy: log.policy(served.url) },
      signatures: {},
    },
  ];
  return {
    keys,
    enrollmentHash: enrollmentHash(enrollmentOf(keys[0]!.keys)),
    sign: async (folder, version, before) => {
      const client = createLogClient(keys[0]!.keys.policy, { waitMs: 1 });
      await signApp({ folder, version, keys, pems: [pemOf(signer)], before, log: client });
    },
    stop: served.stop,
  };
}
