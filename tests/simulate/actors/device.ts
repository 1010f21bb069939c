/**
 * The program of one device: it runs the engine in a process, opens the wallet, calls methods, and starts another process
 * when one has ended. Calls without an answer are `waiting`.
 */
import { toHex } from '../../../src/base/hex.ts';
import { writeJson } from '../../../src/base/json.ts';
import type { Person } from '../../unit/wallet/test-money.ts';
import { createDice } from '../dice.ts';
import { startEngine, type Engine, type EngineWorld } from '../engine.ts';
import type { Plan } from '../plan.ts';
import { createProcess, type Process } from '../process.ts';
import { FIRST_BLOCKS, HOUR } from '../time.ts';

export type Fields = Readonly<Record<string, unknown>>;
/** `lost`: the process ended before the answer. */
export type Outcome =
  | { readonly result: Fields }
  | { readonly error: { readonly code: number; readonly message: string } }
  | 'lost';

export interface Device {
  readonly name: string;
  readonly world: DeviceWorld;
  /** Its newest process. */
  readonly process: Process | undefined;
  /** The newest process that has opened the wallet. */
  readonly owner: Process | undefined;
  /** The wallet is open. */
  isOpen(): boolean;
  /** Starts a process if none runs, which opens the wallet. */
  start(): Promise<void>;
  /** Ends the process in the middle of whatever it does. */
  kill(): void;
  /** The power fails: all processes end, also one that another tab took the wallet from, and what is not durable is lost. */
  fail(): void;
  /**
   * A second tab takes the wallet over; the first one lives on for a while. A file in a folder is only taken from a program
   * that sleeps: it does not say that it lives.
   */
  takeOver(): Promise<void>;
  sleep(ms: number): void;
  call(method: string, params?: object, key?: string): Promise<Outcome>;
  /** Resolves after this time in the world. */
  wait(ms: number, what: string): Promise<void>;
  /** Calls without an answer, the oldest first, and since when. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Called once: when the next call begins, or right behind the next answer. */
  readonly next: { call?: (() => void) | undefined; answer?: (() => void) | undefined };
  /** Passwords of which one is the wallet's. */
  passwords: readonly string[];
  /** The next process is one of the newest program. */
  upgrade(): void;
  /** The wallet is gone from the device. */
  forget(): void;
}
export interface DeviceWorld extends EngineWorld {
  readonly plan: Plan;
  readonly owner: Person;
}

const NAME = 'shop';

interface State {
  /** All that were started since the power failed. */
  readonly processes: Process[];
  engine: Engine | undefined;
  owner: Process | undefined;
  open: boolean;
  made: boolean;
  /** It was open once: it must exist. */
  opened: boolean;
  old: boolean;
  starting: boolean;
  count: number;
}

export function createDevice(world: DeviceWorld, name: string): Device {
  const { scheduler, machine } = world;
  const { dice } = scheduler;
  const upgrades = world.plan.steps.some((step) => step.do === 'upgrade');
  const waiting = new Map<string, number>();
  const state: State = {
    processes: [],
    engine: undefined,
    owner: undefined,
    open: false,
    made: false,
    opened: false,
    old: true,
    starting: false,
    count: 0,
  };
  const begin = (): Engine => {
    const process = createProcess(scheduler, `${name}${++state.count}`);
    state.processes.push(process);
    const ownDice = createDice(Buffer.from(dice.bytes(16)).toString('hex'));
    state.open = false;
    state.engine = startEngine(world, process, {
      ...{ dice: ownDice, old: state.old },
      // Where no upgrade follows, the newest program is simulated from the beginning.
      oldRecords: state.old && name === 'A' && upgrades,
    });
    return state.engine;
  };
  const device: Device = {
    name,
    world,
    passwords: ['first password'],
    next: {},
    get process() {
      return state.engine?.process;
    },
    get owner() {
      return state.owner;
    },
    isOpen: () => state.open && state.engine?.process.alive === true && !state.engine.process.asleep,
    start: async () => {
      if (state.engine?.process.alive || state.starting) return;
      state.starting = true;
      await openWallet(device, state, begin(), false);
      state.starting = false;
    },
    kill: () => state.engine?.process.end(),
    fail: () => {
      for (const process of state.processes.splice(0)) process.end();
      machine.fail();
    },
    takeOver: async () => {
      const old = state.engine?.process;
      const isFolder = machine.kind === 'folder';
      if (!old?.alive || !state.open || (isFolder && !old.asleep)) return;
      scheduler.after(dice.wait(HOUR), `${old.name} is closed`, () => old.end());
      await openWallet(device, state, begin(), !isFolder);
    },
    sleep: (ms) => {
      state.engine?.process.sleep(ms);
      for (const [each, since] of waiting) waiting.set(each, since + ms);
    },
    call: (method, params = {}, key) => callOf(device, waiting, state, { method, params, key }),
    wait: (ms, what) => new Promise((resolve) => scheduler.after(ms, what, resolve)),
    waiting,
    upgrade: () => {
      state.old = false;
    },
    forget: () => {
      state.made = false;
      state.opened = false;
      device.passwords = ['first password'];
    },
  };
  return device;
}

