/**
 * Attestations: what one builder got from the sources, as the hash of every file of every part, signed with a key of SSH.
 * Anybody compares those of several builders: who differs, in which file.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../setup/process.mjs';

/** SHA-256 (hex) by path, by part: app, sdk, offline, extension, package. */
export interface Attestation {
  readonly version: string;
  readonly parts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
export interface SignedAttestation extends Attestation {
  /** The name that the list of allowed signers has for the key. */
  readonly builder: string;
}
export interface AttestationFault {
  readonly path: string;
  readonly why: string;
}

/** A signature for this purpose counts for no other. */
const NAMESPACE = 'ostro-attestation';

/** Writes `path` and its signature `path.sig`. */
export async function signAttestation(path: string, attestation: Attestation, key: string): Promise<void> {
  writeFileSync(path, writeAttestation(attestation));
  rmSync(`${path}.sig`, { force: true });
  const { code, output } = await run('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', NAMESPACE, path], {
    quiet: true,
  });
  if (code !== 0) throw new Error(`ssh-keygen failed:\n${output.trim()}`);
}

export function writeAttestation({ version, parts }: Attestation): string {
  const sorted = Object.fromEntries(
    Object.entries(parts).map(([part, files]) => [part, Object.fromEntries(Object.entries(files).sort())]),
  );
  return `${JSON.stringify({ version, parts: sorted }, undefined, 1)}\n`;
}

/**
 * Reads the attestations (*.json with *.json.sig) of a folder. `signers`: a file of allowed signers (ssh-keygen(1)). Throws if
 * one has no signature of them; a builder counts once.
 */
export async function readAttestations(
  folder: string,
  signers: string,
): Promise<readonly SignedAttestation[]> {
  const found = new Map<string, SignedAttestation>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const path = join(folder, name);
    const builder = await builderOf(path, signers);
    const attestation = JSON.parse(readFileSync(path, 'utf8')) as Attestation;
    const before = found.get(builder);
    if (before && writeAttestation(before) !== writeAttestation(attestation))
      throw new Error(`${builder} signed two different attestations.`);
    found.set(builder, { ...attestation, builder });
  }
  return [...found.values()];
}

const builderOf = async (path: string, signers: string): Promise<string> => {
  const signature = `${path}.sig`;
  const ask = (args: readonly string[]) => run('ssh-keygen', ['-Y', ...args], { quiet: true });
  const found = await ask(['find-principals', '-s', signature, '-f', signers]);
  const builder = found.output.trim().split('\n')[0] ?? '';
  // ssh-keygen reads what was signed from its standard input.
  const script = 'exec ssh-keygen -Y verify -f "$1" -I "$2" -n "$3" -s "$4" < "$5"';
  const verified = await run('/bin/sh', ['-c', script, 'sh', signers, builder, NAMESPACE, signature, path], {
    quiet: true,
  });
  if (found.code !== 0 || builder === '' || verified.code !== 0)
    throw new Error(`${path} has no signature of an allowed builder.`);
  return builder;
};

/** The files that not all builders have alike; which builders say what. */
export function compareAttestations(attestations: readonly SignedAttestation[]): readonly AttestationFault[] {
  const said = new Map<string, Map<string, string[]>>();
  const note = (path: string, value: string, builder: string) => {
    const values = said.get(path) ?? new Map<string, string[]>();
    values.set(value, [...(values.get(value) ?? []), builder]);
    said.set(path, values);
  };
  for (const { builder, version, parts } of attestations) {
    note('version', version, builder);
    for (const [part, files] of Object.entries(parts))
      for (const [path, hash] of Object.entries(files)) note(`${part}/${path}`, hash, builder);
  }
  return [...said].flatMap(([path, values]) => {
    const builders = [...values.values()].flat();
    const missing = attestations.map(({ builder }) => builder).filter((each) => !builders.includes(each));
    if (values.size === 1 && missing.length === 0) return [];
    const words = [...values].map(([value, by]) => `${by.join(', ')}: ${value}`);
    return [{ path, why: [...words, ...missing.map((by) => `${by}: no such file`)].join('; ') }];
  });
}
