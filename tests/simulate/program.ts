/**
 * The program of a simulated run: it uses the wallet over JSON-RPC, is killed with its tab, opens the wallet again, and
 * remembers in the model what was answered. A payment with an idempotency key is called again until it is answered.
 */
import { toHex } from '../../src/base/hex.ts';
import { writeJson } from '../../src/base/json.ts';
import type { Person } from '../unit/wallet/test-money.ts';
import { createTab, type Tab } from './browser.ts';
import { createDice } from './dice.ts';
import { startEngine, type Engine, type EngineWorld } from './engine.ts';
import { Broken, type Model, type Payment } from './model.ts';

type Fields = Readonly<Record<string, unknown>>;
/** `lost`: the tab ended before the answer. */
export type Outcome =
  | { readonly result: Fields }
  | { readonly error: { readonly code: number; readonly message: string } }
  | 'lost';

export interface Program {
  /** Uses the wallet until the run is over. */
  run(): Promise<void>;
  /** Ends the tab in the middle of whatever it does. */
  kill(): void;
  call(method: string, params?: object, key?: string): Promise<Outcome>;
  /** From now on it only waits for what it has begun. */
  finish(): void;
  /** Calls without an answer, while the tab lives. */
  readonly waiting: ReadonlySet<string>;
}

export interface ProgramWorld extends EngineWorld {
  readonly owner: Person;
  readonly stranger: Person;
  readonly model: Model;
  /** Where wallets of new tabs read from. */
  readonly firstNode: string;
}

const NAME = 'shop';
const PASSWORD = 'simulated';
const HOUR = 3_600_000;
/** A refresh of the whole run's blocks over a bad node takes minutes; a day is for ever. */
export const FOREVER = 24 * HOUR;

