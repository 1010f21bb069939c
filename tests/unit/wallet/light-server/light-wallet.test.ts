// threat: changed-blocks
/** A wallet shows what its light-wallet server names, and finds the differences when it reads the chain. */
import { describe, expect, it, vi } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { ToldHistory, ToldOutput } from '../../../../src/ports/light-server.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { incoming, outgoing } from '../../../../src/wallet/ledger/history.ts';
import { lightDifferences } from '../../../../src/wallet/light-server/compare.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { readLightServer } from '../../../../src/wallet/light-server/read-server.ts';
import { loadNamedPart, shownState } from '../../../../src/wallet/state/shown-state.ts';
import { checkSpendable } from '../../../../src/wallet/spend/pending.ts';
import { change, put, remove, type Ledger } from '../../../../src/wallet/state/state.ts';
import type { LightServerUse } from '../../../../src/wallet/state/records/light-server.ts';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import { fault } from '../../../../src/daemon/faults.ts';
import { createFakeClock } from '../../../support/rpc/fake-clock.ts';
import { expectFault } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { createSync } from '../../../../src/wallet/sync/sync.ts';
import { onlyReceiver } from '../only-receiver.ts';
import { createTestChain, txidOf, type TestChain } from '../test-chain.ts';
import { readChain, testLedger } from '../test-ledger.ts';
import { createTestNode } from '../test-node.ts';

const XMR = 1_000_000_000_000n;
const USE: LightServerUse = {
  ...{ address: 'https://light.example', inUse: true, open: true, startHeight: 0, height: 40 },
  ...{ chainHeight: 40, wanted: [5], subaddresses: true, refused: 0 },
};

/** The calls of a server that accepts all, and names nothing. */
const acceptsAll = {
  login: () => Promise.resolve(),
  scanFrom: () => Promise.resolve(true),
  addAddresses: () => Promise.resolve(),
  outputs: () => Promise.resolve([]),
};

/** A chain with an income of 4 XMR, from which 1 is paid, and another income of 2. */
const chainOfThree = (): TestChain => {
  const chain = createTestChain(5);
  chain.add([{ id: 'income', outputs: [{ name: 'a', amount: 4n * XMR }] }]);
  chain.add([
    { id: 'payment', spends: ['a'], outputs: [{ name: 'change', amount: 3n * XMR }] },
    { id: 'second', outputs: [{ name: 'b', amount: 2n * XMR }] },
  ]);
  chain.addEmpty(40 - chain.height);
  return chain;
};
/** Returns the outputs that an honest server names: those of a wallet that has read this chain. */
const honest = async (chain: TestChain): Promise<readonly OwnedOutput[]> => {
  const ledger = await testLedger();
  await readChain(ledger, chain);
  return ledger.state.outputs;
};
const useServer = async (
  ledger: Ledger,
  named: readonly OwnedOutput[],
  more: Partial<LightServerUse> = {},
) => {
  await loadNamedPart();
  await ledger.commit(({ tables }) =>
    change(
      [
        put('lightServer', '', { ...USE, ...more }),
        ...named.map((output) => put('namedOutputs', toHex(output.key), output)),
        ...['income', 'payment', 'second'].map((id, i) =>
          put('namedTransactions', toHex(txidOf(id)), {
            ...{ txid: txidOf(id), height: 5 + i, timestamp: i, fee: 0n, unlockTime: 0n, coinbase: false },
          }),
        ),
      ],
      [...tables.namedOutputs.keys()].map((key) => remove('namedOutputs', key)),
    ),
  );
};

describe('a wallet with a light-wallet server', () => {
  it('shows balance and history as the server names them, and has read nothing', async () => {
    const ledger = await testLedger();
    const shown = shownState(ledger);
    expect(balanceOf(shown, 0, false, 0).balance).toBe(0n);
    await useServer(ledger, await honest(chainOfThree()));
    expect(balanceOf(shown, 0, false, 0)).toMatchObject({ balance: 5n * XMR, unlocked: 5n * XMR });
    expect(incoming(shown, {}, 0).map(({ amount }) => amount)).toEqual([4n * XMR, 2n * XMR]);
    expect(outgoing(shown, 'confirmed', {}, 0)).toMatchObject([{ amount: XMR, change: 3n * XMR }]);
    expect(ledger.state.outputs).toEqual([]);
    expect([...ledger.state.tables.payments]).toEqual([]);
  });

  it('shows what it has read when the server is not used any more', async () => {
    const ledger = await testLedger();
    const shown = shownState(ledger);
    await useServer(ledger, await honest(chainOfThree()), { inUse: false });
    expect(balanceOf(shown, 0, false, 0).balance).toBe(0n);
  });

  it('spends what the server named, but not what the wallet has read as spent', async () => {
    const chain = chainOfThree();
    const ledger = await testLedger();
    const named = await honest(chain);
    const hidden = named.map(({ spent: _spent, ...output }) => output);
    await useServer(ledger, hidden);
    const { keyImage } = hidden[0]!;
    checkSpendable(ledger.state, { keyImages: [keyImage!] });
    await readChain(ledger, chain);
    expectFault(() => checkSpendable(ledger.state, { keyImages: [keyImage!] }), 'output_not_spendable');
  });
});

