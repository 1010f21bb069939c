/**
 * Background reading: an alarm of the browser wakes the extension's worker, which reads the copies without spend keys
 * (src/wallet/session/read-round.ts) while no page has a wallet open, and announces payments. Without copies there is no alarm.
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
  readonly everyMinutes: number;
  isOn(name: string): Promise<boolean>;
  /** The copy of this wallet was made, with this password. */
  turnOn(name: string, password: string): Promise<void>;
  turnOff(name: string): Promise<void>;
}
export function createBackgroundReading(api: Pick<Api, 'alarms'>, copies: Copies): BackgroundReading {
  return {
    everyMinutes: PERIOD,
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

/** Sets the alarm if there is a copy to read, else removes it. */
export async function setAlarm({ alarms }: Pick<Api, 'alarms'>, copies: Pick<Copies, 'list'>): Promise<void> {
  const wanted = (await copies.list()).length > 0;
  if (!wanted) await alarms.clear(ALARM);
  else if ((await alarms.get(ALARM)) === undefined) await alarms.create(ALARM, { periodInMinutes: PERIOD });
}

/** For the worker. `round`: reads the copies, and returns the number of payments that arrived. */
export function readOnAlarm(
  api: Api,
  copies: () => Pick<Copies, 'list'>,
  round: () => Promise<number>,
): void {
  const run = async (): Promise<void> => {
    const received = await round();
    await setAlarm(api, copies());
    await announce(api, received);
  };
  let running: Promise<void> | undefined;
  api.alarms.onAlarm.addListener(({ name }) => {
    if (name !== ALARM || running) return;
    // Chromium ends a worker that calls no function of the browser for half a minute.
    const alive = setInterval(() => void api.alarms.get(ALARM), ALIVE_MS);
    running = run()
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        clearInterval(alive);
        running = undefined;
      });
  });
}

const announce = async (api: Api, received: number): Promise<void> => {
  if (received === 0) return;
  const count = received + Number(await api.action.getBadgeText({}));
  await api.action.setBadgeText({ text: String(count) });
  // Badge and notification do not say how much arrived: others may see them.
  await notify(api, api.i18n.getMessage(count === 1 ? 'arrived' : 'arrivedMore'));
};

/** A page of the extension has a wallet open. */
export async function isWalletOpen(locks: Pick<LockManager, 'query'>): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === OPEN_WALLET_LOCK);
}
