/**
 * The kind of network connection of the device. Source: Network Information API (`navigator.connection`), which only some browsers have, and
 * whose `type` only some of these support.
 */
export type DeviceLink = 'metered' | 'free' | 'unknown';

/** The part of `navigator.connection` that is used. */
export interface DeviceConnection extends EventTarget {
  readonly saveData?: boolean;
  readonly type?: string;
}

export function linkOf(connection: Pick<DeviceConnection, 'saveData' | 'type'> | undefined): DeviceLink {
  if (connection?.saveData || connection?.type === 'cellular') return 'metered';
  return connection?.type === 'wifi' || connection?.type === 'ethernet' ? 'free' : 'unknown';
}

/** Calls `tell` with the kind of connection now and at each change, until the returned function is called. */
export function watchLink(
  connection: DeviceConnection | undefined,
  tell: (link: DeviceLink) => void,
): () => void {
  const report = (): void => tell(linkOf(connection));
  report();
  connection?.addEventListener('change', report);
  return () => connection?.removeEventListener('change', report);
}

/** Undefined in browsers without it. */
export function deviceConnection(): DeviceConnection | undefined {
  return (navigator as { readonly connection?: DeviceConnection }).connection;
}
