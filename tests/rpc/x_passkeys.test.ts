import { describe, expect, it } from 'vitest';
import { createMemoryBrowser } from '../../src/store/memory.ts';
import { NAME, openRpcSession, openFixture } from '../support/rpc/fixture.ts';
import { addPasskey, CREDENTIAL, SALT } from '../support/rpc/passkey.ts';

describe('x_passkeys', () => {
  it('lists the wallets with a passkey, and what to ask its authenticator', async () => {
    const rpc = await openFixture({ empty: true });
    expect(await rpc.call('x_passkeys')).toEqual({});
    await addPasskey(rpc, '704216');
    await rpc.call('close_wallet');
    const passkey = { credential: CREDENTIAL, salt: SALT, pin: true };
    expect(await rpc.call('x_passkeys')).toEqual({ wallets: [{ name: NAME, passkey }] });
  });
  it('lists a damaged passkey without these', async () => {
    const browser = createMemoryBrowser();
    const rpc = await openFixture({ empty: true, browser });
    await addPasskey(rpc);
    for (const wallet of browser.disk.wallets.values())
      wallet.header = { ...wallet.header, passkey: { broken: true } };
    expect(await openRpcSession({ browser }).call('x_passkeys')).toEqual({ wallets: [{ name: NAME }] });
  });
});
