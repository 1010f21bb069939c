/** OpenAlias names: the setting, and how the payee field resolves a name. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import type { RpcPort } from '../../../src/transport/port.ts';
import { PayeeInput } from '../../../src/ui/payments/payee.svelte.ts';
import { OpenAliasState } from '../../../src/ui/features/contacts/openalias.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { PAYEE } from '../../support/fake-worker/values.ts';

const RESOLVER = 'https://dns.example/q';
const NAME = 'pay@example.org';

/** The fake wallet, with a resolver that knows one name. */
const setup = async (set = '') => {
  const fake = new FakePort('home', { delay: 0 });
  let resolver = set;
  const port: RpcPort = {
    on: (listener) => fake.on(listener),
    request: (envelope) => {
      const { id, method } = envelope;
      const params = (envelope.params ?? {}) as Record<string, unknown>;
      const answer = (result: object) => Promise.resolve({ jsonrpc: '2.0' as const, id, result });
      if (method === 'x_resolver') {
        const wanted = params['resolver'];
        if (typeof wanted === 'string' && wanted !== '' && !wanted.startsWith('https:'))
          return Promise.resolve({
            jsonrpc: '2.0' as const,
            id,
            error: { code: -1, message: '', data: { fault: 'bad_resolver' } },
          });
        if (typeof wanted === 'string') resolver = wanted;
        return answer({ resolver });
      }
      if (method === 'validate_address' && params['address'] === NAME)
        return answer({
          valid: params['allow_openalias'] === true && resolver !== '',
          integrated: false,
          subaddress: true,
          nettype: 'mainnet',
          openalias_address: params['allow_openalias'] === true && resolver !== '' ? PAYEE : '',
        });
      return fake.request(envelope);
    },
  };
  const session = new Session(createClient(port));
  await session.start();
  return { session, resolver: () => resolver };
};
const payee = (session: Session): PayeeInput => new PayeeInput(session, () => undefined);

// threat: chosen-source
describe('OpenAlias names in the payee field', () => {
  it('are off at first: a name is an invalid address', async () => {
    const { session } = await setup();
    const to = payee(session);
    await to.set(NAME, true);
    expect(to.address).toBe('');
    expect(to.fault).toContain('not an address');
  });
  it('are resolved to an address, which is shown, once the name is complete', async () => {
    const { session } = await setup(RESOLVER);
    const to = payee(session);
    await to.set(NAME);
    expect(to.address).toBe('');
    await to.set(NAME, true);
    expect(to).toMatchObject({ address: PAYEE, text: PAYEE, name: NAME, fault: '' });
    expect(to.words).toContain(NAME);
    await to.set(PAYEE, true);
    expect(to).toMatchObject({ address: PAYEE, name: '' });
  });
  it('are switched on with a resolver, and off again', async () => {
    const { session, resolver } = await setup();
    const openAlias = new OpenAliasState(session);
    await openAlias.load();
    expect(openAlias).toMatchObject({ on: false, ready: true });
    openAlias.on = true;
    expect(openAlias.ready).toBe(false);
    openAlias.resolver = 'nonsense';
    expect(await openAlias.save()).toBe(false);
    expect(openAlias.wrong).toContain('resolver');
    openAlias.resolver = ` ${RESOLVER} `;
    expect(await openAlias.save()).toBe(true);
    expect(resolver()).toBe(RESOLVER);
    openAlias.on = false;
    expect(await openAlias.save()).toBe(true);
    expect(resolver()).toBe('');
  });
});
