/** DNS over HTTPS (RFC 8484): GET, without CORS preflight or cache; nothing is sent unless a resolver is chosen. */
import { isFault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DnsResolver } from '../../ports/dns-resolver.ts';
import { readBody } from '../body.ts';
import { startDeadline } from '../deadline.ts';
import type { Fetch } from '../diagnose.ts';
import { fault, type AnswerFaults } from '../faults.ts';
import type { AskingPage } from '../../base/node-url.ts';
import { readNodeAddress } from '../node-address.ts';
import { readAnswer, writeQuestion } from './dns-message.ts';

/** In bytes: the longest DNS message over TCP. */
const MAX_BYTES = 65_535;
const SECONDS = 10;

export function createDnsResolver({
  fetch,
  clock,
  page,
}: {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly page?: AskingPage | undefined;
}): DnsResolver {
  /** URL of the resolver. Fault bad_resolver; plain http is allowed for this device only. */
  const address = (resolver: string): string => {
    try {
      const { base, secure, loopback, login } = readNodeAddress({ address: resolver }, page);
      if ((secure || loopback) && !login) return base;
    } catch (error) {
      if (!isFault(error)) throw error;
    }
    throw fault('bad_resolver', { resolver: resolver.slice(0, 200) });
  };
  return {
    check: (resolver) => void address(resolver),
    txtRecords: async (resolver, name, caller) => {
      const base = address(resolver);
      const question = writeQuestion(name);
      if (!question) return { texts: [], authenticated: true };
      const deadline = startDeadline(clock, SECONDS * 1000, caller);
      try {
        const ask = async () => {
          const response = await fetch(`${base}?dns=${base64url(question)}`, {
            headers: { Accept: 'application/dns-message' },
            credentials: 'omit',
            referrerPolicy: 'no-referrer',
            redirect: 'error',
            cache: 'no-store',
            signal: deadline.signal,
          });
          if (response.status !== 200)
            throw fault('resolver_bad_answer', { resolver: base, what: `HTTP ${response.status}` });
          return readBody(response, MAX_BYTES, () => undefined);
        };
        return readAnswer(await deadline.within(ask()), name);
      } catch (error) {
        if (caller?.aborted) throw fault('cancelled');
        if (isFault(error, 'bad_answer')) {
          const { what } = error.data as AnswerFaults['bad_answer'];
          throw fault('resolver_bad_answer', { resolver: base, what });
        }
        if (isFault(error)) throw error;
        throw fault('resolver_unreachable', { resolver: base });
      } finally {
        deadline.stop();
      }
    },
  };
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
