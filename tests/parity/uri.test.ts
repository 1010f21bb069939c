import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAddress, withPaymentId, type Address } from '../../src/protocol/address/address.ts';
import { makePaymentUri, parsePaymentUri } from '../../src/protocol/address/uri.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { startOfflineWallet, type OfflineWallet } from '../support/offline-wallet.ts';

const main: Address = {
  network: 'mainnet',
  kind: 'standard',
  ...accountFromSeed(new Uint8Array(32).fill(5)),
};
const A = formatAddress(main);
const INTEGRATED = formatAddress(withPaymentId(main, new Uint8Array(8).fill(1)));
const TESTNET = formatAddress({ ...main, network: 'testnet' });
const every = String.fromCharCode(...Array.from({ length: 127 }, (_, i) => i + 1));

interface WireUri {
  address: string;
  amount: number;
  payment_id: string;
  recipient_name: string;
  tx_description: string;
}
interface Parsed {
  uri: WireUri;
  unknown_parameters?: string[];
}

describe('monero: URIs', () => {
  let wallet: OfflineWallet;
  beforeAll(async () => {
    wallet = await startOfflineWallet();
    await wallet.call('create_wallet', { filename: '', language: 'English' });
  });
  afterAll(() => wallet.stop());

  it('are written the same by both programs', async () => {
    for (const [address, amount, name, description] of [
      [A, 0, '', ''],
      [A, 10, '', ''],
      [A, 1_000_000_000_000, 'Alice', ''],
      [INTEGRATED, 239_390_140_000_000, 'Zoë & えんしゅう', ' a+b=c; 100% '],
      [A, 0, '', every],
      [A, 9_007_199_254_740_991, every, '😀'],
    ] as const) {
      const { uri } = await wallet.call<{ uri: string }>('make_uri', {
        address,
        amount,
        recipient_name: name,
        tx_description: description,
      });
      expect(
        makePaymentUri('mainnet', { recipients: [{ address, amount: BigInt(amount), name }], description }),
      ).toBe(uri);
    }
  });

  it('are refused for the same arguments', async () => {
    for (const [address, payment_id] of [
      ['', ''],
      ['nonsense', ''],
      [TESTNET, ''],
      [A, '1'.repeat(64)],
      [INTEGRATED, '1'.repeat(64)],
      [A, 'zz'],
    ] as const) {
      await expect(wallet.call('make_uri', { address, payment_id }), address).rejects.toMatchObject({
        code: -11,
      });
      expect(() =>
        makePaymentUri('mainnet', {
          recipients: [{ address, amount: 0n, name: '' }],
          description: '',
          paymentId: payment_id,
        }),
      ).toThrow(expect.objectContaining({ code: 'bad_uri' }));
    }
  });

  it('are parsed the same, malformed ones included', async () => {
    const amounts = [
      '1',
      '1.',
      '.5',
      '.',
      '',
      ' 1 ',
      '1.0000000000001',
      '1.0000000000000',
      '1.2.3',
      '+1',
      '-1',
      '1e3',
    ]
      .concat([
        '0x2',
        '00001',
        '9007.199254740991',
        '18446744.073709551616',
        '1%20',
        '0',
        '1;2',
        '222222222222222222222',
      ])
      .map((amount) => `monero:${A}?tx_amount=${amount}`);
    const queries = [
      '',
      '?',
      '?&',
      '?foo=bar&',
      '?foo=',
      '?=',
      '?foo=1&foo=2',
      '?amount',
      '?tx_description=a=b',
    ]
      .concat([
        '?tx_description=',
        '?recipient_name=',
        '?recipient_name=a;b',
        '?tx_description=a%2',
        '?tx_description=%',
      ])
      .concat([
        '?tx_description=%zz%41%4',
        '?tx_description=%e3%81%82',
        '?tx_description=a+b#c',
        '?tx_description=é',
      ])
      .concat(['?recipient_name=a%20b&tx_description=%3D%26&tx_amount=3&x=y&z=%20', '?a?b=c', '&tx_amount=1'])
      .concat(['?tx_payment_id=', '?tx_payment_id=1234567890123456', `?tx_payment_id=${'aB'.repeat(32)}`])
      .flatMap((query) => [`monero:${A}${query}`, `monero:${INTEGRATED}${query}`]);
    const schemes = [
      '',
      ':',
      'monero',
      'monero:',
      'monero:?',
      `MONERO:${A}`,
      ` monero:${A}`,
      `monero://${A}`,
      A,
    ].concat([`monero:${TESTNET}`, `monero: ${A}`, `monero:${A} `]);
    for (const uri of [...amounts, ...queries, ...schemes]) {
      let theirs: Parsed | 'refused';
      try {
        theirs = await wallet.call<Parsed>('parse_uri', { uri });
      } catch (error) {
        expect(error).toMatchObject({ code: -11 });
        theirs = 'refused';
      }
      expect({ uri, answer: ours(uri) }).toEqual({ uri, answer: theirs });
    }
  });
});

const ours = (uri: string): Parsed | 'refused' => {
  try {
    const { recipients, description, paymentId, unknownParameters } = parsePaymentUri('mainnet', uri);
    const { address, amount, name } = recipients[0]!;
    return {
      uri: {
        address,
        amount: Number(amount),
        payment_id: paymentId ?? '',
        recipient_name: name,
        tx_description: description,
      },
      ...(unknownParameters.length > 0 && { unknown_parameters: [...unknownParameters] }),
    };
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad_uri' });
    return 'refused';
  }
};
