/** One simulated run: a world from a seed, some days of it, a healthy end, and the comparison with the truth. */
import '../support/some-kernel.ts';
import { createHash } from 'node:crypto';
import { loadParts } from '../../src/base/on-demand.ts';
import { findMethod } from '../../src/rpc/method-table.ts';
import { setStretcher } from '../../src/store/stretch.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { person } from '../unit/wallet/test-money.ts';
import { createSimBrowser } from './browser.ts';
import { createDice } from './dice.ts';
import { Broken, createModel, type Model } from './model.ts';
import { BLOCK_MS, createNetwork, type Network } from './network.ts';
import { createSimNode, MOODS, type SimNode } from './node.ts';
import { createProgram, type Outcome, type Program } from './program.ts';
import { simulatedProofs } from './proofs.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { useSimulatedCrypto } from './web-crypto.ts';

export interface Run {
  readonly seed: string;
  readonly days: number;
  readonly steps: number;
  /** SHA-256 of everything that happened. */
  readonly hash: string;
  /** Why the run broke; absent: every invariant held. */
  readonly broken?: { readonly invariant: string; readonly message: string; readonly day: number };
  /** The newest events. */
  readonly lines: readonly string[];
  readonly payments: number;
}
export interface Wanted {
  readonly seed: string;
  readonly days: number;
  /** Parts of the world that do not happen, to find the shortest schedule that still fails. */
  readonly without?: ReadonlySet<Disturbance>;
}
export const DISTURBANCES = ['kills', 'reorgs', 'moods', 'date'] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

const DAY = 24 * 3_600_000;
/** Healthy days at the end, after which everything must be settled. */
const HEALTHY = 6;

/** Loads all code that loads on demand: a real file must not decide the order of a simulated run. */
export async function prepare(): Promise<void> {
  await useWasmKernel();
  await findMethod('get_version');
  await loadParts();
  setStretcher(({ password, salt }) =>
    Promise.resolve(new Uint8Array(createHash('sha256').update(password).update(salt).digest())),
  );
}

export async function simulate({ seed, days, without = new Set() }: Wanted): Promise<Run> {
  const scheduler = createScheduler(seed);
  const stop = useSimulatedCrypto(createDice(`${seed} platform`));
  const bugs: Error[] = [];
  const failures: Broken[] = [];
  try {
    const world = build(scheduler, seed, bugs, without);
    const { network, model, nodes, program } = world;
    disturb(scheduler, world, without, days);
    pays(scheduler, network, days);
    const running = program.run().catch((error: unknown) => {
      failures.push(error instanceof Broken ? error : new Broken('program', String(error)));
    });
    const check = (): void => {
      if (failures[0]) throw failures[0];
      if (bugs[0]) throw new Broken('bug', bugs[0].stack ?? bugs[0].message);
      const stuck = [...program.waiting].find((name) => name.endsWith('waits for ever'));
      if (stuck) throw new Broken('waits for ever', stuck);
      model.check();
    };
    await scheduler.run(days * DAY, check);
    program.finish();
    for (const node of nodes) node.mood = 'honest';
    world.moods.deceived = Math.min(world.moods.deceived, scheduler.now);
    await scheduler.run((days + HEALTHY) * DAY, check);
    await Promise.race([running, Promise.resolve()]);
    await settle(scheduler, (days + HEALTHY + 1) * DAY, check, compare(program, model));
    return { ...summary(scheduler, seed, days, model) };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return {
      seed,
      days,
      steps: scheduler.steps,
      hash: scheduler.hash,
      lines: scheduler.lines,
      payments: 0,
      broken: { invariant: error.invariant, message: error.message, day: scheduler.now / DAY },
    };
  } finally {
    stop();
  }
}

const summary = (scheduler: Scheduler, seed: string, days: number, model: Model): Run => ({
  seed,
  days,
  steps: scheduler.steps,
  hash: scheduler.hash,
  lines: scheduler.lines,
  payments: [...model.payments.values()].filter(({ state }) => state === 'sent').length,
});

/** Runs the scheduler while `work` waits for it. */
const settle = async (
  scheduler: Scheduler,
  until: number,
  check: () => void,
  work: Promise<void>,
): Promise<void> => {
  const end: { outcome?: Promise<void> } = {};
  const note = (outcome: Promise<void>) => () => (end.outcome = outcome);
  work.then(note(work), note(work));
  await scheduler.run(until, check);
  if (!end.outcome) throw new Broken('waits for ever', 'the last comparison');
  await end.outcome;
};

const build = (scheduler: Scheduler, seed: string, bugs: Error[], without: ReadonlySet<Disturbance>) => {
  const { dice } = scheduler;
  const owner = person('simulated owner');
  const stranger = person('simulated stranger');
  const network = createNetwork(createDice(`${seed} network`), stranger);
  const model = createModel(network, owner, stranger);
  const moods = { deceived: -1 };
  const nodes = ['18081', '18082', '18083'].map((port) =>
    createSimNode(
      {
        scheduler,
        network,
        onRequest: (seen) => {
          model.requested(seen);
        },
        onTransaction: (tx, refused) => {
          model.relayed(tx, refused, { now: scheduler.now, deceived: moods.deceived });
        },
      },
      `http://127.0.0.1:${port}`,
    ),
  );
  const program = createProgram({
    scheduler,
    browser: createSimBrowser(scheduler),
    nodes,
    cryptoWorkers: simulatedProofs(createDice(`${seed} proofs`)),
    dateOff: without.has('date') || dice.chance(0.7) ? 0 : dice.between(-2, 2) * DAY,
    onBug: (error) => bugs.push(error instanceof Error ? error : new Error('not an Error')),
    owner,
    stranger,
    model,
    firstNode: nodes[0]!.address,
  });
  return { network, model, nodes, program, moods };
};

