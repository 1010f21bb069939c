/**
 * M of N signers of one wallet after the key exchange, each with its own session and node. The account has 5 and 2 XMR at
 * its first address, 3 XMR at its second, and 7 XMR in account 1.
 */
import { asPublicKey } from '../../../src/base/brands.ts';
import { toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { baseKeysOf } from '../../../src/protocol/multisig/kex-account.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { change, put } from '../../../src/wallet/state/state.ts';
import { exportMultisigInfo, readInfos, reduceInfos } from '../../../src/wallet/multisig/info.ts';
import { groupOf } from '../../unit/protocol/multisig/group.ts';
import { HEIGHT, openFixture, XMR, type RpcWallet } from './fixture.ts';
import { blockHash } from './fake-node.ts';
import { bytesOf, ownOutput, shown } from './own-output.ts';

export async function openSigners(threshold: number, total: number): Promise<RpcWallet[]> {
  const people = Array.from({ length: total }, (_, i) => accountFromSeed(bytesOf(`signer ${i}`)));
  const group = groupOf(threshold, people.map(baseKeysOf));
  const sessions: RpcWallet[] = [];
  for (const [i, made] of group.entries()) {
    const rpc = await openFixture({ empty: true, seed: `signer ${i}` });
    const { spendPublic, viewSecret, signerSecret, keys, rounds, derivations, signers } = made;
    const viewPublic = kernel.mulBase(viewSecret);
    const coins = COINS.map((coin) =>
      ownOutput({ spendPublic, viewSecret, viewPublic: asPublicKey(viewPublic) }, coin),
    );
    for (const coin of coins) rpc.node.outputs.set(coin.globalIndex, shown(coin));
    rpc.node.answer();
    const hashes = new Uint8Array(32 * 100);
    for (let i = 0; i < 100; i++) hashes.set(blockHash(HEIGHT - 100 + i), 32 * i);
    await rpc.wallet.ledger.commit(({ account: { spendSecret: _own, ...rest }, settings }) => ({
      puts: [
        put('account', '', {
          ...rest,
          spendPublic,
          viewPublic: asPublicKey(viewPublic),
          viewSecret,
          multisig: { threshold, signers, signerSecret, keys, rounds, derivations },
        }),
        put('settings', '', { ...settings, multisigEnabled: true }),
        put('labels', '1', ['Savings']),
        ...coins.map((coin, outputIndex) => put('outputs', String(outputIndex), coin)),
      ],
      deletes: [],
      chain: { base: HEIGHT - 100 },
    }));
    await rpc.wallet.ledger.commit({ ...change([]), chain: { append: hashes, reward: (6n * XMR) / 10n } });
    sessions.push(rpc);
  }
  return sessions;
}

const COINS = [
  { tx: 'five', amount: 5n * XMR, height: 100, globalIndex: 2000 },
  { tx: 'two', amount: 2n * XMR, height: 150, globalIndex: 3000 },
  { tx: 'three', amount: 3n * XMR, minor: 1, height: 200, globalIndex: 4000 },
  { tx: 'seven', amount: 7n * XMR, major: 1, height: 250, globalIndex: 5000 },
];

/** The first signers export info, and the second ones (by default the same) import it. No rescan follows, without a chain. */
export async function tellInfo(from: readonly RpcWallet[], to = from): Promise<void> {
  const infos: Uint8Array[] = [];
  for (const { wallet, session } of from)
    infos.push(await exportMultisigInfo({ random: session.world.random, ledger: wallet.ledger }));
  for (const { wallet } of to)
    await wallet.ledger.commit((state) => {
      const { puts } = reduceInfos(state, readInfos(state, infos));
      const multisigPuts = puts.filter(({ table }) => table === 'multisigOutputs' || table === 'keyImages');
      const images = new Map(
        multisigPuts.flatMap((each) => (each.table === 'keyImages' ? [[each.key, each.value]] : [])),
      );
      const outputs = state.outputs.map((output, outputIndex) => {
        const keyImage = images.get(toHex(output.key));
        return put('outputs', String(outputIndex), keyImage ? { ...output, keyImage } : output);
      });
      return change([...multisigPuts, ...outputs]);
    });
}
