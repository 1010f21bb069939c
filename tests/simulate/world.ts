/** The world of one run: its chain, nodes, devices, shop and model, and what each step of a plan does to it. */
import { person } from '../unit/wallet/test-money.ts';
import type { Acting } from './actors/acting.ts';
import { ACTIONS } from './actors/actions.ts';
import { createDevice, type Device } from './actors/device.ts';
import { createShop, SHOP, type Shop } from './actors/shop.ts';
import { Broken } from './broken.ts';
import { createDice } from './dice.ts';
import { createModel, type Model } from './model/model.ts';
import { createNetwork, type Network } from './network.ts';
import { createSimNode, isDeceiving, moodOf, type SimNode } from './node.ts';
import type { ActionName, Plan, Step, WorldStep } from './plan.ts';
import { simulatedProofs } from './proofs.ts';
import type { Scheduler } from './scheduler.ts';
import type { IndexedDb } from './storage/indexed-db.ts';
import { createMachine, type Machine } from './storage/machine.ts';
import { DAY, HOUR } from './time.ts';

export interface World {
  readonly scheduler: Scheduler;
  readonly plan: Plan;
  readonly network: Network;
  readonly nodes: readonly SimNode[];
  readonly devices: readonly Device[];
  readonly machines: readonly Machine[];
  readonly profiles: readonly IndexedDb[];
  readonly shop: Shop;
  readonly model: Model;
  /** Why the run is broken, found outside of events of the scheduler. */
  readonly failures: Broken[];
  readonly payments: { in: number; out: number };
  /** When a node deceived a wallet last; -1: never; Infinity: one does. */
  readonly deceived: { last: number };
  readonly date: { off: number };
}

const XMR = 1_000_000_000_000n;
const owner = once(() => person('simulated owner'));
const stranger = once(() => person('simulated stranger'));
const customer = once(() => person('simulated customer'));
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

export function createWorld(scheduler: Scheduler, plan: Plan): World {
  const { seed } = plan;
  const network = createNetwork(createDice(`${seed} network`), stranger());
  const owners = new Map([
    ['A', owner()] as const,
    ...(plan.second ? [['B', owner()] as const] : []),
    ...(plan.customer ? [['C', customer()] as const] : []),
  ]);
  const model = createModel(network, owners, stranger());
  const failures: Broken[] = [];
  const deceived = { last: -1 };
  const isSettled = (): boolean =>
    deceived.last < scheduler.now && scheduler.now - network.reorganised > 2 * DAY;
  const date = { off: plan.dateOff };
  const nodes = ['18081', '18082', '18083'].map((port) =>
    createSimNode(
      {
        scheduler,
        network,
        onRequest: (seen) => guarded(failures, () => model.requests.check(seen)),
        onShown: (id) => model.requests.shown(id),
        onTransaction: (tx, refused, from) =>
          guarded(failures, () =>
            model.relayed({
              tx,
              refused,
              device: from[0]!,
              now: scheduler.now,
              deceived: deceived.last,
              settled: isSettled(),
            }),
          ),
      },
      `http://127.0.0.1:${port}`,
    ),
  );
  const profiles: IndexedDb[] = [];
  const machines = [...owners.keys()].map((name) =>
    createMachine(scheduler, name === 'A' ? plan.storage : 'browser', profiles),
  );
  const cryptoWorkers = simulatedProofs(createDice(`${seed} proofs`));
  const devices = [...owners].map(([name, whose], i) => {
    const machine = machines[i]!;
    return createDevice(
      {
        ...{ scheduler, plan, machine, nodes, cryptoWorkers, date, owner: whose },
        onBug: (error) =>
          failures.push(new Broken('bug', error instanceof Error ? error.stack! : String(error))),
        ...(machine.kind === 'folder' && { webhook: SHOP }),
      },
      name,
    );
  });
  const shop = createShop(scheduler, (text) => guarded(failures, () => model.events.take(text)));
  shop.current = () => devices[0]!.owner;
  const payments = { in: 0, out: 0 };
  return {
    ...{ scheduler, plan, network, nodes, devices, machines, profiles, shop, model },
    ...{ failures, payments, deceived, date },
  };
}

/** Notes what is broken: the engine would catch it. */
export function guarded(failures: Broken[], work: () => void): void {
  try {
    work();
  } catch (error) {
    failures.push(error instanceof Broken ? error : new Broken('simulator', String((error as Error).stack)));
  }
}

