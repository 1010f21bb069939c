/** Reads the two files of a release, as a server may send them. Throws `release_malformed`. */
import { isRecord } from '../base/shape.ts';
import { fault } from './faults.ts';
import type { KeysEntry } from './keys.ts';
import type { Bundle, History, Manifest } from './release.ts';

export function readBundle(text: string): Bundle {
  const { manifest, signatures } = objectOf(parsed(text), 'bundle');
  const { name, version, default_csp, default_index, default_fallback, files, wasm, ...rest } = objectOf(
    manifest,
    'manifest',
  );
  for (const value of [name, version, default_csp, default_index, default_fallback])
    textOf(value, 'manifest');
  if (!/^\d+\.\d+\.\d+$/.test(version as string)) throw malformed('version');
  textsOf(files, 'files');
  textsOf(rest['extra_csp'], 'extra_csp');
  listOf(wasm, 'wasm').forEach((hash) => textOf(hash, 'wasm'));
  if (rest['timestamp'] !== undefined) textOf(rest['timestamp'], 'timestamp');
  return { manifest: manifest as Manifest, signatures: textsOf(signatures, 'signatures') };
}

export function readHistory(text: string): History {
  const { keys, earlier } = objectOf(parsed(text), 'history');
  return {
    keys: listOf(keys, 'keys').map(keysEntryOf),
    earlier: listOf(earlier, 'earlier').map((entry) => {
      const { version, leaf, index, path } = objectOf(entry, 'earlier');
      return {
        version: textOf(version, 'version'),
        leaf: hashOf(leaf),
        index: countOf(index, 'index'),
        path: listOf(path, 'path').map(hashOf),
      };
    }),
  };
}

const malformed = (field: string) => fault('release_malformed', { reason: `the field ${field}` });
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('JSON');
  }
};
const objectOf = (value: unknown, field: string): Readonly<Record<string, unknown>> => {
  if (!isRecord(value)) throw malformed(field);
  return value;
};
const listOf = (value: unknown, field: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw malformed(field);
  return value;
};
const textOf = (value: unknown, field: string): string => {
  if (typeof value !== 'string') throw malformed(field);
  return value;
};
const textsOf = (value: unknown, field: string): Readonly<Record<string, string>> => {
  const texts = objectOf(value, field);
  for (const each of Object.values(texts)) textOf(each, field);
  return texts as Readonly<Record<string, string>>;
};
const countOf = (value: unknown, field: string): number => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw malformed(field);
  return value as number;
};
const hashOf = (value: unknown): string => {
  const text = textOf(value, 'hash');
  if (!/^[0-9a-f]{64}$/.test(text)) throw malformed('hash');
  return text;
};
const keysEntryOf = (value: unknown): KeysEntry => {
  const { keys, signatures } = objectOf(value, 'keys');
  const { signers, threshold, policy } = objectOf(keys, 'keys');
  return {
    keys: {
      signers: listOf(signers, 'signers').map(hashOf),
      threshold: countOf(threshold, 'threshold'),
      policy: textOf(policy, 'policy'),
    },
    signatures: textsOf(signatures, 'signatures'),
  };
};
