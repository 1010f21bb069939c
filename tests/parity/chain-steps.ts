/**
 * Runs steps of table/chain.ts on a real chain: the same calls to our engine and to monero-wallet-rpc with the same seed.
 * Each step must have the outcome that it names, and the same on both sides.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECOND_OWNER } from '../../scripts/tools/app/funded-chain.ts';
import { callRpc, post } from '../../scripts/tools/app/monero.ts';
import type { MethodName } from '../../src/rpc/contract.ts';
import { dispatchText } from '../../src/rpc/dispatch-text.ts';
import { startRegtest, type Regtest } from '../support/regtest.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { levelAnswer } from './known-differences.ts';
import { isRef, ofOurs, type ChainStep, type Happening, type Params, type Ref } from './table/step.ts';
import {
  FOREIGN_ADDRESS,
  mineAll,
  openOwner,
  ourWallet,
  theirWallet,
  type Answer,
  type TestWallet,
} from './wallet-pair.ts';
import { kindOf, outcomeOf, request, type Outcome } from './wire.ts';

type Side = 'ours' | 'theirs';
const XMR = 1_000_000_000_000n;

let chain: Regtest;
let ask: Readonly<Record<Side, (body: string) => Promise<string>>>;
/** The second of two signers, always our engine. */
let mate: TestWallet;
/** Stored answers by name and side. */
const kept = new Map<string, Readonly<Record<Side, object>>>();
const keep = (name: string, ours: object, theirs = ours): unknown => kept.set(name, { ours, theirs });

const start = async (): Promise<void> => {
  await useWasmKernel();
  // The node mines without the RandomX data set of 2 GiB.
  process.env['MONERO_RANDOMX_UMASK'] = '4';
  chain = await startRegtest({ funded: true });
  keep('node', { url: chain.url });
  const { session } = ourWallet(chain);
  const { rpc } = await theirWallet(chain);
  ask = {
    ours: (body) => dispatchText(session, body),
    theirs: (body) => post(`${rpc.url}/json_rpc`, body),
  };
  mate = ourWallet(chain);
};

const lookUp = (ref: Ref, side: Side): unknown => {
  const [name, ...path] = ref[side].split('.');
  let value: unknown = kept.get(name!)?.[ref.of === 'ours' ? 'ours' : side];
  for (const part of path) value = (value as Params | undefined)?.[part];
  if (value === undefined) throw new Error(`nothing was kept as ${ref[side]}`);
  return value;
};
const filled = (value: unknown, side: Side): unknown => {
  if (isRef(value)) return lookUp(value, side);
  if (Array.isArray(value)) return value.map((each) => filled(each, side));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, side)]));
};
const text = (ref: string): string => lookUp(ofOurs(ref), 'ours') as string;

const askOurs = async <Name extends MethodName>(method: Name): Promise<Answer<Name>> =>
  (outcomeOf(await ask.ours(request(method, '{}'))) as { readonly result: unknown }).result as Answer<Name>;

