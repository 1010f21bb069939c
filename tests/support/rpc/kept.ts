import type { RpcSession } from './fixture.ts';

/** Everything in a wallet's file, as text: equal before and after when nothing changed. */
export function kept({ session }: Pick<RpcSession, 'session'>): string {
  return JSON.stringify(
    Object.entries(session.wallet.state.tables).map(([name, table]) => [name, [...table.entries()]]),
    (_, value: unknown) =>
      typeof value === 'bigint'
        ? `${value}n`
        : value instanceof Uint8Array
          ? Buffer.from(value).toString('hex')
          : value,
  );
}
