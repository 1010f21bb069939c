/** Trusted Types in workers: scripts of our own folder only, or those inside an offline edition's blob: worker. */
interface Factory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown };
}

const ownScript = (url: string): string => {
  const inside = location.protocol === 'blob:';
  // A blob: address is no base for others.
  const { origin, protocol } = new URL(url, inside ? undefined : location.href);
  const own = inside ? protocol === 'blob:' : origin === location.origin;
  if (!own) throw new Error('A script of another origin');
  return url;
};
const createPolicy = () =>
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
    createScriptURL: ownScript,
  });
let policy: ReturnType<typeof createPolicy>;

/** The address of a worker, in the form that `new Worker` needs with Trusted Types. */
export function scriptUrl(url: string): string {
  // At the first use: a worker that runs twice (run-once.ts) may make a policy of this name only once.
  policy ??= createPolicy();
  return policy ? (policy.createScriptURL(url) as string) : ownScript(url);
}

/** True if this worker may start others. In a page from a file (the offline edition) WebKit does not let it. */
export function mayStartWorkers(): boolean {
  const empty = URL.createObjectURL(new Blob([]));
  try {
    new Worker(scriptUrl(empty)).terminate();
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(empty);
  }
}
