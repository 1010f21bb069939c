/** The receiver of webhooks: it is away at times, answers late, refuses, or takes an event whose answer is lost. */
import type { Scheduler } from '../scheduler.ts';

/** Without a body, so that all answers may be one. */
const taken = new Response(null, { status: 204 });
const refused = new Response(null, { status: 500 });

export const SHOP = 'http://shop.example/hook';
export interface Shop {
  trouble: boolean;
  /** In the place of `fetch` of the wallet server's process, which `url` names. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** The process whose events count: one that has lost the wallet's file may not know it yet. */
  current: () => { readonly name: string; readonly alive: boolean } | undefined;
}

export function createShop(scheduler: Scheduler, take: (text: string) => void): Shop {
  const { dice } = scheduler;
  const shop: Shop = {
    trouble: false,
    current: () => undefined,
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error), { once: true });
        const trouble = shop.trouble && dice.chance(0.7);
        const how = trouble ? dice.pick(['away', 'refuses', 'silent', 'answer lost'] as const) : 'takes';
        scheduler.after(dice.wait(200), `event ${how}`, () => {
          const current = shop.current();
          if (how === 'away') reject(new TypeError('fetch failed'));
          if (how === 'refuses') resolve(refused);
          if (how !== 'takes' && how !== 'answer lost') return;
          if (current?.alive && url.endsWith(`?${current.name}`)) {
            scheduler.note(`event ${init.body as string}`);
            take(init.body as string);
          }
          if (how === 'takes') resolve(taken);
        });
      }),
  };
  return shop;
}
