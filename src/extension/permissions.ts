/**
 * The extension's access to nodes: an optional host permission for each. The pattern names exactly the scheme, the host and
 * the port of the node; Firefox knows no ports in patterns.
 */
import type { ExtensionApi } from './browser-api.ts';

/** Firefox's patterns know no ports. */
export const PATTERNS_HAVE_PORTS: boolean =
  (globalThis as { readonly location?: { readonly protocol: string } }).location?.protocol ===
  'chrome-extension:';

export interface NodePermissions {
  ask(address: string): Promise<boolean>;
  isAllowed(address: string): Promise<boolean>;
  drop(address: string): Promise<void>;
  isSame(address: string, other: string): boolean;
}

/** `withPorts`: not in Firefox. `sites`: the origins of the sites that are on, which share permissions with nodes. */
export function createNodePermissions(
  { permissions }: { readonly permissions: Omit<ExtensionApi['permissions'], 'getAll' | 'onRemoved'> },
  withPorts: boolean,
  sites: () => Promise<readonly string[]>,
): NodePermissions {
  const originsOf = (address: string) => ({ origins: [patternOf(address, withPorts)] });
  return {
    // Not async: the browser asks only while the click is being handled.
    ask: (address) => {
      try {
        return permissions.request(originsOf(address));
      } catch (error) {
        return Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
    },
    isAllowed: async (address) => permissions.contains(originsOf(address)),
    drop: async (address) => {
      const needed = (await sites()).some((site) => isSamePattern(site, address, withPorts));
      if (!needed) await permissions.remove(originsOf(address));
    },
    isSame: (address, other) => isSamePattern(address, other, withPorts),
  };
}

/** Two addresses for which there is one permission. Throws for what is no address of a node. */
export function isSamePattern(address: string, other: string, withPorts: boolean): boolean {
  return patternOf(address, withPorts) === patternOf(other, withPorts);
}

/** Throws for what is no address of a node. */
export function patternOf(address: string, withPorts: boolean): string {
  const { protocol, host, hostname } = new URL(address);
  // An asterisk would mean more than one host.
  if (!/^https?:$/.test(protocol) || hostname === '' || hostname.includes('*'))
    throw new TypeError(`${address} is not a node`);
  return `${protocol}//${withPorts ? host : hostname}/*`;
}
