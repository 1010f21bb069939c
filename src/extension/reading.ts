/**
 * Background reading: an alarm of the browser wakes the extension's worker, which reads the copies without spend keys
 * (src/wallet/session/read-copies.ts) while no page has a wallet open, and announces payments. Without copies there is no alarm.
 */
import { notify } from './alerts.ts';
import type { ExtensionApi } from './browser-api.ts';
import { OPEN_WALLET_LOCK } from './lock-sign.ts';

export const ALARM = 'ostro read';
/** Minutes between two rounds. */
export const PERIOD = 10;
const ALIVE_MS = 20_000;

type Api = Pick<ExtensionApi, 'action' | 'alarms' | 'i18n' | 'notifications' | 'permissions' | 'runtime'>;
/** The list of copies (src/store/copies-to-read.ts). */
interface Copies {
  list(): Promise<readonly { readonly name: string; readonly password: string }[]>;
  note(copy: { readonly name: string; readonly password: string }): Promise<void>;
  forget(name: string): Promise<void>;
}

/** For the page: background reading of one wallet. */
export interface BackgroundReading {
  isOn(name: string): Promise<boolean>;
  /** The copy of this wallet was made, with this password. */
  turnOn(name: string, password: string): Promise<void>;
  turnOff(name: string): Promise<void>;
}
export function createBackgroundReading(api: Pick<Api, 'alarms'>, copies: Copies): BackgroundReading {
  return {
    isOn: async (name) => (await copies.list()).some((each) => each.name === name),
    turnOn: async (name, password) => {
      await copies.note({ name, password });
      await setAlarm(api, copies);
    },
    turnOff: async (name) => {
      await copies.forget(name);
      await setAlarm(api, copies);
    },
  };
}
export interface RoundParts {
  readonly api: Api;
  readonly copies: Pick<Copies, 'list' | 'forget'>;
  /** Loads the code only now: most starts of the worker do not need it. */
  readonly read: (copy: {
    readonly name: string;
    readonly password: string;
  }) => Promise<{ readonly outcome: 'read' | 'unread' | 'gone' | 'busy'; readonly received: number }>;
  readonly locks: Pick<LockManager, 'query'>;
  /** What the browser says of the connection; undefined: nothing. */
  readonly network: { readonly onLine: boolean; readonly saveData: boolean };
}

/** Sets the alarm if there is a copy to read, else removes it. */
export async function setAlarm({ alarms }: Pick<Api, 'alarms'>, copies: Pick<Copies, 'list'>): Promise<void> {
  const wanted = (await copies.list()).length > 0;
  if (!wanted) await alarms.clear(ALARM);
  else if ((await alarms.get(ALARM)) === undefined) await alarms.create(ALARM, { periodInMinutes: PERIOD });
}

/** For the worker. `parts`: made at each round. */
export function readOnAlarm(api: Api, parts: () => Omit<RoundParts, 'api'>): void {
  let running: Promise<void> | undefined;
  api.alarms.onAlarm.addListener(({ name }) => {
    if (name !== ALARM) return;
    // Chromium ends a worker that calls no function of the browser for half a minute.
    const alive = setInterval(() => void api.alarms.get(ALARM), ALIVE_MS);
    running ??= readRound({ api, ...parts() })
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        clearInterval(alive);
        running = undefined;
      });
  });
}

/** One round. */
export async function readRound({ api, copies, read, locks, network }: RoundParts): Promise<void> {
  // A page reads by itself. With data saver on, or without a network, the round is left out.
  if (!network.onLine || network.saveData) return;
  const { held = [] } = await locks.query();
  if (held.some(({ name }) => name === OPEN_WALLET_LOCK)) return;
  let received = 0;
  for (const copy of await copies.list()) {
    const reading = await read(copy);
    received += reading.received;
    if (reading.outcome === 'gone') await copies.forget(copy.name);
  }
  await setAlarm(api, copies);
  if (received === 0) return;
  const count = received + Number(await api.action.getBadgeText({}));
  await api.action.setBadgeText({ text: String(count) });
  // Neither says how much arrived: others may see it.
  await notify(api, api.i18n.getMessage(count === 1 ? 'arrived' : 'arrivedMore'));
}
