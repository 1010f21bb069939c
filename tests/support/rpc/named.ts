/** A wallet that uses a light-wallet server. */
import { toHex } from '../../../src/base/hex.ts';
import { change, put, remove } from '../../../src/wallet/state/state.ts';
import type { RpcWallet } from './fixture.ts';

/** The wallet has read no output; a server named those that it had, up to `height`. */
export async function nameOutputs(
  { call, wallet }: Pick<RpcWallet, 'call' | 'wallet'>,
  height: number,
): Promise<void> {
  await call('x_use_light_server', { address: 'https://light.example' });
  await wallet.ledger.commit(({ outputs, tables }) =>
    change(
      [
        put('lightServer', '', {
          ...tables.lightServer.get('')!,
          ...{ open: true, height, chainHeight: height },
        }),
        ...outputs.map((output) => put('namedOutputs', toHex(output.key), output)),
      ],
      outputs.map((_, at) => remove('outputs', String(at))).reverse(),
    ),
  );
}
