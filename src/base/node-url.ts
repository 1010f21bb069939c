/** The URL of a node as a person types it: which scheme it gets when it has none. Page and worker use the same rule. */

/** The page that sends the requests, which browsers restrict. Node.js has no page and no restrictions. */
export interface Page {
  /** The page is served over https: plain http would be mixed content. */
  readonly secure: boolean;
  readonly hostname: string;
  /** A page of the browser extension: it may reach plain http, but only a node of the own network is asked so by default. */
  readonly extension?: boolean;
}

/** Undefined if the text is no http(s) URL. */
export function nodeUrl(typed: string, page: Page | undefined): URL | undefined {
  // A URL parser reads `localhost:18081` as scheme `localhost`, so only text with `//` counts as having a scheme.
  if (hasScheme(typed)) return /^https?:\/\//i.test(typed) ? tryUrl(typed) : undefined;
  const plain = tryUrl(`http://${typed}`);
  // An https page can use only https, except to reach this device.
  const isPlain = (host: string) => isLoopback(host) || (page?.extension === true && isLocal(host));
  return plain && page?.secure && !isPlain(plain.hostname) ? tryUrl(`https://${typed}`) : plain;
}

/** The typed text with a scheme; unchanged if it has one or is no URL. */
export function withScheme(typed: string, page: Page | undefined): string {
  const url = hasScheme(typed) ? undefined : nodeUrl(typed, page);
  return url ? `${url.protocol}//${typed}` : typed;
}

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}

/** A name or address of the local network. */
export function isLocal(host: string): boolean {
  return (
    host.endsWith('.local') ||
    /^(10(\.\d+){3}|192\.168(\.\d+){2}|169\.254(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})$/.test(host) ||
    /^\[f(c|d|e8)/.test(host)
  );
}

const hasScheme = (typed: string): boolean => typed.includes('://');

const tryUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