/** Blocks, reorganisations, moods of nodes, and kills, each at random times. */
const disturb = (
  scheduler: Scheduler,
  { network, nodes, program, moods }: ReturnType<typeof build>,
  without: ReadonlySet<Disturbance>,
  days: number,
): void => {
  const { dice } = scheduler;
  const isDeceiving = ({ mood }: SimNode): boolean => !['honest', 'flaky', 'dead', 'silent'].includes(mood);
  const repeat = (mean: number, what: string, event: () => void, end = days * DAY): void => {
    const next = (): void => {
      scheduler.after(dice.wait(mean), what, () => {
        if (scheduler.now > end) return;
        event();
        next();
      });
    };
    next();
  };
  repeat(BLOCK_MS, 'block', () => network.mine(dice), (days + HEALTHY) * DAY);
  if (!without.has('reorgs'))
    repeat(2 * DAY, 'reorganisation', () => {
      network.reorganise(dice, dice.chance(0.05) ? 12 : 1 + dice.below(4));
    });
  if (!without.has('kills')) repeat(DAY / 2, 'kill', () => program.kill());
  if (!without.has('moods'))
    for (const node of nodes)
      repeat(DAY / 3, `mood ${node.address.slice(-2)}`, () => {
        if (isDeceiving(node)) moods.deceived = scheduler.now;
        node.mood = dice.chance(0.5) ? 'honest' : dice.pick(MOODS);
        if (isDeceiving(node)) moods.deceived = Infinity;
        else if (!nodes.some(isDeceiving)) moods.deceived = Math.min(moods.deceived, scheduler.now);
        scheduler.note(node.mood);
      });
};

const XMR = 1_000_000_000_000n;
/** Payments to the wallet: several a day, to some of its addresses. */
const pays = (scheduler: Scheduler, network: Network, days: number): void => {
  const { dice } = scheduler;
  const owner = person('simulated owner');
  const stranger = person('simulated stranger');
  let count = 0;
  const next = (): void => {
    scheduler.after(count < 6 ? 60_000 : dice.wait(DAY / 2), 'payment from outside', () => {
      if (scheduler.now > days * DAY) return;
      network.pay([
        { address: owner.address(0, dice.below(3)), amount: XMR + BigInt(count++), change: false },
        { address: stranger.address(0, 0), amount: 5n, change: true },
      ]);
      next();
    });
  };
  next();
};

const fieldsOf = (outcome: Outcome, method: string): Readonly<Record<string, unknown>> => {
  if (outcome === 'lost' || !('result' in outcome))
    throw new Broken(
      'healthy wallet refuses',
      `${method}: ${outcome === 'lost' ? 'lost' : outcome.error.message}`,
    );
  return outcome.result;
};

/** After the healthy days the wallet must say what the chain says, and all that was answered before. */
const compare = async (program: Program, model: Model): Promise<void> => {
  const call = async (method: string, params: object = {}) =>
    fieldsOf(await program.call(method, params), method);
  await call('refresh');
  const { balance } = await call('get_balance', { account_index: 0, all_accounts: true });
  const truth = model.truth();
  const transfers = await call('get_transfers', {
    in: true,
    out: true,
    pending: true,
    failed: true,
    pool: true,
  });
  const list = (kind: string) =>
    (transfers[kind] ?? []) as readonly { readonly txid: string; readonly amount: bigint }[];
  const pending = list('pending').length > 0;
  if (!pending && balance !== truth.balance)
    throw new Broken('balance', `the wallet has ${String(balance)}, the chain ${truth.balance}`);
  const incoming = new Map<string, bigint>();
  for (const { txid, amount } of list('in')) incoming.set(txid, (incoming.get(txid) ?? 0n) + amount);
  for (const [txid, amount] of truth.incoming)
    if (incoming.get(txid) !== amount)
      throw new Broken(
        'history',
        `${txid} pays ${amount}, the wallet shows ${incoming.get(txid) ?? 'nothing'}`,
      );
  const out = new Set(list('out').map(({ txid }) => txid));
  for (const txid of truth.outgoing)
    if (!out.has(txid)) throw new Broken('history', `${txid} spent money, and is not in the history`);
  const known = new Set(['out', 'pending', 'failed'].flatMap((kind) => list(kind).map(({ txid }) => txid)));
  for (const { state, txids, amount } of model.payments.values())
    if (state === 'sent' && !txids.every((txid) => known.has(txid)))
      throw new Broken('answer is lost', `payment ${amount}, transaction ${txids.join()}`);
  const live = new Set(['out', 'pending'].flatMap((kind) => list(kind).map(({ txid }) => txid)));
  for (const [image, txids] of model.spends) {
    const both = [...txids.keys()].filter((txid) => live.has(txid));
    if (both.length > 1) throw new Broken('output is spent twice', `${image} by ${both.join(', ')}`);
  }
  for (const [name, promised] of model.facts) {
    const value = await factOf(call, name);
    if (value !== promised && value !== model.open.get(name))
      throw new Broken('answer is lost', `${name} is ${value}, and was answered as ${promised}`);
  }
};

const factOf = async (
  call: (method: string, params?: object) => Promise<Readonly<Record<string, unknown>>>,
  name: string,
): Promise<string> => {
  if (name.startsWith('attribute')) return String((await call('get_attribute', { key: name }))['value']);
  const minor = Number(name.split(' ')[1]);
  const { addresses } = await call('get_address', { account_index: 0, address_index: [minor] });
  return (addresses as readonly { readonly label: string }[])[0]!.label;
};
