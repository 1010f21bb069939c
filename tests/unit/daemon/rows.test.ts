/**
 * Answers of a real monerod to every call that has a client (tests/vectors/daemon/rows.json), and the same with each
 * field missing, of another type and too large: our client reads them or refuses them with a fault, and invents nothing.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { parseJson, writeJson } from '../../../src/base/json.ts';
import { writeEpee, readEpee, epee, type EpeeFields } from '../../../src/protocol/encoding/epee.ts';
import type { EpeeSection, EpeeValue } from '../../../src/protocol/encoding/epee-section.ts';
import { daemonClients, type Client } from '../../support/daemon-clients.ts';
import { seededRandom } from '../../support/seeded-random.ts';

interface File {
  readonly exchanges: Readonly<Record<string, { readonly answer: string }>>;
}
const { exchanges } = JSON.parse(
  readFileSync(new URL('../../vectors/daemon/rows.json', import.meta.url), 'utf8'),
) as File;
const clients = (await daemonClients()).filter(({ wire }) => wire in exchanges);
const answerOf = ({ wire }: Client): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(exchanges[wire]!.answer, 'base64'));
/** Raw bytes in a JSON string, which no JSON writer can write. */
const RAW = ['/get_transaction_pool_hashes.bin', 'get_txpool_backlog'];
const isRaw = ({ wire }: Client) => RAW.includes(wire);
const isBinary = (client: Client) => client.wire.endsWith('.bin') && !isRaw(client);

/** The answer, or the code of the fault; other errors than those of malformed text are bugs. */
const outcome = (client: Client, bytes: Uint8Array<ArrayBuffer>): { value: unknown } | { code: string } => {
  try {
    return { value: client.read(bytes) };
  } catch (error) {
    if (isFault(error)) return { code: error.code };
    if (error instanceof SyntaxError || error instanceof RangeError) return { code: error.name };
    throw error;
  }
};

/** What fields that nodes may leave out become: nothing, no item, or the default (1 is that of the fee steps). */
const isDefault = (value: unknown): boolean =>
  [undefined, false, 0, 1n, ''].includes(value as undefined) || (Array.isArray(value) && value.length === 0);

type Path = readonly (string | number)[];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
/** Paths of all fields below `value`; of a list, of its first item. */
const pathsOf = (value: unknown, at: Path = []): readonly Path[] => {
  if (!isObject(value)) return [];
  const names = Array.isArray(value) ? (value.length > 0 ? [0] : []) : Object.keys(value);
  return names.flatMap((name) => [[...at, name], ...pathsOf(value[name], [...at, name])]);
};
const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
/** A copy in which the value at `path` is another one, or is missing. */
const changed = (value: unknown, [name, ...rest]: Path, to: unknown): unknown => {
  if (name === undefined) return to;
  if (rest.length === 0 && to === undefined)
    return Object.fromEntries(Object.entries(value as object).filter(([each]) => each !== name));
  const inner = changed((value as Record<string | number, unknown>)[name], rest, to);
  return Array.isArray(value)
    ? value.map((item: unknown, i) => (i === name ? inner : item))
    : { ...(value as object), [name]: inner };
};

/** The last name of a path: for an item of a list, that of the list. */
const nameOf = (path: Path): string => String(path.filter((name) => typeof name === 'string').at(-1));
/** Values that are wrong for a field of the type of `value`. */
const wrongFor = (value: unknown, name: string): readonly unknown[] => {
  const never = [null, { other: 1 }];
  switch (typeof value) {
    case 'boolean':
      return [...never, 1, 'true', []];
    case 'number':
    case 'bigint':
      return [...never, 1.5, 2n ** 64n, '7', true, []];
    case 'string':
      return [...never, 7, true, [], ...(LONG.includes(name) ? [] : ['z'.repeat(70_000)])];
    default:
      return Array.isArray(value) ? [...never, 7, 'x', true] : [null, 7, 'x', true, []];
  }
};
/** Texts that may have more than 70000 characters. */
const LONG = ['txs_as_json', 'as_json', 'json', 'tx_json', 'overview'];

describe.each(clients.filter((client) => !isBinary(client) && !isRaw(client)))(
  'an answer of $wire',
  (client) => {
    const json = parseJson(new TextDecoder().decode(answerOf(client)));
    const read = (value: unknown) =>
      outcome(client, new Uint8Array(new TextEncoder().encode(writeJson(value))));
    // The envelope's own fields are not looked at.
    const paths = pathsOf(json).filter(([first]) => first !== 'id' && first !== 'jsonrpc');

    it('with a field of another type or beyond all bounds is refused', () => {
      for (const path of paths)
        for (const wrong of wrongFor(valueAt(json, path), nameOf(path))) {
          const now = read(changed(json, path, wrong));
          expect('code' in now, `${path.join('.')} = ${writeJson(wrong).slice(0, 40)}`).toBe(true);
        }
    });
    it('without a field is refused, or says that it is not there', () => {
      for (const path of paths.filter((each) => typeof each.at(-1) === 'string')) {
        const now = read(changed(json, path, undefined));
        if ('code' in now) continue;
        const [, ...inner] = path[0] === 'result' ? path : ['', ...path];
        const found = valueAt(now.value, inner);
        expect(isDefault(found), path.join('.')).toBe(true);
      }
    });
    it('with a field more is read as before', () => {
      const inner = isObject(json) && isObject(json['result']) ? ['result', 'news'] : ['news'];
      if (isObject(json) && typeof json['result'] === 'string') return;
      expect(read(changed(json, inner, { a: 1 }))).toEqual(outcome(client, answerOf(client)));
    });
  },
);

const fieldsOf = ({ fields }: EpeeSection): EpeeFields => Object.fromEntries(fields);
const WRONG: readonly EpeeValue[] = [
  epee.double(1.5),
  epee.section({ other: epee.u8(1) }),
  epee.byteStrings([new Uint8Array(1)]),
  { type: 'list', of: 'double', raw: new Uint8Array(8) },
];

describe.each(clients.filter(isBinary))('an answer of $wire', (client) => {
  const fields = fieldsOf(readEpee(answerOf(client)));
  const read = (changed: EpeeFields) => outcome(client, new Uint8Array(writeEpee(changed)));
  it('with a field of another type is refused', () => {
    for (const name of Object.keys(fields))
      for (const wrong of WRONG) {
        if (wrong.type === fields[name]!.type && wrong.type !== 'list') continue;
        expect('code' in read({ ...fields, [name]: wrong }), name).toBe(true);
      }
  });
  it('without a field is refused, or says that it is not there', () => {
    for (const name of Object.keys(fields)) {
      const now = read({ ...fields, [name]: undefined });
      if ('code' in now) continue;
      const found = (now.value as Record<string, unknown>)[name];
      expect(isDefault(found), name).toBe(true);
    }
  });
});

describe.each(clients)('a damaged answer of $wire', (client) => {
  it('is read or refused, whichever bytes were changed', () => {
    const random = seededRandom(`rows ${client.wire}`);
    const answer = answerOf(client);
    expect('value' in outcome(client, answer)).toBe(true);
    for (let round = 0; round < 60; round++) {
      const bytes = answer.slice();
      for (let hit = 0; hit <= round % 4; hit++) {
        const [low, high, value] = random(3);
        bytes[(low! | (high! << 8)) % bytes.length] = value!;
      }
      outcome(client, bytes);
    }
  });
});
