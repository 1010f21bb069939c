/**
 * Trusted Types: the page may load scripts only from its own folder. A page from a file (the offline edition) has its workers
 * inside, and may load nothing but the blob: addresses that it makes of them. Where the browser does not support Trusted
 * Types, the same check runs here.
 */
interface Policy {
  createScriptURL(url: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

const ownScript = (url: string): string => {
  const { origin, protocol } = new URL(url, document.baseURI);
  const own =
    location.protocol === 'file:'
      ? protocol === 'blob:'
      : origin === location.origin && protocol === location.protocol;
  if (!own) throw new Error('A script of another origin');
  return url;
};
const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
// The default policy checks plain addresses, too: WEBCAT's extension passes the addresses of workers on as text.
const policy = factory?.createPolicy('default', { createScriptURL: ownScript });

/** The address of a worker, in the form that `new Worker` needs with Trusted Types. */
export function scriptUrl(url: string): string {
  // The DOM's types know only strings, but `new Worker` also takes a TrustedScriptURL.
  return policy === undefined ? ownScript(url) : (policy.createScriptURL(url) as string);
}
