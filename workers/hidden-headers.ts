/** `fetch` in Firefox's extension, where another part of the extension has the headers that Firefox hides. */
import { CHALLENGES, withChallenges } from '../src/extension/challenges.ts';
import { systemClock } from '../src/store/platform.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export function withHiddenHeaders(fetch: Fetch): Fetch {
  if (location.protocol !== 'moz-extension:') return fetch;
  return withChallenges(fetch, new BroadcastChannel(CHALLENGES), (ms) => systemClock.sleep(ms));
}