/** Methods whose answer promises nothing. */
const READS = /^(?:get_|x_overview|x_sites|incoming_|refresh|auto_|set_daemon|frozen)/;

interface Call {
  readonly method: string;
  readonly params: object;
  readonly key: string | undefined;
}
let calls = 0;
/** Numbers of calls begin anew in each run. */
export function restartNumbers(): void {
  calls = 0;
}

const callOf = (
  device: Device,
  waiting: Map<string, number>,
  { engine }: State,
  call: Call,
): Promise<Outcome> => {
  const { scheduler } = device.world;
  const asked = engine!;
  const name = `${call.method} ${calls++} of ${asked.process.name}`;
  let done = false;
  return new Promise((resolve) => {
    const end = (outcome: Outcome): void => {
      if (done) return;
      done = true;
      waiting.delete(name);
      const { next } = device;
      scheduler.note(`answer ${call.method} ${textOf(outcome)}`);
      resolve(outcome);
      if (outcome === 'lost' || 'error' in outcome || !next.answer || READS.test(call.method)) return;
      // The caller gets the answer first.
      scheduler.after(0, 'right behind an answer', next.answer);
      next.answer = undefined;
    };
    asked.process.onEnd(() => end('lost'));
    asked.process.deliver(() => {
      waiting.set(name, scheduler.now);
      const { next } = device;
      next.call?.();
      next.call = undefined;
      void asked.request(call.method, call.params, call.key).then(({ result, error }) => {
        end(error === undefined ? { result: result ?? {} } : { error });
      });
    });
  });
};

/** Opens the wallet, or makes it again from its keys, and tries until it is open. */
const openWallet = async (device: Device, state: State, engine: Engine, takeOver: boolean): Promise<void> => {
  const { scheduler, plan, nodes } = device.world;
  const isCurrent = (): boolean => state.engine === engine && engine.process.alive;
  // Following the chain asks every two seconds, which is too much for years.
  await device.call('auto_refresh', { enable: false });
  for (let tries = 0; isCurrent(); tries++) {
    const password = device.passwords[tries % device.passwords.length]!;
    const how = takeOver ? 'x_take_over' : 'open_wallet';
    const opened = state.made
      ? await device.call(how, { filename: NAME, password })
      : await makeWallet(device);
    if (opened === 'lost') return;
    if ('result' in opened) {
      state.made = true;
      state.opened = true;
      state.owner = engine.process;
      break;
    }
    if (/exists/i.test(opened.error.message)) state.made = true;
    // A process that ended made the wallet, nobody was told so, and the power failed.
    if (!state.opened && /not found/i.test(opened.error.message)) state.made = false;
    await device.wait(scheduler.dice.wait(30_000 * Math.min(2 ** tries, 8)), 'open again');
  }
  if (!isCurrent()) return;
  const [first, second, third] = nodes.map(({ address }) => address);
  if (plan.nodes === 'one') await device.call('set_daemon', { address: first, trusted: true });
  else {
    const list = nodes.map(({ address }) => ({ address, trusted: true }));
    const roles = plan.nodes === 'roles' ? { send: second, compare: third } : { send: '', compare: '' };
    await device.call('x_set_nodes', { nodes: list, ...roles });
  }
  if (device.world.webhook !== undefined)
    await device.call('x_record_events', { confirmations: [1, 10], low_balance: 0 });
  if (isCurrent()) state.open = true;
};

const makeWallet = (device: Device): Promise<Outcome> => {
  const { account, text } = device.world.owner;
  return device.call('generate_from_keys', {
    filename: NAME,
    password: device.passwords[0],
    address: text(0, 0),
    spendkey: toHex(account.spendSecret!),
    viewkey: toHex(account.viewSecret),
    restore_height: FIRST_BLOCKS - 30,
  });
};

const textOf = (outcome: Outcome): string => {
  if (outcome === 'lost') return 'lost';
  return 'result' in outcome ? writeJson(outcome.result).slice(0, 200) : outcome.error.message;
};
