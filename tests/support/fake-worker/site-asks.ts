/** Made-up questions of sites, by the name of their scene. */
import type { SiteRequest, SiteCalls } from '../../../src/ui/features/consent/site-request.ts';
import known from '../../vectors/known-wallet.json' with { type: 'json' };
import { ADDRESSES, PAYEE, xmr } from './values.ts';

const NOVEMBER = Date.UTC(2026, 10, 30) / 1000;
const budget = { amount: xmr('0.5'), period: 'day', expires: NOVEMBER };
const connect = { first: true, read: false, spend: false, network: 'mainnet' };
const payment = {
  change: xmr('2.04987712'),
  unlockedAfter: xmr('10.00851327'),
  payees: [{ address: PAYEE, amount: xmr('0.35') }],
  sweep: false,
  account: 0,
  amount: xmr('0.35'),
  fee: xmr('0.00012288'),
  total: xmr('0.35012288'),
  overBudget: false,
};
const [, FIRST, SECOND] = ADDRESSES;

export const SITE_ASKS: Readonly<Record<string, Omit<SiteRequest, 'id' | 'origin' | 'method'>>> = {
  connect: { kind: 'connect', learns: ['address', 'height'], connect: { ...connect, spend: true } },
  'connect-all': {
    kind: 'connect',
    learns: ['address', 'height', 'balance', 'history'],
    connect: { ...connect, read: true, spend: true, budget },
  },
  'connect-network': {
    kind: 'connect',
    learns: ['address', 'height'],
    connect: { ...connect, wrongNetwork: 'stagenet' },
  },
  payment: { kind: 'payment', learns: ['payment'], payment },
  invoice: {
    kind: 'payment',
    learns: ['payment', 'proof'],
    payment: {
      ...payment,
      invoice: {
        id: '5f1c2ab94c0d7e11',
        created: NOVEMBER - 86_400,
        expires: NOVEMBER,
        currencyNote: 'about 58 EUR',
        note: 'Order 1042: two bags of coffee',
        message: 'Pay only \u202Eelpmaxe.live\u202C\u200B, thank you',
      },
    },
  },
  /** The longest address and an amount with all decimals. */
  'payment-long': {
    kind: 'payment',
    learns: ['payment'],
    payment: {
      ...payment,
      payees: [{ address: known.integrated, amount: xmr('120.350001234567') }],
      amount: xmr('120.350001234567'),
      total: xmr('120.350124114567'),
    },
  },
  payments: {
    kind: 'payment',
    learns: ['payment'],
    payment: {
      ...payment,
      payees: [PAYEE, FIRST, SECOND].map((address, i) => ({ address, amount: xmr(`0.${i + 1}5`) })),
      amount: xmr('0.75'),
      total: xmr('0.75012288'),
      overBudget: true,
    },
  },
  'payment-fails': { kind: 'payment', learns: ['payment'], payment },
  'payment-problem': {
    kind: 'payment',
    learns: ['payment'],
    payment: {
      ...payment,
      problem: {
        fault: 'not_enough_unlocked_money',
        data: { unlocked: xmr('0.1'), needed: payment.total },
      },
    },
  },
  sign: {
    kind: 'sign',
    learns: ['signature'],
    sign: {
      text: 'ostro site signature\nhttps://coffee-shop.example\n2026-11-23T09:00:00Z 5f1c\nLog me in to my orders',
      address: FIRST,
      key: 'spend',
    },
  },
  budget: { kind: 'budget', learns: ['payment'], connect: { ...connect, first: false, spend: true, budget } },
};

/** A worker that puts this question, and does what is approved. */
export function siteCallsFor(scene: string): SiteCalls {
  let count = 0;
  return {
    request: ({ origin, method }) => {
      const ask = SITE_ASKS[scene];
      if (!ask) return Promise.resolve({ done: { result: {} } });
      return Promise.resolve({ ask: { ...ask, id: `${scene} ${(count += 1)}`, origin, method } });
    },
    answer: ({ approve }) => {
      if (!approve) return Promise.resolve({ outcome: { error: { code: 4001, message: 'rejected' } } });
      if (scene !== 'payment-fails') return Promise.resolve({ outcome: { result: {} } });
      return Promise.resolve({
        outcome: { error: { code: -4, message: 'The payment was not sent', data: { reason: 'not_sent' } } },
        problem: { fault: 'tx_rejected', data: { reason: '', flags: [] } },
      });
    },
  };
}
