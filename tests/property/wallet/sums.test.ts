/**
 * All sums of the page agree with get_balance to the piconero, in every account and over all: Home, Accounts, the rows and
 * months of History, the balance over time, and the saved files. Over random histories with several own and foreign payees,
 * payments to oneself and between accounts, sweeps, payments of another device with the same words, pool, failed and lost
 * payments, frozen coins, mined and old money, two outputs with one key, reorgs and rescans.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asSecretKey } from '../../../src/base/brands.ts';
import { toHex } from '../../../src/base/hex.ts';
import { parseXmr } from '../../../src/base/amount.ts';
import { camel, snake } from '../../../src/client/camel.ts';
import type { Client } from '../../../src/client/client.ts';
import { BalanceState } from '../../../src/ui/features/balance/balance.svelte.ts';
import { HistoryState } from '../../../src/ui/features/history/history.svelte.ts';
import { readCsv } from '../../../src/ui/format/csv.ts';
import { partsOf } from '../../../src/ui/state/change.ts';
import { NO_CRITERIA } from '../../../src/ui/state/history-view.svelte.ts';
import type { Session } from '../../../src/ui/state/session.svelte.ts';
import { WalletData } from '../../../src/ui/state/wallet-data.svelte.ts';
import { forgetChain } from '../../../src/wallet/ledger/forget-chain.ts';
import { setFrozen } from '../../../src/wallet/ledger/outputs.ts';
import { rebroadcast, send } from '../../../src/wallet/spend/outbox.ts';
import type { PendingTx } from '../../../src/wallet/spend/pending.ts';
import { change, put } from '../../../src/wallet/state/state.ts';
import type { OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';
import type { Destination } from '../../../src/wallet/state/records/payments.ts';
import type { Ledger } from '../../../src/wallet/state/state.ts';
import { Fault } from '../../../src/base/fault.ts';
import type { TxRelay } from '../../../src/ports/tx-relay.ts';
import { openFixture, type RpcWallet } from '../../support/rpc/fixture.ts';
import { inTier, limit } from '../../support/tier.ts';
import { onlyReceiver } from '../../unit/wallet/only-receiver.ts';
import {
  prunedBlob,
  txidOf,
  type TestChain,
  type TestOutput,
  type TestTx,
} from '../../unit/wallet/test-chain.ts';
import { readChain, readPool } from '../../unit/wallet/test-ledger.ts';
import { createNetwork } from './test-network.ts';

const NOW = 1_800_000_000;
const clock = { now: () => NOW * 1000, sleep: () => Promise.resolve() };
const ACCOUNTS = 3;

type Answer = 'ok' | 'lost' | 'rejected';
/** A recipient: of others, or an address of this wallet. */
interface To {
  readonly share: number;
  readonly own?: { readonly major: number; readonly minor: number };
}
interface Paying {
  readonly which: number;
  readonly inputs: number;
  readonly to: readonly To[];
  /** Without change. */
  readonly all: boolean;
  readonly fee: number;
}
type Step =
  | { readonly kind: 'receive'; readonly outputs: readonly To[]; readonly twin: boolean }
  | ({ readonly kind: 'pay'; readonly answer: Answer } & Paying)
  | ({ readonly kind: 'elsewhere'; readonly told: boolean } & Paying)
  | { readonly kind: 'block'; readonly order: number; readonly count: number; readonly mined: number }
  | { readonly kind: 'reorg'; readonly depth: number }
  | { readonly kind: 'freeze'; readonly which: number }
  | { readonly kind: 'rescan'; readonly hard: boolean }
  | { readonly kind: 'look' };

const own = fc.record({ major: fc.nat(ACCOUNTS - 1), minor: fc.nat(2) });
const ownTo: fc.Arbitrary<To> = fc.record({ share: fc.integer({ min: 1, max: 900 }), own });
const anyTo: fc.Arbitrary<To> = fc.record(
  { share: fc.integer({ min: 1, max: 900 }), own },
  { requiredKeys: ['share'] },
);
const paying = {
  which: fc.nat(9),
  inputs: fc.integer({ min: 1, max: 3 }),
  to: fc.array(anyTo, { minLength: 1, maxLength: 4 }),
  all: fc.boolean(),
  fee: fc.integer({ min: 1, max: 9 }),
};
const weighted = <T extends Step>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(
    5,
    fc.record({
      kind: fc.constant('receive' as const),
      outputs: fc.array(ownTo, { minLength: 1, maxLength: 3 }),
      twin: fc.boolean(),
    }),
  ),
  weighted(
    5,
    fc.record({
      ...paying,
      kind: fc.constant('pay' as const),
      answer: fc.constantFrom<Answer>('ok', 'ok', 'lost', 'rejected'),
    }),
  ),
  weighted(3, fc.record({ ...paying, kind: fc.constant('elsewhere' as const), told: fc.boolean() })),
  weighted(
    7,
    fc.record({ kind: fc.constant('block' as const), order: fc.nat(5), count: fc.nat(4), mined: fc.nat(4) }),
  ),
  weighted(2, fc.record({ kind: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 9 }) })),
  weighted(2, fc.record({ kind: fc.constant('freeze' as const), which: fc.nat(9) })),
  weighted(1, fc.record({ kind: fc.constant('rescan' as const), hard: fc.boolean() })),
  weighted(4, fc.record({ kind: fc.constant('look' as const) })),
);

