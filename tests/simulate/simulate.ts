/** One simulated run: a world from a plan, some days of it, a healthy end, and the comparison with the truth. */
import '../support/some-kernel.ts';
import { createHash } from 'node:crypto';
import { loadParts } from '../../src/base/on-demand.ts';
import { findMethod } from '../../src/rpc/method-table.ts';
import { setStretcher } from '../../src/store/stretch.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { restartNumbers } from './actors/device.ts';
import { Broken } from './broken.ts';
import { createDice } from './dice.ts';
import { compareEvents, compareWithTruth } from './model/truth.ts';
import type { Plan } from './plan.ts';
import { usePlatform } from './platform/platform.ts';
import { rememberKernel } from './platform/remembered-kernel.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { globalsOf } from './storage/indexed-db.ts';
import { DAY, dateAt } from './time.ts';
import { createWorld, guarded, happen, type World } from './world.ts';

export interface Run {
  readonly plan: Plan;
  readonly events: number;
  /** SHA-256 of everything that happened. */
  readonly hash: string;
  /** Why the run broke; absent: every invariant held. */
  readonly broken?: { readonly invariant: string; readonly message: string; readonly at: number };
  /** The newest events. */
  readonly lines: readonly string[];
  readonly payments: number;
}

/** Healthy days at the end, after which everything must be settled; with how much in a day, where a plan has fewer of them. */
const HEALTHY = 4;
const PACE = {
  usual: { blocks: 6, payments: 3, refreshes: 4 },
  short: { blocks: 16, payments: 4, refreshes: 8 },
};
/** No call waits longer than this. */
const FOREVER = DAY;
/** Events that wait at one time: timers that nobody ends add up. */
const MOST_WAITING = 1500;
/** Rows of one wallet in a browser, or bytes of all files in a folder. */
const MOST_STORED = { browser: 450, folder: 4_000_000 };

/** Loads all code that loads on demand: a real file must not decide the order of a simulated run. */
export async function prepare(): Promise<void> {
  await useWasmKernel();
  rememberKernel();
  await findMethod('get_version');
  await loadParts();
  setStretcher(({ password, salt }) =>
    Promise.resolve(new Uint8Array(createHash('sha256').update(password).update(salt).digest())),
  );
}

/** `onLine` gets each line of the trace; then errors have stacks. */
export async function simulate(plan: Plan, onLine?: (line: string) => void): Promise<Run> {
  restartNumbers();
  const { stackTraceLimit } = Error;
  // The stacks of aborted requests cost more than the requests.
  if (!onLine) Error.stackTraceLimit = 0;
  const scheduler = createScheduler(plan.seed, onLine);
  const world = createWorld(scheduler, plan);
  const stop = usePlatform({
    scheduler,
    dice: createDice(`${plan.seed} platform`),
    date: () => dateAt(scheduler.now + world.date.off),
    indexedDb: globalsOf(world.profiles),
    fetch: (url, init) => world.shop.fetch(url, init),
    onSealed: (key, nonce) => guarded(world.failures, () => world.model.sealed(key, nonce)),
    onReal: (what) => world.failures.push(new Broken('real time or chance', what)),
  });
  const run = (broken?: Run['broken']): Run => ({
    plan,
    events: scheduler.steps,
    hash: scheduler.hash,
    lines: scheduler.lines,
    payments: [...world.model.payments.values()].filter(({ state }) => state === 'sent').length,
    ...(broken && { broken }),
  });
  try {
    await live(world);
    return run();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return run({ invariant: error.invariant, message: error.message, at: scheduler.now });
  } finally {
    for (const device of world.devices) device.kill();
    stop();
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const live = async (world: World): Promise<void> => {
  const { scheduler, plan, devices } = world;
  const end = plan.days * DAY;
  for (const device of devices) scheduler.after(1, `${device.name} starts`, () => void device.start());
  for (const step of plan.steps) scheduler.after(step.at, step.do, () => happen(world, step));
  await scheduler.run(end, () => check(world));
  heal(world);
  await scheduler.run(end + (plan.healthy ?? HEALTHY) * DAY, () => check(world));
  for (const device of devices) await settle(scheduler, () => check(world), openAndCompare(world, device));
};

/** From now on nothing goes wrong. */
const heal = (world: World): void => {
  const { scheduler, nodes, machines, shop, network, plan, devices, deceived } = world;
  for (const node of nodes) node.mood = 'honest';
  for (const { next } of devices) Object.assign(next, { call: undefined, answer: undefined });
  for (const device of devices) if (device.process?.asleep) device.kill();
  deceived.last = Math.min(deceived.last, scheduler.now);
  for (const { trouble } of machines) {
    Object.assign(trouble, { full: false, failing: 0 });
    Object.assign(trouble.next, { unsynced: undefined, stored: undefined });
  }
  shop.trouble = false;
  const { healthy = HEALTHY } = plan;
  const pace = healthy < HEALTHY ? PACE.short : PACE.usual;
  const end = (plan.days + healthy) * DAY;
  for (let at = scheduler.now + DAY / pace.blocks; at < end; at += DAY / pace.blocks)
    scheduler.after(at - scheduler.now, 'block', () => network.mine(1));
  // So that some money is young at the end.
  for (let at = end - 0.75 * healthy * DAY; at < end; at += DAY / pace.payments)
    scheduler.after(at - scheduler.now, 'receive', () =>
      happen(world, { at, do: 'receive', n: at / end, m: 0.5 }),
    );
  for (let at = scheduler.now + DAY / pace.refreshes; at < end; at += DAY / pace.refreshes)
    scheduler.after(at - scheduler.now, 'refresh', () => {
      for (const device of devices) {
        void device.start();
        if (device.isOpen()) void device.call('refresh');
      }
    });
};

const openAndCompare = async (world: World, device: World['devices'][number]): Promise<void> => {
  const { model, network, shop } = world;
  if (device.process?.asleep) device.kill();
  for (let tries = 0; !device.isOpen() && tries < 100; tries++) {
    await device.start();
    await device.wait(60_000, 'opens');
  }
  await compareWithTruth(device, model);
  if (device.world.webhook === undefined || shop.trouble) return;
  await device.wait(DAY / 4, 'events arrive');
  const heights = new Map(
    network.chain.flatMap(({ txs, height }) => txs.map(({ id }) => [id, height] as const)),
  );
  compareEvents(device, model, network.chain.length, (txid) => heights.get(txid)!);
};

/** What must hold after each event. */
const check = ({ failures, devices, machines, model, scheduler }: World): void => {
  if (failures[0]) throw failures[0];
  for (const device of devices) {
    const [oldest] = device.waiting;
    if (oldest && scheduler.now - oldest[1] > FOREVER) throw new Broken('waits for ever', oldest[0]);
  }
  if (scheduler.waiting > MOST_WAITING) throw new Broken('memory grows', `${scheduler.waiting} events wait`);
  model.check();
  if (scheduler.steps % 100 !== 0) return;
  for (const { kind, stored } of machines)
    if (stored > MOST_STORED[kind]) throw new Broken('memory grows', `${stored} are stored`);
};

/** Runs the scheduler while `work` waits for it. */
const settle = async (scheduler: Scheduler, check: () => void, work: Promise<void>): Promise<void> => {
  const end: { outcome?: Promise<void> } = {};
  const note = (): void => {
    end.outcome = work;
  };
  work.then(note, note);
  await scheduler.run(scheduler.now + 2 * DAY, check, () => end.outcome !== undefined);
  if (!end.outcome) throw new Broken('waits for ever', 'the last comparison');
  await end.outcome;
};