type Happen = (world: World, step: Step) => unknown;
const WORLD_STEPS: Readonly<Record<WorldStep, Happen>> = {
  block: ({ network }, { n }) => network.mine(n < 0.1 ? 0 : 0.9),
  reorganisation: ({ network, scheduler }, { n, m }) => {
    // In the worst ones, whoever paid has spent the money elsewhere meanwhile.
    network.reorganise(n < 0.05 ? 12 : 1 + Math.floor(n * 4), m > 0.7 ? 1 : 0.1);
    network.reorganised = scheduler.now;
  },
  mood: (world, { n, m }) => {
    const { nodes, deceived, scheduler } = world;
    const node = nodes[Math.floor(m * nodes.length)]!;
    if (isDeceiving(node.mood)) deceived.last = scheduler.now;
    node.mood = moodOf(n);
    const any = nodes.some(({ mood }) => isDeceiving(mood));
    deceived.last = any ? Infinity : Math.min(deceived.last, scheduler.now);
    scheduler.note(`${node.address} is ${node.mood}`);
  },
  receive: ({ network, payments, plan }, { n, m }) => {
    const minor = Math.floor(n * 3);
    const number = payments.in++;
    const payee = plan.customer && m < 0.3 ? customer() : owner();
    network.pay(`${number} to ${minor} of ${payee.text(0, 0)}`, [
      { address: payee.address(0, minor), amount: XMR + BigInt(number), change: false },
      { address: stranger().address(0, 0), amount: 5n, change: true },
    ]);
  },
  kill: (world, { n, m }) => {
    const at = n < 0.8 ? 0 : world.devices.length - 1;
    soon(world, at, m, () => world.devices[at]!.kill());
  },
  'power failure': (world, { n, m }) => {
    const at = n < 0.8 ? 0 : world.devices.length - 1;
    soon(world, at, m, () => world.devices[at]!.fail());
  },
  sleep: (world, { n, m }) => deviceOf(world, n).sleep(m * m * 7 * DAY),
  'set the date': ({ date, model }, { n }) => {
    date.off += Math.round((n - 0.5) * 4 * DAY);
    model.newPeriod();
  },
  'second tab': ({ devices, machines, scheduler }, { n, m }) => {
    const at = n < 0.8 ? 0 : devices.length - 1;
    if (m < 0.4) return devices[at]!.takeOver();
    // The first one is frozen between two writes, and goes on later.
    machines[at]!.trouble.next.stored = () => {
      devices[at]!.sleep(10_000 + (m - 0.4) * HOUR);
      scheduler.after(1000, 'another one opens the wallet', () => void devices[at]!.takeOver());
    };
    return undefined;
  },
  'storage trouble': (world, { n, m }) => {
    const { machines, scheduler } = world;
    const { trouble } = machines[n < 0.8 ? 0 : machines.length - 1]!;
    trouble.full = m < 0.4;
    trouble.failing = m < 0.4 ? 0 : 0.02 + 0.2 * n;
    // Programs go on meanwhile.
    for (const [i, what] of (['set an attribute', 'pay', 'set an attribute', 'save'] as const).entries())
      scheduler.after((i + 1) * 0.2 * m * 4 * HOUR, what, () =>
        happen(world, { at: 0, do: what, n: m, m: n }),
      );
    scheduler.after(m * 4 * HOUR, 'storage works', () => Object.assign(trouble, { full: false, failing: 0 }));
  },
  'shop trouble': ({ shop, scheduler }, { n }) => {
    shop.trouble = true;
    scheduler.after(n * 10 * HOUR, 'shop works', () => {
      shop.trouble = false;
    });
  },
  evict: ({ devices, machines, model }) => {
    const [device, machine] = [devices[0]!, machines[0]!];
    device.kill();
    machine.evict();
    device.forget();
    model.forget(device.name);
  },
  upgrade: async ({ devices, machines }) => {
    const [device, machine] = [devices[0]!, machines[0]!];
    device.kill();
    device.upgrade();
    await machine.asOldVersion();
  },
};

/**
 * At once, in the middle of the next call, right behind its answer, or while something is written: most of the time nothing
 * happens.
 */
const soon = ({ scheduler, devices, machines }: World, at: number, m: number, event: () => void): void => {
  const { next } = devices[at]!;
  if (m < 0.2) event();
  else if (m < 0.4) next.answer = event;
  else if (m > 0.7)
    machines[at]!.trouble.next.unsynced = () => scheduler.after(0, 'in the middle of a write', event);
  else
    next.call = () =>
      scheduler.after(scheduler.dice.wait((m - 0.4) * 2000), 'in the middle of a call', event);
};

const deviceOf = ({ devices }: World, n: number): Device => devices[n < 0.8 ? 0 : devices.length - 1]!;

export function happen(world: World, step: Step): void {
  const { failures } = world;
  const work = async (): Promise<void> => {
    if (step.do in WORLD_STEPS) await WORLD_STEPS[step.do as WorldStep](world, step);
    else await act(world, step);
  };
  work().catch((error: unknown) => {
    failures.push(error instanceof Broken ? error : new Broken('simulator', String((error as Error).stack)));
  });
}

/** Only the first device has sites and facts: the others do some things now and then. */
const OTHERS: readonly ActionName[] = [
  'refresh',
  'read the history',
  'pay',
  'pay again',
  'review a payment',
  'follow the chain',
  'read spends again',
];

/** The customer pays the shop. */
const payeeOf = ({ plan }: World, { name }: Device, amount: bigint): string => {
  if (name === 'C') return owner().text(0, Number(amount % 3n));
  return plan.customer && amount % 3n === 0n ? customer().text(0, 0) : stranger().text(0, 0);
};

const act = async (world: World, { do: what, n, m }: Step): Promise<void> => {
  const name = what as ActionName;
  const [first, ...others] = world.devices as readonly [Device, ...Device[]];
  const device =
    m < 0.25 && OTHERS.includes(name) ? (others[Math.floor(4 * m * others.length)] ?? first) : first;
  if (!device.process?.alive) void device.start();
  if (!device.isOpen()) return;
  const acting: Acting = {
    ...{ device, model: world.model, n, m },
    stranger: stranger().text(0, 0),
    payeeOf: (amount) => payeeOf(world, device, amount),
    nextAmount: (whole = 1n) => {
      const amount = whole * 1_000_000_000n + BigInt(world.payments.out++);
      world.model.requests.addAmount(amount);
      return amount;
    },
  };
  await ACTIONS[name](acting);
};