const HAPPENINGS: Readonly<Record<string, () => Promise<unknown>>> = {
  'the other signer prepares': async () => {
    await mate.call('create_wallet', { filename: 'mate', language: 'English' });
    const { multisig_info } = await mate.call('prepare_multisig', { enable_multisig_experimental: true });
    keep('mate', { first: multisig_info });
  },
  'the other signer makes it': async () => {
    const first = text('first.multisig_info');
    const { multisig_info } = await mate.call('make_multisig', { multisig_info: [first], threshold: 2 });
    keep('mate', { second: multisig_info });
  },
  'the other signer finishes': () =>
    mate.call('exchange_multisig_keys', { multisig_info: [text('second.multisig_info')] }),
  'the signers are paid': async () => {
    const payer = ourWallet(chain);
    await openOwner(payer, SECOND_OWNER);
    const destinations = [1n, 2n, 3n, 4n].map((coin) => ({
      address: text('account.address'),
      amount: coin * XMR,
    }));
    await payer.call('transfer', { destinations });
    await mineAll(chain, 10);
  },
  'it is mined': () => mineAll(chain, 1),
  'ten blocks are mined': () => mineAll(chain, 10),
  /** Each program pays from an account of its own: six outputs for each. */
  'two accounts are paid': async () => {
    const { subaddress_accounts: accounts } = await askOurs('get_accounts');
    keep('accounts', { ours: 1, theirs: 2 });
    const payer = ourWallet(chain);
    await openOwner(payer, SECOND_OWNER);
    for (let round = 1n; round <= 3n; round++) {
      const destinations = [1, 2, 1, 2].map((account) => ({
        address: accounts[account]!.base_address,
        amount: round * XMR,
      }));
      await payer.call('transfer', { destinations });
      await mineAll(chain, 10);
    }
  },
  /** A node that takes a block away has its transactions in the pool again. */
  'its block is taken away': async () => {
    await chain.popBlocks(1);
    await callRpc(chain.url, 'flush_txpool');
    await chain.mine(2, FOREIGN_ADDRESS);
  },
  'the other signer tells': async () => {
    await mate.call('refresh');
    keep('mate', { info: (await mate.call('export_multisig_info')).info });
  },
  /** One payment for each side to sign, of different outputs, because an output's nonces sign once. */
  'the other signer pays': async () => {
    const sets: string[] = [];
    for (const [i, side] of (['ours', 'theirs'] as const).entries()) {
      const { info } = kept.get('info')![side] as { info: string };
      await mate.call('import_multisig_info', { info: [info] });
      const { transfers } = await mate.call('incoming_transfers', { transfer_type: 'available' });
      const { key_image } = transfers[i]!;
      sets.push((await mate.call('sweep_single', { address: FOREIGN_ADDRESS, key_image })).multisig_txset);
    }
    keep('mate', { ours: sets[0]!, theirs: sets[1]! });
  },
};

const take = async (step: ChainStep, side: Side): Promise<Outcome> =>
  outcomeOf(await ask[side](request(step.method, JSON.stringify(filled(step.params, side)))));
/** The part of an answer that is compared. */
const shown = ({ method, only }: ChainStep, outcome: Outcome): object => {
  if (!('result' in outcome)) return outcome;
  if (!only) return { result: levelAnswer(method, outcome.result) };
  const fields = only.map((path) =>
    path.split('.').reduce<unknown>((value, part) => (value as Params | undefined)?.[part], outcome.result),
  );
  return { ...kindOf(outcome), fields };
};

const METHOD_NOT_FOUND = -32601;

export function compareCalls(steps: readonly (ChainStep | Happening)[]): void {
  beforeAll(start);
  afterAll(() => chain.dispose());
  it.each(steps.map((each, i) => [`${i} ${nameOf(each)}`, each] as const))('%s', async (_, each) => {
    if ('happens' in each) {
      await HAPPENINGS[each.happens]!();
      return;
    }
    const ours = await take(each, 'ours');
    if (each.between) {
      const params = { do_background_mining: false, ignore_battery: true, miner_address: FOREIGN_ADDRESS };
      await chain.path(each.between, { ...params, threads_count: 1 });
    }
    const theirs = await take(each, 'theirs');
    const context = JSON.stringify({ ours, theirs }).slice(0, 2000);
    expect('result' in ours ? 'answered' : 'refused', context).toBe(each.comes);
    if (each.differs?.in === 'all') return;
    if (each.lacks && 'code' in theirs && theirs.code === METHOD_NOT_FOUND) return;
    if (each.differs?.in === 'message')
      expect('code' in theirs && theirs.code).toBe('code' in ours && ours.code);
    else expect(shown(each, ours), context).toEqual(shown(each, theirs));
    if (each.as && 'result' in ours && 'result' in theirs) keep(each.as, ours.result, theirs.result);
  });
}

function nameOf(each: ChainStep | Happening): string {
  return 'happens' in each ? each.happens : `${each.method} is ${each.comes}`;
}
