/** Calls to a light-wallet server: what is sent, and answers in the forms of the published schemas, with their examples of values. */
import { describe, expect, it } from 'vitest';
import { asSecretKey } from '../../../src/base/brands.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { parseJson, writeJson } from '../../../src/base/json.ts';
import {
  getAddressTxs,
  getUnspentOuts,
  importRequest,
  login,
  upsertSubaddrs,
} from '../../../src/daemon/light/calls.ts';
import { lightServer } from '../../../src/daemon/light/light-server.ts';
import { systemClock, systemRandom } from '../../../src/store/platform.ts';
import { faultOf } from '../../support/faults.ts';

/** Values that docs/api/wallet.yaml of vtnerd/monero-lws gives as examples. */
const HASH = 'ee171270296bbc26d5be4455b6313e1a2086a92080e205f77d6f861f8e5fd205';
const RCT =
  '09e732db4d2154dcd79eff818d105184dcf8223ecbfeb64d4673334756ca9433a28dcc2511cb636dc836722f4f54f97e7a84d7aed012798a8f65229004e6dc299500de68879730a32933bd4df0a3a5927149ea8f678e42cbd863c166c73c920d';
const TIME = '2025-06-29T20:44:32Z';

const KEYS = { address: 'an address', viewSecret: asSecretKey(new Uint8Array(32).fill(7)) };
const CREDENTIALS = { address: 'an address', view_key: '07'.repeat(32) };
const sent = ({ body }: { readonly body: Uint8Array }): unknown => parseJson(new TextDecoder().decode(body));
const bytes = (answer: unknown) => new Uint8Array(utf8(writeJson(answer)));

const SPEND = { amount: '10', key_image: HASH, tx_pub_key: HASH, out_index: 2, mixin: 15 };
const TRANSACTION = {
  ...{ id: 5, hash: HASH, timestamp: TIME, total_received: '0', total_sent: '10', unlock_time: 0 },
  ...{ block_hash: HASH, height: 90, spent_outputs: [SPEND], coinbase: false, mempool: false, mixin: 15 },
};
const HISTORY = {
  ...{ total_received: '10', scanned_height: 99, scanned_block_height: 99, start_height: 3 },
  ...{ transaction_height: 99, blockchain_height: 100, transactions: [TRANSACTION] },
};
const OUTPUT = {
  ...{ tx_id: 7, amount: '10', index: 1, global_index: '12345', rct: RCT, tx_hash: HASH },
  ...{ tx_prefix_hash: HASH, public_key: HASH, tx_pub_key: HASH, spend_key_images: [HASH] },
  ...{ timestamp: TIME, height: 90, recipient: { maj_i: 1, min_i: 2 } },
};
const UNSPENT = { per_byte_fee: '10', fee_mask: '10', amount: '10', outputs: [OUTPUT], fees: [10] };

describe('calls to a light-wallet server', () => {
  it('send the address and the view key, and what the call needs', () => {
    expect(sent(login(KEYS))).toEqual({ ...CREDENTIALS, create_account: true, generated_locally: false });
    expect(sent(importRequest(KEYS, 12))).toEqual({ ...CREDENTIALS, from_height: 12 });
    expect(sent(getAddressTxs(KEYS))).toEqual(CREDENTIALS);
    expect(sent(upsertSubaddrs(KEYS, [{ key: 1, value: [[0, 4]] }]))).toEqual({
      ...CREDENTIALS,
      subaddrs: [{ key: 1, value: [[0, 4]] }],
      get_all: false,
    });
    const { contentType } = getUnspentOuts(KEYS);
    expect(contentType).toBe('application/json');
  });

  it('read a history in the published form; heights become numbers of blocks', () => {
    const { scanned, chainHeight, startHeight, transactions } = getAddressTxs(KEYS).read(bytes(HISTORY));
    expect([scanned, chainHeight, startHeight]).toEqual([100, 101, 3]);
    expect(transactions).toMatchObject([{ height: 90, timestamp: 1751229872, fee: 0n, coinbase: false }]);
    expect(
      transactions[0]!.spends.map(({ keyImage, outputIndex }) => [toHex(keyImage), outputIndex]),
    ).toEqual([[HASH, 2]]);
  });

  it('count a transaction of the pool as in no block, whatever height it has', () => {
    const { timestamp: _t, ...waiting } = TRANSACTION;
    const read = getAddressTxs(KEYS).read(
      bytes({ ...HISTORY, transactions: [{ ...waiting, mempool: true }] }),
    );
    expect(read.transactions).toMatchObject([{ height: 0, timestamp: 0 }]);
  });

  it('read outputs in the published form, and the main address where none is named', () => {
    const [output] = getUnspentOuts(KEYS).read(bytes(UNSPENT));
    expect(output).toMatchObject({
      ...{ outputIndex: 1, globalIndex: 12_345, amount: 10n, height: 90, subaddress: { major: 1, minor: 2 } },
      rct: { commitment: fromHex(RCT.slice(0, 64)), sealedMask: fromHex(RCT.slice(64, 128)) },
    });
    const { recipient: _r, rct: _c, ...bare } = OUTPUT;
    const [old] = getUnspentOuts(KEYS).read(bytes({ ...UNSPENT, outputs: [bare] }));
    expect(old).toMatchObject({ subaddress: { major: 0, minor: 0 } });
    expect(old!.rct).toBeUndefined();
  });

  it.each([
    ['an amount of 2^64', { amount: '18446744073709551616' }],
    ['a negative amount', { amount: '-1' }],
    ['a commitment of 95 bytes', { rct: RCT.slice(2) }],
    ['a key of 31 bytes', { public_key: HASH.slice(2) }],
    ['an index above 2^53', { global_index: '9007199254740992' }],
    ['a height above every chain', { height: 500_000_001 }],
    ['an account above 2^32', { recipient: { maj_i: 2 ** 32, min_i: 0 } }],
    ['no key', { public_key: undefined }],
  ])('refuse an output with %s', (_what, field) => {
    const answer = bytes({ ...UNSPENT, outputs: [{ ...OUTPUT, ...field }] });
    expect(faultOf(() => getUnspentOuts(KEYS).read(answer))).toMatchObject({ code: 'bad_answer' });
  });
  it.each([
    ['a time without a zone', { timestamp: '2025-06-29T20:44:32' }],
    ['a 13th month', { timestamp: '2025-13-29T20:44:32Z' }],
    ['spends that are no list', { spent_outputs: {} }],
    ['too many spends', { spent_outputs: new Array(10_001).fill(0) }],
    ['an unlock time of 2^64', { unlock_time: 2n ** 64n }],
  ])('refuse a transaction with %s', (_what, field) => {
    const answer = bytes({ ...HISTORY, transactions: [{ ...TRANSACTION, ...field }] });
    expect(faultOf(() => getAddressTxs(KEYS).read(answer))).toMatchObject({ code: 'bad_answer' });
  });
});

describe('a light-wallet server', () => {
  const world = {
    fetch: () => Promise.reject(new TypeError('no network')),
    clock: systemClock,
    random: systemRandom,
  };
  it.each([
    'https://light.example',
    'http://127.0.0.1:8443',
    'http://192.168.1.5:8443',
    `http://${'a'.repeat(56)}.onion`,
  ])('is asked at %s', (address) => {
    expect(lightServer(world, { address })).toHaveProperty('login');
  });
  it.each(['http://light.example:8443', 'http://onion.example', 'no address?'])(
    'is not asked at %s',
    (address) => {
      expect(faultOf(() => lightServer(world, { address }))).toMatchObject({ code: 'bad_node_address' });
    },
  );
});
