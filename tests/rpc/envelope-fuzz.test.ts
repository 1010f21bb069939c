/**
 * Random envelopes, as bytes: malformed JSON, wrong types, deep nesting, huge numbers, invalid UTF-8.
 * None crashes or hangs, and each gets an answer in JSON with the code of its mistake.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dispatchText } from '../../src/rpc/dispatch-text.ts';
import { registry } from '../../src/rpc/registry.gen.ts';
import { createRpcServer } from '../../src/server/http/server.ts';
import { createBatches } from '../../src/transport/batches.ts';
import { wireText } from '../../src/transport/http-endpoint.ts';
import { openPageEndpoint, type PageGlobal } from '../../src/transport/page/server.ts';
import { openFixture, type RpcWallet } from '../support/rpc/fixture.ts';
import { inTier } from '../support/tier.ts';

const CASES = inTier({ short: 2500, long: 10_000 });
const OVER_HTTP = inTier({ short: 250, long: 1000 });

/** A generator of numbers that is the same in every run; a failure names its seed. */
const createDice = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
    return (x ^ (x >>> 15)) >>> 0;
  };
  const below = (n: number): number => next() % n;
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  return { below, pick, chance: (percent: number): boolean => below(100) < percent };
};
type Dice = ReturnType<typeof createDice>;

// Other tests call the methods that close the wallet or take time by design.
const CALM = Object.keys(registry).filter(
  (name) =>
    !/^(stop_wallet|close_wallet|x_delete_wallet|x_take_over|rescan_|refresh|start_mining)/.test(name),
);
const NUMBERS = [
  '0', '1', '-1', '255', '4294967295', '4294967296', '9007199254740991', '9007199254740993',
  '9223372036854775807', '-9223372036854775808', '18446744073709551615', '1.0', '1e12', '1.5', '-0', '1E-7',
]; // prettier-ignore
const TOO_LARGE = ['18446744073709551616', '-9223372036854775809', '1'.repeat(400), '1e400'];
const TEXTS = [
  '""', '"x"', '"\\u0000"', '"\\ud800"', '"a\u0001b"', '"\\v"', `"${'f'.repeat(64)}"`, `"${'é'.repeat(300)}"`,
  '"18446744073709551616"', '"__proto__"', '"../../etc/passwd"', '"%00"', '"donate@getmonero.org"',
]; // prettier-ignore

const value = (dice: Dice, depth = 0): string => {
  switch (dice.below(depth > 3 ? 4 : 7)) {
    case 0:
      return dice.pick(NUMBERS);
    case 1:
      return dice.pick(TEXTS);
    case 2:
      return dice.pick(['true', 'false', 'TRUE', 'null']);
    case 3:
      return '[]';
    case 4:
      return `[${Array.from({ length: dice.below(4) }, () => dice.pick(NUMBERS.slice(0, 2))).join(',')}]`;
    case 5:
      return `[${Array.from({ length: dice.below(3) }, () => object(dice, depth + 1)).join(',')}]`;
    default:
      return object(dice, depth + 1);
  }
};
const NAMES = ['address', 'amount', 'index', 'major', 'minor', '__proto__', 'constructor', 'toString', ''];
const object = (dice: Dice, depth: number): string =>
  `{${Array.from({ length: dice.below(4) }, () => `"${dice.pick(NAMES)}":${value(dice, depth)}`).join(',')}}`;

/** Params of a method: each of its fields may be there, of any type. */
const params = (dice: Dice, method: string): string => {
  const names = Object.keys(registry[method as keyof typeof registry].params);
  const fields = names.filter(() => dice.chance(70)).map((name) => `"${name}":${value(dice)}`);
  return `{${fields.join(',')}}`;
};
const envelope = (dice: Dice, method: string, given: string): string =>
  `{"jsonrpc":"2.0","id":${dice.pick(NUMBERS)},"method":"${method}","params":${given}}`;

