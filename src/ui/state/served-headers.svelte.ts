/**
 * Checks that the page was served with the headers that only a server can send: without them another site can show the app
 * in a frame, or keep a handle on its window. docs/headers.md has them for common servers.
 */

import { LatestTask } from './task.ts';

/** The needed part of a response to a request for the page. */
export type Head = () => Promise<{ readonly headers: { get(name: string): string | null } }>;

const POLICY = 'Content-Security-Policy';
const NEEDED: readonly (readonly [name: string, contains: RegExp])[] = [
  ['Cross-Origin-Opener-Policy', /./],
  ['Permissions-Policy', /./],
  ['Referrer-Policy', /no-referrer/],
  ['X-Content-Type-Options', /nosniff/],
];

export class ServedHeaders {
  /** Names of headers that the server did not send, or not as needed. Empty while this is not known. */
  missing = $state.raw<readonly string[]>([]);
  readonly #asking = new LatestTask();

  /**
   * Asks once, at the start: a request at another time would show the host what the user does. `ancestors`: the pages
   * that may show this one in a frame; none without it.
   */
  async check(head: Head, ancestors: readonly string[] = []): Promise<void> {
    await this.#asking.run(async (task) => {
      // Offline, or opened from a file: not known.
      const answer = await task.wait(head().catch(() => undefined));
      if (!answer) return;
      const { headers } = answer;
      const policy = headers.get(POLICY)?.split(/; */) ?? [];
      // @wc-ignore
      const framing = `frame-ancestors ${ancestors.join(' ') || "'none'"}`;
      this.missing = [
        ...(policy.includes(framing) ? [] : [POLICY]),
        ...NEEDED.filter(([name, contains]) => !contains.test(headers.get(name) ?? '')).map(([name]) => name),
      ];
    });
  }
}
