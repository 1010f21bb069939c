/**
 * The schedule of a simulated run, made from its seed before the run begins: what the world does and what programs ask for,
 * each at its time. Delays and random numbers within the run follow from the seed too. A plan is plain data: it is kept as a
 * file, and cut down to the shortest one that still fails.
 */
import { createDice, type Dice } from './dice.ts';
import { DAY } from './time.ts';

export interface Step {
  /** Milliseconds since the run began. */
  readonly at: number;
  readonly do: WorldStep | ActionName;
  /** Two numbers from 0 to 1 that decide the rest. */
  readonly n: number;
  readonly m: number;
}
export interface Plan {
  readonly seed: string;
  readonly days: number;
  /** Days at the end without trouble (4). */
  readonly healthy?: number;
  readonly storage: 'browser' | 'folder';
  /** `one`: a single node. `list`: the next ones stand in for it. `roles`: another sends, and a third is compared. */
  readonly nodes: 'one' | 'list' | 'roles';
  /** Milliseconds by which the device's date is wrong. */
  readonly dateOff: number;
  /** A second device with the same words. */
  readonly second: boolean;
  /** Another wallet, which pays this one and is paid by it. */
  readonly customer: boolean;
  readonly steps: readonly Step[];
}

/** What the world does, with the mean number in a day. */
const WORLD = {
  block: 6,
  reorganisation: 0.5,
  mood: 3,
  receive: 1.5,
  kill: 1.5,
  'power failure': 0.8,
  sleep: 0.15,
  'set the date': 0.1,
  'second tab': 0.4,
  'storage trouble': 0.4,
  'shop trouble': 0.4,
  evict: 0.01,
  upgrade: 0.1,
} as const;
export type WorldStep = keyof typeof WORLD;

/** What programs ask for, with the mean number in a day. */
const ACTIONS = {
  refresh: 2.5,
  pay: 1.6,
  'pay again': 1,
  'review a payment': 0.3,
  'sweep an output': 0.15,
  'set an attribute': 0.6,
  'label an address': 0.4,
  'note a payment': 0.4,
  'new address': 0.3,
  'read the history': 0.6,
  'read spends again': 0.2,
  'read the chain again': 0.05,
  'follow the chain': 0.3,
  save: 0.4,
  'set many attributes': 0.03,
  'change the password': 0.1,
  'lock the spend key': 0.15,
  'read a copy': 0.15,
  'give up a payment': 0.15,
  'freeze an output': 0.2,
  'connect a site': 0.25,
  'a site pays': 0.8,
  'a site pays again': 0.5,
} as const;
export type ActionName = keyof typeof ACTIONS;
/** Without these nothing happens at all. */
const ALWAYS: readonly string[] = ['block', 'receive', 'refresh', 'pay'];

/** In a run of fewer days the first money is spendable at once, and few healthy hours follow. */
const SHORT_DAYS = 2;

/**
 * Each seed leaves out some kinds of steps, has more of others, and many of one, so that runs differ more than chance would make
 * them. Some calls begin at one moment.
 */
export function planOf(seed: string, days: number): Plan {
  const dice = createDice(`${seed} plan`);
  const steps: Step[] = [];
  const kinds = { ...WORLD, ...ACTIONS };
  const many = dice.pick(Object.keys(kinds));
  for (const [name, mean] of Object.entries(kinds)) {
    const some = ALWAYS.includes(name) ? 1 : dice.pick([0, 0.5, 1, 1, 2]);
    const rate = mean * (name === many ? 6 : some);
    if (rate > 0) steps.push(...timesOf(dice, rate, days).map((at) => step(dice, at, name as Step['do'])));
  }
  // Money to begin with.
  for (let i = 1; i <= 5; i++) steps.push(step(dice, i * 60_000, 'receive'));
  const isShort = days < SHORT_DAYS;
  if (isShort) for (let i = 6; i <= 16; i++) steps.push({ at: i * 60_000, do: 'block', n: 0.5, m: 0.5 });
  steps.sort((a, b) => a.at - b.at);
  const together = steps.map((each, i) =>
    i > 0 && each.do in ACTIONS && dice.chance(0.15) ? { ...each, at: steps[i - 1]!.at } : each,
  );
  return {
    seed,
    days,
    ...(isShort && { healthy: 0.75 }),
    storage: dice.chance(0.5) ? 'browser' : 'folder',
    nodes: dice.pick(['one', 'list', 'roles'] as const),
    dateOff: dice.chance(0.7) ? 0 : Math.round(dice.between(-2, 2) * DAY),
    second: dice.chance(0.3),
    customer: dice.chance(0.25),
    steps: together,
  };
}

const timesOf = (dice: Dice, rate: number, days: number): readonly number[] => {
  const times: number[] = [];
  for (let at = dice.wait(DAY / rate); at < days * DAY; at += dice.wait(DAY / rate)) times.push(at);
  return times;
};
const step = (dice: Dice, at: number, what: Step['do']): Step => ({
  at: Math.round(at),
  do: what,
  n: dice.below(1000) / 1000,
  m: dice.below(1000) / 1000,
});
