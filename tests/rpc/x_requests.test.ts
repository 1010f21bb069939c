import { describe, expect, it } from 'vitest';
import { asPublicKey, asTxId, type KeyImage } from '../../src/base/brands.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { createMemoryBrowser } from '../../src/store/memory.ts';
import { change, put } from '../../src/wallet/state/state.ts';
import type { OpenWallet } from '../../src/wallet/wallet.ts';
import {
  HEIGHT,
  NAME,
  NOW,
  openFixture,
  openRpcSession,
  PASSWORD,
  txid,
  XMR,
} from '../support/rpc/fixture.ts';
import { nameOutputs } from '../support/rpc/named.ts';

const pay = ({ ledger }: OpenWallet, minor: number, name: string, amount: bigint, height: number) =>
  ledger.commit({
    puts: [
      put('payments', `${txid(name)}:0:${minor}`, {
        ...{ txid: asTxId(fromHex(txid(name))), subaddress: { major: 0, minor }, amount, amounts: [amount] },
        ...{
          height,
          timestamp: NOW / 1000,
          unlockTime: 0n,
          fee: 1n,
          coinbase: false,
          doubleSpendSeen: false,
        },
      }),
    ],
    deletes: [],
  });

describe('x_requests', () => {
  it('counts what a light-wallet server names', async () => {
    const { call, wallet } = await openFixture();
    const { request } = await call('x_make_request', { amount: 3n * XMR, purpose: 'Bike' });
    await nameOutputs({ call, wallet }, HEIGHT);
    const [output] = [...wallet.state.tables.namedOutputs.values()];
    const paid = { ...output!, key: asPublicKey(new Uint8Array(32).fill(9)), amount: 3n * XMR };
    await wallet.ledger.commit(
      change([
        put('namedOutputs', toHex(paid.key), {
          ...paid,
          ...{
            subaddress: { major: 0, minor: request.index },
            height: HEIGHT - 10,
            txid: asTxId(fromHex(txid('a'))),
          },
          keyImage: new Uint8Array(32).fill(9) as KeyImage,
        }),
      ]),
    );
    const { requests = [] } = await call('x_requests');
    expect(requests[0]).toMatchObject({ state: 'confirmed', received: 3n * XMR });
  });
  it('lists the requests with their states and payments, the newest first', async () => {
    const { call, clock, wallet } = await openFixture();
    expect(await call('x_requests')).toEqual({});
    const { request } = await call('x_make_request', { amount: 3n * XMR, purpose: 'Bike' });
    await clock.advance(1000);
    const { request: tips } = await call('x_make_request', { purpose: 'Tips' });
    await pay(wallet, request.index, 'a', XMR, HEIGHT - 10);
    await pay(wallet, request.index, 'b', 2n * XMR, HEIGHT - 3);
    const facts = { seen_at: NOW / 1000 };
    expect(await call('x_requests')).toEqual({
      requests: [
        tips,
        {
          ...{ ...request, state: 'paid', received: 3n * XMR, missing: 0n, confirmations: 3 },
          payments: [
            { txid: txid('a'), amount: XMR, height: HEIGHT - 10, confirmations: 10, ...facts },
            { txid: txid('b'), amount: 2n * XMR, height: HEIGHT - 3, confirmations: 3, ...facts },
          ],
        },
      ],
    });
  });
  it('expires them by the clock', async () => {
    const { call, clock } = await openFixture();
    await call('x_make_request', { expires: NOW / 1000 + 60 });
    const states = async () => ((await call('x_requests')).requests ?? []).map(({ state }) => state);
    await clock.advance(60_000);
    expect(await states()).toEqual(['open']);
    await clock.advance(1000);
    expect(await states()).toEqual(['expired']);
  });
  it('finds them again when the wallet is opened again, and in a backup that another browser opens', async () => {
    const browser = createMemoryBrowser();
    const { call } = await openFixture({ browser });
    await call('x_make_request', { amount: XMR, purpose: 'Bike', expires: NOW / 1000 + 60 });
    const before = await call('x_requests');
    const { hex } = await call('x_export_file', { password: PASSWORD });
    await call('close_wallet');
    const again = openRpcSession({ browser });
    await again.call('open_wallet', { filename: NAME, password: PASSWORD });
    expect(await again.call('x_requests')).toEqual(before);
    const elsewhere = openRpcSession();
    await elsewhere.call('x_import_file', { filename: 'Again', password: PASSWORD, hex });
    await elsewhere.call('open_wallet', { filename: 'Again', password: PASSWORD });
    expect(await elsewhere.call('x_requests')).toEqual(before);
  });
  it('is refused in restricted mode', async () => {
    const { refusal } = await openFixture({ dispatch: { restricted: true } });
    expect(await refusal('x_requests')).toMatchObject({ code: -7 });
  });
});