describe('a wallet whose spend key is locked away', () => {
  const lockKey = (ledger: Ledger): Promise<void> =>
    ledger.commit(({ account: { spendSecret: _away, ...account }, settings }) =>
      change([
        put('account', '', account),
        put('settings', '', { ...settings, background: { type: 'reuse', away: true } }),
      ]),
    );
  /** A server that accepts all; `asked` counts its answers. */
  const countingServer = () => {
    const asked = { history: 0 };
    const history = (): Promise<ToldHistory> => {
      asked.history += 1;
      return Promise.resolve({ scanned: 40, chainHeight: 40, startHeight: 0, transactions: [] });
    };
    const lightServers = { lightServer: () => Promise.resolve({ ...acceptsAll, history }) };
    return { asked, lightServers };
  };

  it('reads blocks, and does not say that the server has answered', async () => {
    const chain = chainOfThree();
    const ledger = await testLedger();
    await useServer(ledger, []);
    const node = createTestNode(chain);
    const clock = createFakeClock(1_800_000_000_000);
    const { asked, lightServers } = countingServer();
    const sync = createSync({
      blocks: node,
      receivers: onlyReceiver(node),
      pool: node.scanner,
      cryptoWorkers: createInlineCryptoWorkers({ bytes: seededRandom('light') }),
      clock,
      random: { bytes: seededRandom('waits') },
      ledger,
      lightServers,
    });
    await sync.refresh();
    const { answeredAt } = sync.light;
    expect([answeredAt, asked.history, ledger.state.height]).toEqual([1_800_000_000_000, 1, 0]);
    await lockKey(ledger);
    await clock.advance(1000);
    await sync.refresh();
    expect([sync.light.answeredAt, asked.history, ledger.state.height]).toEqual([answeredAt, 1, 40]);
    expect(ledger.state.outputs).toHaveLength(3);
  });

  it('is not read from its server, which a pass that has just begun does not report as an answer', async () => {
    const ledger = await testLedger();
    await useServer(ledger, []);
    await lockKey(ledger);
    const { asked, lightServers } = countingServer();
    const deps = { ledger, lightServers, clock: createFakeClock(1_800_000_000_000) };
    expect(await readLightServer(deps, new AbortController().signal)).toBeUndefined();
    expect(asked.history).toBe(0);
  });
});

describe('a wallet that has read the chain again', () => {
  /** Kinds and amounts of what differs from what the server named, after `lie` changed it. */
  const differences = async (lie: (named: readonly OwnedOutput[]) => readonly OwnedOutput[]) => {
    const chain = chainOfThree();
    const ledger = await testLedger();
    await useServer(ledger, lie(await honest(chain)), { inUse: false });
    expect(lightDifferences(ledger.state)).toBeUndefined();
    await readChain(ledger, chain);
    return lightDifferences(ledger.state)!.map(({ kind, amount }) => [kind, amount / XMR]);
  };
  const changed =
    (at: number, more: Partial<OwnedOutput>) =>
    (named: readonly OwnedOutput[]): OwnedOutput[] =>
      named.map((output, i) => (i === at ? { ...output, ...more } : output));

  it('finds nothing wrong with an honest server', async () => {
    expect(await differences((named) => named)).toEqual([]);
  });
  it('finds an invented payment, and one with another amount or place', async () => {
    const invented = new Uint8Array(32).fill(9) as OwnedOutput['key'];
    expect(
      await differences((named) => [...named, { ...named[0]!, key: invented, amount: 9n * XMR }]),
    ).toEqual([['not_in_chain', 9n]]);
    expect(await differences(changed(0, { amount: 5n * XMR }))).toEqual([['not_in_chain', 5n]]);
    expect(await differences(changed(2, { globalIndex: 1 }))).toHaveLength(1);
    expect(await differences(changed(2, { txid: txidOf('other') }))).toHaveLength(1);
  });
  it('finds them also if the server claims to have scanned far more blocks than there are', async () => {
    const chain = chainOfThree();
    const ledger = await testLedger();
    const named = await honest(chain);
    const invented = { ...named[0]!, key: asPublicKey(new Uint8Array(32).fill(9)) };
    const later = { ...invented, key: asPublicKey(new Uint8Array(32).fill(8)), height: 41 };
    await useServer(ledger, [...named, invented, later], { inUse: false, height: 400_000_000 });
    expect(lightDifferences(ledger.state, chain.height)).toBeUndefined();
    await readChain(ledger, chain);
    expect(lightDifferences(ledger.state)).toBeUndefined();
    expect(lightDifferences(ledger.state, chain.height)).toMatchObject([{ kind: 'not_in_chain', height: 5 }]);
    const spentLater = changed(2, { spent: { height: 41, txid: txidOf('later') } })(named);
    await useServer(ledger, [...spentLater, invented], { inUse: false, height: 42 });
    expect(lightDifferences(ledger.state, chain.height)).toHaveLength(1);
  });
  it('finds a payment that was kept back', async () => {
    expect(await differences((named) => named.slice(0, -1))).toEqual([['not_named', 2n]]);
  });
  it('finds a spend that was kept back, and an invented one', async () => {
    expect(await differences((named) => named.map(({ spent: _spent, ...output }) => output))).toEqual([
      ['spend_not_named', 4n],
    ]);
    expect(await differences(changed(2, { spent: { height: 8, txid: txidOf('lie') } }))).toEqual([
      ['spent_by_word', 2n],
    ]);
  });
});

