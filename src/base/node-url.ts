/** The URL of a node as a person types it: which scheme it gets when it has none. Page and worker use the same rule. */

/** The page that sends the requests, which browsers restrict. Node.js has no page and no restrictions. */
export interface AskingPage {
  /** The page is served over https: plain http would be mixed content. */
  readonly secure: boolean;
  readonly hostname: string;
  /** A page of the browser extension: it may reach plain http, but only a node of the own network is asked so by default. */
  readonly extension?: boolean;
}

/** Undefined if the text is no http(s) URL, and for a number or a damaged scheme, which a URL parser takes for a host. */
export function nodeUrl(typed: string, page: AskingPage | undefined): URL | undefined {
  // A URL parser reads `localhost:18081` as scheme `localhost`, so only text with `//` counts as having a scheme.
  if (hasScheme(typed)) return /^https?:\/\//i.test(typed) && !isNumber(typed) ? tryUrl(typed) : undefined;
  if (/^https?[:/]/i.test(typed) || isNumber(`//${typed}`)) return undefined;
  const plain = tryUrl(`http://${typed}`);
  return plain && page?.secure && !isPlain(plain.hostname, page) ? tryUrl(`https://${typed}`) : plain;
}

/** `18081` is a port without a host, and a URL parser makes 0.0.70.161 of it. */
const isNumber = (typed: string): boolean =>
  /^[^/]*\/\/(?:[^/]*@)?(?:\d+|0x[\da-f]*)\.?(?::|\/|$)/i.test(typed);

/**
 * An https page can use only https, except to reach this device or, in a browser that takes them for secure, hidden
 * services.
 */
const isPlain = (host: string, page: AskingPage): boolean =>
  isLoopback(host) ||
  ['0.0.0.0', '[::]'].includes(host) ||
  /\.onion\.?$/.test(host) ||
  (page.extension === true && isLocal(host));

/** A name or address of this device, as a URL or a flag has it. 0.0.0.0 is none: a server that is bound to it hears all. */
export function isLoopback(host: string): boolean {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=\D)\.$/, '');
  return (
    plain === 'localhost' ||
    plain.endsWith('.localhost') ||
    plain === '::1' ||
    /^(?:::ffff:)?127(?:\.\d{1,3}){3}\.?$/.test(plain) ||
    // A URL parser writes ::ffff:127.0.0.1 in this form.
    /^::ffff:7f[\da-f]{2}:[\da-f]{1,4}$/.test(plain)
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