type Expected = number | 'any';
const KINDS: readonly ((dice: Dice) => readonly [bytes: Uint8Array | string, code: Expected])[] = [
  // Well-formed, with params of any type: any of the method's own codes is right.
  (dice) => {
    const method = dice.pick(CALM);
    return [envelope(dice, method, params(dice, method)), 'any'];
  },
  (dice) => [
    envelope(dice, dice.pick(['nope', '', '__proto__', 'constructor', 'GET_VERSION']), '{}'),
    -32601,
  ],
  (dice) => [`{"id":${value(dice, 3)},"method":${dice.pick(['1', 'true', '{}', '[]', 'null'])}}`, -32600],
  // Cut short somewhere.
  (dice) => {
    const text = envelope(dice, 'get_version', object(dice, 2));
    return [text.slice(0, 1 + dice.below(text.length - 1)), -32700];
  },
  (dice) => [envelope(dice, 'get_version', `{"n":${dice.pick(TOO_LARGE)}}`), -32700],
  (dice) => {
    const levels = 100 + dice.below(20_000);
    const [open, close] = dice.pick([
      ['{"x":', '}'],
      ['[', ']'],
      ['[{"x":', '}]'],
    ] as const);
    return [envelope(dice, 'get_version', `${open.repeat(levels)}1${close.repeat(levels)}`), -32700];
  },
  // Bytes that are not UTF-8, inside a text.
  (dice) => {
    const bytes = new TextEncoder().encode(envelope(dice, 'get_version', '{"x":"????"}'));
    const at = bytes.indexOf(63);
    bytes.set(dice.pick([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf8, 0x88], [0xe2, 0x28]]), at);
    return [bytes, -32700];
  },
  // Random bytes.
  (dice) => [Uint8Array.from({ length: 1 + dice.below(200) }, () => 128 + dice.below(128)), -32700],
  (dice) => [`{"a":1,${'"'.repeat(1 + 2 * dice.below(50))}:`, -32700],
];

describe('random envelopes', () => {
  let rpc: RpcWallet;
  beforeAll(async () => {
    rpc = await openFixture();
  });
  afterAll(() => rpc.session.close());

  /** Sends so many envelopes; answers how often each code came. */
  const collect = async (cases: number, ask: (bytes: Uint8Array) => Promise<string>) => {
    const codes = new Map<number, number>();
    for (let seed = 0; seed < cases; seed++) {
      const dice = createDice(seed + 1);
      // Half of them reach a method.
      const [given, expected] = (dice.chance(50) ? KINDS[0]! : dice.pick(KINDS))(dice);
      const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
      const answer = await ask(bytes);
      const report = `seed ${seed}: ${new TextDecoder().decode(bytes).slice(0, 300)} -> ${answer.slice(0, 300)}`;
      const { jsonrpc, error } = JSON.parse(answer) as {
        jsonrpc: string;
        error?: { code: number; message: string };
      };
      const code = error?.code ?? 0;
      codes.set(code, (codes.get(code) ?? 0) + 1);
      if (jsonrpc !== '2.0') throw new Error(report);
      if (expected !== 'any' && code !== expected) throw new Error(`expected ${expected}, ${report}`);
      // A bug of ours would give one of these two codes.
      if (error?.message === 'internal error' || (code === -32700 && expected === 'any'))
        throw new Error(report);
    }
    return codes;
  };
  it('are answered with the right code by dispatch', async () => {
    const codes = await collect(CASES, (bytes) => dispatchText(rpc.session, wireText(bytes)));
    for (const code of [0, -1, -32600, -32601, -32602, -32700]) expect(codes.get(code)).toBeGreaterThan(50);
  });
  it('are answered with the right code by the HTTP server and the in-page endpoint', async () => {
    const page: PageGlobal = {};
    const inside = {
      text: (envelope: string) => dispatchText(rpc.session, envelope),
      batches: (_options: object, answered: (answers: string) => void) =>
        createBatches((envelope) => dispatchText(rpc.session, envelope), answered),
      on: () => () => undefined,
    };
    openPageEndpoint(page, inside, {});
    const waiting = new Map<number, (answer: string) => void>();
    const take = page.ostroRpc!.batches((answers) => {
      for (const [id, answer] of JSON.parse(answers) as [number, string][]) waiting.get(id)!(answer);
    });
    const ask = (envelope: string): Promise<string> =>
      new Promise((resolve) => {
        waiting.set(waiting.size, resolve);
        take(JSON.stringify([[waiting.size - 1, envelope]]));
      });
    const server = createRpcServer({ ask, port: 0, ip: '127.0.0.1', origins: [] });
    const url = `http://127.0.0.1:${await server.listen()}/json_rpc`;
    try {
      const codes = await collect(OVER_HTTP, async (bytes) => {
        const response = await fetch(url, { method: 'POST', body: new Uint8Array(bytes) });
        expect(response.status).toBe(200);
        return response.text();
      });
      for (const code of [0, -1, -32600, -32601, -32602, -32700]) expect(codes.get(code)).toBeGreaterThan(2);
    } finally {
      await server.stop();
    }
  });
});
