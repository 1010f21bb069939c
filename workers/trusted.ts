/** Trusted Types in workers: scripts of our own folder only. */
interface Factory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown };
}

const ownScript = (url: string): string => {
  if (new URL(url, location.href).origin !== location.origin) throw new Error('A script of another origin');
  return url;
};
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('ostro', {
  createScriptURL: ownScript,
});

/** The address of a worker, in the form that `new Worker` needs with Trusted Types. */
export function scriptUrl(url: string): string {
  return policy ? (policy.createScriptURL(url) as string) : ownScript(url);
}
