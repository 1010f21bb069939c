/** The light-wallet server on the page "Nodes", and what Home says while one is in use. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { LightServerState } from '../../../src/ui/features/node/light-server.svelte.ts';
import { Overview } from '../../../src/ui/features/overview/overview.svelte.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const setup = async () => {
  const port = new FakePort('home', { delay: 0 });
  const session = new Session(createClient(port));
  await session.start();
  const server = new LightServerState(session);
  await server.load();
  const given = () => port.calls.filter(({ method }) => method === 'x_use_light_server');
  return { port, session, server, given };
};

describe('a light-wallet server', () => {
  it('gets the view key at a press only, at the address with its scheme', async () => {
    const { server, session, given } = await setup();
    expect(server.info).toMatchObject({ address: '', inUse: false });
    expect(given()).toEqual([]);
    expect(await server.use(' light.example:8443/ ')).toBe(true);
    expect(given().map(({ params }) => params)).toEqual([{ address: 'https://light.example:8443' }]);
    expect(server.info).toMatchObject({ inUse: true, open: true });
    const view = new Overview(session);
    expect([view.label, view.netWords, view.dot]).toEqual([
      'Spendable, as the server says',
      'From a server',
      'busy',
    ]);
  });
  it('is compared with the chain when it is left, and then forgotten', async () => {
    const { server, session } = await setup();
    await server.use('https://light.example');
    expect(await server.leave()).toBe(true);
    expect(server.info).toMatchObject({ inUse: false, compared: true });
    expect(server.info?.differences?.map(({ kind }) => kind)).toEqual(['not_in_chain', 'not_named']);
    expect(new Overview(session).label).toBe('Spendable now');
    expect(await server.forget()).toBe(true);
    expect(session.status.lightServer).toBeUndefined();
  });
  it('is not used when the worker refuses it, and says why', async () => {
    const { server, port, session } = await setup();
    port.refuseNext('x_use_light_server', 'bad_node_address', { address: 'x' });
    expect(await server.use('x')).toBe(false);
    expect(server.wrong).not.toBe('');
    expect(session.status.lightServer).toBeUndefined();
  });
});
