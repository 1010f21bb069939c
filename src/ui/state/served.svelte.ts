/**
 * Whether the page was served with the headers that only a server can send: without them another site can show the app
 * in a frame, or keep a handle on its window. docs/headers.md has them for common servers.
 */

/** What is needed of a response to a request for the page. */
export type Head = () => Promise<{ readonly headers: { get(name: string): string | null } }>;

const NEEDED: readonly (readonly [name: string, contains: RegExp])[] = [
  ['Content-Security-Policy', /frame-ancestors 'none'/],
  ['Cross-Origin-Opener-Policy', /./],
  ['Permissions-Policy', /./],
  ['Referrer-Policy', /no-referrer/],
  ['X-Content-Type-Options', /nosniff/],
];

export class Served {
  /** Names of headers that the server did not send, or not as needed. Empty while this is not known. */
  missing = $state.raw<readonly string[]>([]);

  /** Asks once, at the start: a request at another time would show the host what the user does. */
  async check(head: Head): Promise<void> {
    try {
      const { headers } = await head();
      this.missing = NEEDED.filter(([name, contains]) => !contains.test(headers.get(name) ?? '')).map(
        ([name]) => name,
      );
    } catch {
      // Offline, or opened from a file: not known.
    }
  }
}