describe('a light-wallet server that refuses', () => {
  /** The record of a server after an answer that refuses a call with this status. */
  const usedAfter = async (
    status: number,
    call: 'addAddresses' | 'scanFrom',
    use: Partial<LightServerUse>,
  ): Promise<LightServerUse> => {
    const ledger = await testLedger();
    await useServer(ledger, [], use);
    const history = { scanned: 40, chainHeight: 40, startHeight: 30, transactions: [] };
    const server = {
      ...acceptsAll,
      history: () => Promise.resolve(history),
      [call]: () => Promise.reject(fault('node_http', { address: USE.address, status })),
    };
    const lightServers = { lightServer: () => Promise.resolve(server) };
    const clock = createFakeClock(1_800_000_000_000);
    await readLightServer({ ledger, lightServers, clock }, new AbortController().signal);
    return ledger.state.tables.lightServer.get('')!;
  };
  it.each([404, 409, 500])('more addresses still serves those that it took before: %d', async (status) => {
    expect(await usedAfter(status, 'addAddresses', {})).toMatchObject({ wanted: [5], subaddresses: true });
  });
  it('the first addresses is asked again, unless it has no such call', async () => {
    const none = { wanted: [], subaddresses: false };
    for (const status of [409, 500])
      expect(await usedAfter(status, 'addAddresses', none)).toMatchObject(none);
    const { wanted, subaddresses } = await usedAfter(501, 'addAddresses', none);
    expect([wanted.length > 0, subaddresses]).toEqual([true, false]);
  });
  it('older blocks is asked for them again, unless it has no such call', async () => {
    expect(await usedAfter(500, 'scanFrom', {})).not.toHaveProperty('asked');
    expect((await usedAfter(404, 'scanFrom', {})).asked).toMatchObject({ granted: false });
  });
});

describe('an answer of a light-wallet server', () => {
  it('lets other calls run while hundreds of outputs are checked', async () => {
    const ledger = await testLedger();
    await useServer(ledger, []);
    const [txid, key] = [txidOf('income'), asPublicKey(new Uint8Array(32).fill(9))];
    const tx = { txid, height: 5, timestamp: 1, fee: 0n, unlockTime: 0n, coinbase: false, spends: [] };
    const history = { scanned: 40, chainHeight: 40, startHeight: 0, transactions: [tx] };
    const output: ToldOutput = {
      ...{ txid, key, txPublicKey: key, outputIndex: 0, globalIndex: 1, amount: XMR, height: 5 },
      subaddress: { major: 0, minor: 0 },
    };
    const server = {
      ...acceptsAll,
      history: () => Promise.resolve(history),
      outputs: () => Promise.resolve(new Array<ToldOutput>(200).fill(output)),
    };
    const clock = createFakeClock(1_800_000_000_000);
    const pauses = vi.spyOn(clock, 'sleep');
    const lightServers = { lightServer: () => Promise.resolve(server) };
    await readLightServer({ ledger, lightServers, clock }, new AbortController().signal);
    expect(ledger.state.tables.lightServer.get('')!.refused).toBe(200);
    expect(pauses.mock.calls.length).toBeGreaterThan(5);
  });
  it('is refused if it claims more blocks than the clock allows', async () => {
    const ledger = await testLedger();
    await useServer(ledger, []);
    const history = { scanned: 40, chainHeight: 40, startHeight: 0, transactions: [] };
    const read = (told: Partial<ToldHistory>) => {
      const server = { ...acceptsAll, history: () => Promise.resolve({ ...history, ...told }) };
      const lightServers = { lightServer: () => Promise.resolve(server) };
      const clock = createFakeClock(1_800_000_000_000);
      return readLightServer({ ledger, lightServers, clock }, new AbortController().signal);
    };
    for (const height of ['scanned', 'chainHeight', 'startHeight'])
      await expect(read({ [height]: 400_000_000 })).rejects.toMatchObject({ code: 'node_bad_answer' });
    expect(ledger.state.tables.lightServer.get('')).toEqual(USE);
    expect(await read({ scanned: 41 })).toBe(true);
    expect(ledger.state.tables.lightServer.get('')!.height).toBe(41);
  });
});
