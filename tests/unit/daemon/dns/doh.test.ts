/** DNS over HTTPS: the request, and that only a complete, matching answer counts. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { concat, utf8 } from '../../../../src/base/bytes.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { readAnswer, writeQuestion } from '../../../../src/daemon/dns/dns-message.ts';
import { createDnsResolver } from '../../../../src/daemon/dns/doh.ts';
import { systemClock } from '../../../../src/store/platform.ts';
import { createFakeClock } from '../../../support/rpc/fake-clock.ts';
import { dnsAnswer, nameBytes, record, txt } from '../../../support/dns.ts';

const NAME = 'donate.getmonero.org';
const RESOLVER = 'https://dns.example/dns-query';

describe('a DNS answer', () => {
  it('contains the text records, their strings joined, and whether DNSSEC proves them', () => {
    const answer = dnsAnswer({ name: NAME, records: [txt(NAME, 'oa1:xmr ', 'a'), txt(NAME, 'other')] });
    expect(readAnswer(answer, NAME)).toEqual({ texts: ['oa1:xmr a', 'other'], authenticated: true });
    const unproven = dnsAnswer({ name: NAME, authenticated: false, records: [txt(NAME, 'a')] });
    expect(readAnswer(unproven, NAME)).toEqual({ texts: ['a'], authenticated: false });
    expect(readAnswer(dnsAnswer({ name: NAME, code: 3, records: [] }), NAME).texts).toEqual([]);
  });
  it('may contain an alias, which is followed; records of other names are skipped', () => {
    const records = [
      txt('evil.example', 'evil'),
      record(NAME, 5, nameBytes('elsewhere.example')),
      txt('elsewhere.example', 'right'),
      record('elsewhere.example', 46, utf8('signature')),
    ];
    expect(readAnswer(dnsAnswer({ name: NAME, records }), NAME).texts).toEqual(['right']);
  });
  it('may have compressed names, but none that points forward or to itself', () => {
    const pointing = (to: number): Uint8Array =>
      concat(Uint8Array.of(0xc0, to), Uint8Array.of(0, 16, 0, 1, 0, 0, 0, 0, 0, 2, 1, 0x78));
    expect(readAnswer(dnsAnswer({ name: NAME, records: [pointing(12)] }), NAME).texts).toEqual(['x']);
    const here = 12 + nameBytes(NAME).length + 4;
    for (const to of [here, here + 2])
      expect(() => readAnswer(dnsAnswer({ name: NAME, records: [pointing(to)] }), NAME)).toThrow(
        'bad_answer',
      );
  });
  it.each([
    ['of another question', dnsAnswer({ name: 'other.example', records: [] })],
    ['of a failure', dnsAnswer({ name: NAME, code: 2, records: [] })],
    ['that was cut', dnsAnswer({ name: NAME, truncated: true, records: [] })],
    ['that is a question', writeQuestion(NAME)!],
    ['with more records than bytes', dnsAnswer({ name: NAME, records: [], count: 9 })],
    ['of nothing', new Uint8Array(0)],
  ])('%s is refused', (_what, bytes) => {
    expect(() => readAnswer(bytes, NAME)).toThrow('bad_answer');
  });
  it('of random or damaged bytes is read or refused with a fault', () => {
    const good = dnsAnswer({ name: NAME, records: [txt(NAME, 'oa1:xmr recipient_address=x;')] });
    const tryIt = (bytes: Uint8Array): void => {
      try {
        readAnswer(bytes, NAME);
      } catch (error) {
        if (!isFault(error)) throw error;
      }
    };
    for (let length = 0; length < good.length; length++) tryIt(good.slice(0, length));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), tryIt), { numRuns: 2000 });
    const damage = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(damage, { maxLength: 6 }), (changes) => {
        const bytes = good.slice();
        for (const [at, value] of changes) bytes[at] = value;
        tryIt(bytes);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a resolver', () => {
  const source = (answer: () => Response | Promise<Response>, asked: string[] = []) =>
    createDnsResolver({
      clock: systemClock,
      fetch: (input) => {
        asked.push(input);
        return Promise.resolve().then(answer);
      },
    });
  const good = (): Response =>
    new Response(dnsAnswer({ name: NAME, records: [txt(NAME, 'a')] }) as Uint8Array<ArrayBuffer>);

  it('receives one name with the DNSSEC flag, in a GET request that caches and CORS allow', async () => {
    const asked: string[] = [];
    expect(await source(good, asked).txtRecords(RESOLVER, NAME)).toEqual({
      texts: ['a'],
      authenticated: true,
    });
    const [prefix, text = ''] = asked[0]!.split('?dns=');
    expect(prefix).toBe(RESOLVER);
    const question = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) =>
      c.charCodeAt(0),
    );
    expect(question).toEqual(writeQuestion(NAME));
    expect(question[3]! & 0x20).toBe(0x20);
  });
  it('must be on https or on this device, without a login in its address', () => {
    const resolver = source(good);
    const check = (address: string): void => {
      resolver.check(address);
    };
    check(RESOLVER);
    check('http://127.0.0.1:8053/dns-query');
    for (const bad of ['http://dns.example/dns-query', 'https://a:b@dns.example/', 'dns', 'ftp://x', ''])
      expect(() => check(bad), bad).toThrow('bad_resolver');
  });
  it('that fails gives a fault with the reason', async () => {
    const fails = (answer: () => Response | Promise<Response>) =>
      expect(source(answer).txtRecords(RESOLVER, NAME)).rejects;
    await fails(() => Promise.reject(new TypeError('net'))).toMatchObject({ code: 'resolver_unreachable' });
    await fails(() => new Response('', { status: 503 })).toMatchObject({ code: 'resolver_bad_answer' });
    await fails(() => new Response('no DNS')).toMatchObject({ code: 'resolver_bad_answer' });
    await fails(() => new Response(new Uint8Array(70_000))).toMatchObject({ code: 'resolver_bad_answer' });
    await expect(source(good).txtRecords('http://dns.example', NAME)).rejects.toMatchObject({
      code: 'bad_resolver',
    });
  });
  // threat: malformed-input
  it('that never settles gives resolver_unreachable after ten seconds', async () => {
    const clock = createFakeClock(0);
    const resolver = createDnsResolver({ fetch: () => new Promise(() => {}), clock });
    const failed = expect(resolver.txtRecords(RESOLVER, NAME)).rejects.toThrow('resolver_unreachable');
    await clock.advance(10_000);
    await failed;
  });
  it('is not asked about a text that is not a DNS name', async () => {
    const asked: string[] = [];
    expect((await source(good, asked).txtRecords(RESOLVER, `${'a'.repeat(64)}.example`)).texts).toEqual([]);
    expect(asked).toEqual([]);
  });
});