const labels = { account: (index: number) => `A${index}`, label: () => '', contact: () => '' };
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n);

/** A payment of mined, unspent and unfrozen outputs of one account; undefined when there are none. */
const payment = (
  { state }: Ledger,
  network: ReturnType<typeof createNetwork>,
  { which, inputs, to, all, fee }: Paying,
): { readonly pending: PendingTx; readonly tx: TestTx } | undefined => {
  const free = state.outputs.filter(({ spent, frozen, height }) => !spent && !frozen && height > 0);
  const first = free[which % Math.max(1, free.length)];
  if (!first) return undefined;
  const { major } = first.subaddress;
  const chosen = [first, ...free.filter((each) => each !== first && each.subaddress.major === major)].slice(
    0,
    inputs,
  );
  const amountIn = sum(chosen.map(({ amount }) => amount));
  const paid = amountIn - BigInt(fee);
  if (paid <= BigInt(to.length)) return undefined;
  const shares = sum(to.map(({ share }) => BigInt(share)));
  const divisor = all ? shares : 2n * shares;
  const id = network.name();
  const amounts = to.map(({ share }) => (paid * BigInt(share)) / divisor);
  // Without change the last one gets what division left over.
  const fixed = all ? [...amounts.slice(0, -1), paid - sum(amounts.slice(0, -1))] : amounts;
  const left = paid - sum(fixed);
  const outputs: TestOutput[] = to.flatMap(({ own }, i) =>
    own ? [{ name: `${id} ${i}`, amount: fixed[i]!, to: own }] : [],
  );
  if (left > 0n) outputs.push({ name: `${id} change`, amount: left, to: { major, minor: 0 } });
  const tx: TestTx = {
    id,
    spends: chosen.map(({ keyImage }) => network.nameOf(keyImage!)),
    fee: BigInt(fee),
    outputs,
  };
  const destinations = to.map(({ own }, i): Destination => ({
    address: own ? `own ${own.major} ${own.minor}` : `somebody ${i}`,
    amount: fixed[i]!,
    ...(own?.major === major && { minor: own.minor }),
  }));
  return {
    tx,
    pending: {
      blob: prunedBlob(tx),
      txid: txidOf(id),
      fee: BigInt(fee),
      weight: 1,
      keys: { key: asSecretKey(new Uint8Array(32)), additional: [] },
      account: major,
      keyImages: chosen.map(({ keyImage }) => keyImage!),
      destinations,
      change: left,
      amountIn,
    },
  };
};

/** The chain as the wallet reads it: some money is from before RingCT. */
const withOldMoney = (chain: TestChain): TestChain => ({
  ...chain,
  get height() {
    return chain.height;
  },
  get topHash() {
    return chain.topHash;
  },
  range: (...asked) => {
    const range = chain.range(...asked);
    return { ...range, found: range.found.map((each) => ({ ...each, rct: each.amount % 7n !== 0n })) };
  },
});

const frozenIn = (outputs: readonly OwnedOutput[], accounts: readonly number[]): bigint =>
  sum(
    outputs
      .filter(({ frozen, spent, subaddress }) => frozen && !spent && accounts.includes(subaddress.major))
      .map(({ amount }) => amount),
  );

