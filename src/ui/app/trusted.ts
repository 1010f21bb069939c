/**
 * Trusted Types: the page may load scripts only from its own folder. Where the browser does not support them, the
 * same check runs here.
 */
interface Policy {
  createScriptURL(url: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

const ownScript = (url: string): string => {
  const { origin, protocol } = new URL(url, document.baseURI);
  // A page opened from a file has the origin "null", and so have its scripts.
  if (origin !== location.origin || protocol !== location.protocol)
    throw new Error('A script of another origin');
  return url;
};
const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const policy = factory?.createPolicy('ostro', { createScriptURL: ownScript });

/** The address of a worker, in the form that `new Worker` needs with Trusted Types. */
export function scriptUrl(url: string): string {
  // The DOM's types know only strings, but `new Worker` also takes a TrustedScriptURL.
  return policy === undefined ? ownScript(url) : (policy.createScriptURL(url) as string);
}
