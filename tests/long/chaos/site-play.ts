/** One page of a hostile site at random play: requests, floods, broken messages, reloads, new sessions, closed windows. */
import type { HostileAnswer } from '../../support/hostile-page.ts';
import type { HostileTab } from '../../support/hostile-tab.ts';
import {
  paymentTo,
  permissionsWanted,
  randomRequest,
  type Facts,
  type SiteRequest,
} from './site-requests.ts';
import { pick } from '../../chaos/sizes.ts';

export interface SitePlay {
  readonly tab: HostileTab;
  readonly origin: string;
  /** Another site, to which the tab goes at times. */
  readonly other: string;
  readonly random: () => number;
  /** Addresses that only this page asks to pay. */
  readonly payees: readonly string[];
  steps: number;
  used: number;
  readonly keyImages: string[];
  readonly txids: string[];
  /** Numbers of requests by method and outcome, and of the other steps. */
  readonly counts: Map<string, number>;
}

const PATIENCE_MS = 4000;

/** Plays until `life` ends. */
export async function playSite(play: SitePlay, life: { readonly ended: boolean }): Promise<void> {
  while (!life.ended) {
    // A step that a closed window or a page that was left cuts short is no error.
    await step(play).catch(() => {
      count(play, 'a step cut short');
    });
    play.steps += 1;
    // A person needs time to answer.
    await sleep(300 + play.random() * 1500);
  }
}

async function step(play: SitePlay): Promise<void> {
  const { tab, random } = play;
  const state = await tab.run(
    ({ target, ready, welcomes }) => ({ open: target !== null && !target.closed, ready, welcomes }),
    undefined,
  );
  if (!state.open) {
    count(play, 'opens the window');
    await tab.run((hostile) => hostile.open(), undefined);
    return;
  }
  if (state.ready > 0 && state.welcomes === 0) {
    count(play, 'says hello');
    await tab.connect();
    await ask(play, [permissionsWanted(factsOf(play))]);
    return;
  }
  const chosen = random();
  const rare = RARE.find(({ below }) => chosen < below);
  if (rare) {
    count(play, rare.name);
    await rare.run(play);
  } else {
    const facts = factsOf(play);
    const requests = Array.from({ length: 1 + Math.floor(random() * 8) }, () => randomRequest(facts));
    // The same payment twice at the same moment.
    if (chosen > 0.9) requests.push(...requests);
    await ask(play, requests);
  }
}

/** Steps other than a few requests; each is taken when the chosen number is below its bound, and above the one before. */
const RARE: readonly {
  readonly below: number;
  readonly name: string;
  readonly run: (play: SitePlay) => Promise<unknown>;
}[] = [
  {
    below: 0.03,
    name: 'malformed messages',
    run: ({ tab }) => tab.run((hostile) => hostile.malformed(15), undefined),
  },
  {
    below: 0.06,
    name: 'thirty payments at once',
    run: (play) =>
      ask(
        play,
        Array.from({ length: 30 }, () => paymentTo(factsOf(play), 1)),
      ),
  },
  { below: 0.08, name: 'a new session', run: ({ tab }) => tab.connect() },
  {
    below: 0.086,
    name: 'a hello with a used nonce',
    run: ({ tab }) =>
      tab.run((hostile) => {
        const nonce = hostile.hello();
        hostile.hello({ nonce });
      }, undefined),
  },
  { below: 0.092, name: 'a reload', run: async ({ tab }) => await tab.page.reload() },
  { below: 0.096, name: 'another site in the tab', run: visitOther },
  {
    below: 0.1,
    name: 'closes the window',
    run: ({ tab }) => tab.run(({ target }) => target?.close(), undefined),
  },
  { below: 0.107, name: 'another address in the window', run: navigateWindow },
  {
    below: 0.11,
    name: 'a flood',
    run: ({ tab }) => tab.run((hostile) => hostile.malformed(1000), undefined),
  },
];

/** The tab shows another site, which finds the window by its name and asks for a payment. */
async function visitOther(play: SitePlay): Promise<void> {
  const { tab, origin, other } = play;
  // By a script: a person who types an address would cut the connection between the two windows.
  await tab.leave(`${other}/`);
  await tab.run((hostile) => hostile.open(''), undefined);
  await tab.connect().catch(() => undefined);
  await ask(play, [paymentTo(factsOf(play), 1), ['get_balance', {}]]);
  await tab.page.goto(`${origin}/`);
}

async function navigateWindow({ tab, random, other }: SitePlay): Promise<void> {
  const address = pick(random, ['about:blank', `${other}/`, undefined]);
  await tab.run((hostile, given) => hostile.open(given ?? undefined), address);
}

/** Sends the requests and waits a while for their answers; later answers count, too. */
async function ask(play: SitePlay, requests: readonly SiteRequest[]): Promise<void> {
  for (const [method] of requests) count(play, `${method} asked`);
  const answers = play.tab.askAll(requests).map(async (answer, i) => {
    note(play, requests[i]![0], await answer);
  });
  await Promise.race([Promise.all(answers), sleep(PATIENCE_MS)]);
}

const note = (play: SitePlay, method: string, { code, result }: HostileAnswer): void => {
  count(play, code === undefined ? `${method} done` : `${method} ${code}`);
  const { tx_hash, transfers } = (result ?? {}) as {
    tx_hash?: string;
    transfers?: readonly { key_image?: string }[];
  };
  if (tx_hash !== undefined) play.txids.push(tx_hash);
  for (const { key_image } of transfers ?? []) if (key_image) play.keyImages.push(key_image);
};

const factsOf = (play: SitePlay): Facts => ({
  random: play.random,
  keyImages: play.keyImages.slice(-20),
  txids: play.txids,
  now: () => Math.floor(Date.now() / 1000),
  payee: () => {
    const again = play.used > 0 && play.random() < 0.15;
    const index = again ? Math.floor(play.random() * play.used) : play.used++;
    return play.payees[index % play.payees.length]!;
  },
});

const count = ({ counts }: SitePlay, what: string): void =>
  void counts.set(what, (counts.get(what) ?? 0) + 1);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