/** Compares what the page shows with get_balance. */
const compare = async ({ call, wallet }: RpcWallet): Promise<void> => {
  const client = {
    call: async (method: Parameters<typeof call>[0], params: object) =>
      camel(await call(method, snake(params) as never)),
  } as unknown as Client;
  const book = new WalletData(client);
  await book.whole();
  const session = { book, client } as unknown as Session;
  const history = new HistoryState(session, labels);
  const curve = new BalanceState(session, NOW * 1000);
  const all = book.accounts.map(({ index }) => index);
  const read = await Promise.all(all.map((account_index) => call('get_balance', { account_index })));
  expect(book.accounts.map(({ balance, unlocked }) => [balance, unlocked])).toEqual(
    read.map(({ balance, unlocked_balance }) => [balance, unlocked_balance]),
  );
  expect(book.accounts.map(({ frozen }) => frozen)).toEqual(
    all.map((index) => frozenIn(wallet.state.outputs, [index])),
  );
  const [head = [], ...lines] = readCsv(await history.csv())!;
  const column = (line: readonly string[], name: string): string => line[head.indexOf(name)]!;
  const piconero = (text: string): bigint =>
    text === '' ? 0n : text.startsWith('-') ? -parseXmr(text.slice(1)) : parseXmr(text);
  const json = JSON.parse(await history.json()) as { readonly account: string; readonly change: string }[];
  for (const accounts of [undefined, ...all.map((index) => [index])]) {
    const shown = accounts ?? all;
    const wanted = sum(shown.map((index) => read[index]!.balance)) + frozenIn(wallet.state.outputs, shown);
    book.history.criteria = { ...NO_CRITERIA, account: accounts?.[0] };
    const { matches, months } = await history.found.whole();
    curve.account = accounts?.[0] ?? -1;
    const names = shown.map((index) => labels.account(index));
    const sums = {
      rows: sum(matches.map((each) => partsOf(each, accounts)).map(({ moved, fee }) => moved - fee)),
      months: sum(months.map((month) => month.in - month.out)),
      curve: (await curve.steps.whole())?.at(-1)?.balance ?? 0n,
      csv: sum(
        lines
          .filter((line) => names.includes(column(line, 'account')))
          .map((line) => piconero(column(line, 'amount')) - piconero(column(line, 'fee'))),
      ),
      json: sum(json.filter(({ account }) => names.includes(account)).map((each) => piconero(each.change))),
    };
    expect(sums).toEqual({ rows: wanted, months: wanted, curve: wanted, csv: wanted, json: wanted });
  }
};

const live = async (steps: readonly Step[], twins: boolean): Promise<void> => {
  const rpc = await openFixture({ empty: true });
  const { ledger } = rpc.wallet;
  for (let account = 1; account < ACCOUNTS; account++) await rpc.call('create_account');
  const network = createNetwork();
  const chain = withOldMoney(network.chain);
  const built = new Map<string, TestTx>();
  let names = 0;
  const relayOf = (answer: Answer): TxRelay => ({
    relay: (_blob, txid) => {
      const id = toHex(txid);
      const fault = (code: string) => Promise.reject(new Fault(code, { txid: id }));
      if (answer === 'lost') return fault('relay_unknown');
      if (answer === 'rejected' || network.take(built.get(id)!) === 'rejected') return fault('tx_rejected');
      return Promise.resolve();
    },
    keyImagesSpent: () => Promise.resolve([]),
  });
  const look = async (): Promise<void> => {
    await readChain(ledger, chain);
    await readPool(ledger, network.pool());
    await rebroadcast({ receivers: onlyReceiver(relayOf('ok')), ledger, clock });
  };
  for (const each of steps) {
    switch (each.kind) {
      case 'receive':
        names += 1;
        if (each.twin && twins) network.receiveTwin(each.outputs[0]!.share);
        else
          network.take(
            network.register({
              id: `in ${names}`,
              fee: 2n,
              outputs: each.outputs.map(({ share, own }, at) => ({
                name: `in ${names} ${at}`,
                amount: BigInt(share),
                ...(own && { to: own }),
              })),
            }),
          );
        break;
      case 'pay': {
        const paid = twins ? undefined : payment(ledger, network, each);
        if (!paid) break;
        built.set(toHex(paid.pending.txid), network.register(paid.tx));
        await send({ receivers: onlyReceiver(relayOf(each.answer)), ledger, clock }, paid.pending).catch(
          (error: unknown) => {
            if (!(error instanceof Fault)) throw error;
          },
        );
        break;
      }
      case 'elsewhere': {
        const paid = payment(ledger, network, each);
        if (!paid) break;
        network.take(network.register(paid.tx));
        const { destinations, txid } = paid.pending;
        if (each.told) await ledger.commit(change([put('payees', toHex(txid), { destinations })]));
        break;
      }
      case 'block':
        if (each.mined === 0)
          network.mineTo({ name: `mined ${names++}`, amount: 97n, to: { major: 1, minor: 0 } });
        else network.mine(each.order, each.count);
        break;
      case 'reorg':
        network.reorg(each.depth);
        break;
      case 'freeze': {
        const output = ledger.state.outputs[each.which % Math.max(1, ledger.state.outputs.length)];
        if (output) await setFrozen(ledger, output.keyImage!, !output.frozen);
        break;
      }
      case 'rescan':
        await ledger.commit((state) => forgetChain(state, each.hard));
        await compare(rpc);
        break;
      case 'look':
        await look();
        await compare(rpc);
    }
  }
  await compare(rpc);
  await look();
  await compare(rpc);
  await rpc.session.close();
};

test(
  'Home, Accounts, rows, months, curve and files agree with get_balance in every account, over random histories',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 8, maxLength: 40 }),
        fc.nat(3).map((n) => n === 0),
        live,
      ),
      {
        numRuns: inTier({ short: 30, long: 1000 }),
      },
    );
  },
  limit(10),
);