export function createProgram(world: ProgramWorld): Program {
  const { scheduler, model, stranger } = world;
  const dice = scheduler.dice;
  const waiting = new Set<string>();
  let engine: Engine | undefined;
  let finishing = false;
  let made = false;
  let payments = 0;
  let calls = 0;

  const until = (ms: number, what: string): Promise<void> =>
    new Promise((resolve) => scheduler.after(ms, what, resolve));
  const call: Program['call'] = (method, params = {}, key) => {
    const asked = engine!;
    const name = `${method} ${calls++}`;
    waiting.add(name);
    const begun = scheduler.now;
    return new Promise((resolve) => {
      let over = false;
      const end = (outcome: Outcome): void => {
        if (over) return;
        over = true;
        waiting.delete(name);
        scheduler.note(`answer ${method} ${describe(outcome)}`);
        resolve(outcome);
      };
      asked.tab.onEnd(() => end('lost'));
      if (!asked.tab.alive) {
        end('lost');
        return;
      }
      const watch = (): void => {
        if (over) return;
        if (scheduler.now - begun >= FOREVER) waiting.add(`${name} waits for ever`);
        else scheduler.after(HOUR, 'watch', watch);
      };
      watch();
      void asked.request(method, params, key).then(({ result, error }) => {
        if (error === undefined) end({ result: result ?? {} });
        else end({ error });
      });
    });
  };

  /** Opens the wallet in a new tab. `takeOver`: the old tab lives on and does not know it yet. */
  const start = async (takeOver: boolean): Promise<void> => {
    const old = engine?.tab;
    if (!takeOver) old?.end();
    const tab: Tab = createTab(scheduler);
    engine = startEngine(world, tab, createDice(Buffer.from(dice.bytes(16)).toString('hex')));
    // Following the chain asks every two seconds, which is too much for years.
    await call('auto_refresh', { enable: false });
    for (;;) {
      const opened = made
        ? await call(takeOver ? 'x_take_over' : 'open_wallet', { filename: NAME, password: PASSWORD })
        : await makeWallet();
      if (opened === 'lost') return;
      if ('result' in opened) break;
      made ||= /exists/i.test(opened.error.message);
      await until(dice.wait(30_000), 'open again');
    }
    made = true;
    await call('set_daemon', { address: world.firstNode, trusted: true });
    if (takeOver && old) scheduler.after(dice.wait(HOUR), 'the old tab is closed', () => old.end());
  };
  const makeWallet = (): Promise<Outcome> => {
    const { account, text } = world.owner;
    return call('generate_from_keys', {
      filename: NAME,
      password: PASSWORD,
      address: text(0, 0),
      spendkey: toHex(account.spendSecret!),
      viewkey: toHex(account.viewSecret),
      restore_height: 1,
    });
  };

  /** Sets one fact: its answer makes it certain, and a lost answer leaves it open. */
  const fact = async (name: string, value: string, method: string, params: object): Promise<void> => {
    model.open.set(name, value);
    const outcome = await call(method, params);
    if (outcome === 'lost') return;
    if ('result' in outcome) model.facts.set(name, value);
    model.open.delete(name);
  };

  const pay = async (payment: Payment): Promise<void> => {
    const { amount, key } = payment;
    const destinations = [{ amount: Number(amount), address: stranger.text(0, 0) }];
    const outcome = await call('transfer', { destinations, account_index: 0 }, key);
    if (outcome === 'lost') return;
    if ('result' in outcome) {
      const txids = [String(outcome.result['tx_hash'])];
      if (payment.txids.length > 0 && payment.txids[0] !== txids[0])
        throw new Broken('keyed call answers anew', `${key} ${payment.txids[0]} ${txids[0]}`);
      payment.state = 'sent';
      payment.txids = txids;
      return;
    }
    // Only an error that says nothing about sending leaves it open.
    if (!/relay|unknown|connection|no answer/i.test(outcome.error.message)) payment.state = 'refused';
  };

  const actions: readonly (readonly [weight: number, act: () => Promise<unknown>])[] = [
    [8, () => call('refresh')],
    [
      5,
      () => {
        const amount = 1_000_000_000n + BigInt(payments++);
        const payment: Payment = {
          amount,
          key: dice.chance(0.5) ? `order ${amount}` : undefined,
          state: 'open',
          txids: [],
        };
        model.payments.set(amount, payment);
        return pay(payment);
      },
    ],
    [
      3,
      () => {
        const open = [...model.payments.values()].filter(
          ({ key, state }) => key !== undefined && state !== 'refused',
        );
        return open.length > 0 ? pay(dice.pick(open)) : Promise.resolve();
      },
    ],
    [
      3,
      () => {
        const key = `attribute ${dice.below(4)}`;
        const value = `value ${calls}`;
        return fact(key, value, 'set_attribute', { key, value });
      },
    ],
    [
      2,
      () => {
        const minor = dice.below(3);
        const label = `label ${calls}`;
        return fact(`label ${minor}`, label, 'label_address', { index: { major: 0, minor }, label });
      },
    ],
    [1, () => call('create_address', { account_index: 0 })],
    [1, () => call('get_transfers', { in: true, out: true, pending: true, failed: true, pool: true })],
    [1, () => call('rescan_spent')],
    [1, () => start(true)],
    [
      1,
      async () => {
        await call('auto_refresh', { enable: true });
        await until(dice.wait(120_000), 'follows the chain');
        return call('auto_refresh', { enable: false });
      },
    ],
  ];
  const total = actions.reduce((sum, [weight]) => sum + weight, 0);
  const act = (): Promise<unknown> => {
    let at = dice.below(total);
    for (const [weight, action] of actions) {
      if (at < weight) return action();
      at -= weight;
    }
    return Promise.resolve();
  };

  return {
    waiting,
    call,
    kill: () => engine?.tab.end(),
    finish: () => {
      finishing = true;
    },
    run: async () => {
      for (;;) {
        if (!engine?.tab.alive) await start(false);
        if (finishing) return;
        await until(dice.wait(2 * HOUR), 'program');
        if (engine?.tab.alive) await act();
      }
    },
  };
}

const describe = (outcome: Outcome): string => {
  if (outcome === 'lost') return 'lost';
  return 'result' in outcome ? writeJson(outcome.result).slice(0, 200) : outcome.error.message;
};
