/** One wallet in two sessions: a watching one with the fixture's history, and a signing one without any. */
import { openFixture, type OpenDesk } from './fixture.ts';

export interface TwoDesks {
  readonly hot: OpenDesk;
  readonly cold: OpenDesk;
}

export async function openHalves(): Promise<TwoDesks> {
  const hot = await openFixture({ watchOnly: true });
  hot.node.answer();
  return { hot, cold: await openFixture({ empty: true }) };
}

/** Everything in a wallet's file, as text: equal before and after when nothing changed. */
export function kept({ wallet }: OpenDesk): string {
  return JSON.stringify(
    Object.entries(wallet.state.tables).map(([name, table]) => [name, [...table.entries()]]),
    (_, value: unknown) =>
      typeof value === 'bigint'
        ? `${value}n`
        : value instanceof Uint8Array
          ? Buffer.from(value).toString('hex')
          : value,
  );
}

/** Sends outputs to the signer, and key images back. */
export async function exchange({ hot, cold }: TwoDesks): Promise<void> {
  await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
  const keys = await cold.call('export_key_images', { all: true });
  await hot.call('import_key_images', {
    offset: keys.offset,
    signed_key_images: keys.signed_key_images ?? [],
  });
}
