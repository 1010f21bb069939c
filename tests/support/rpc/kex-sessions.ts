/** Signers in sessions of their own during the key exchange, from the seeds of Monero's functional test. */
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { readMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import facts from '../../vectors/multisig-addresses.json' with { type: 'json' };
import { openRpcSession, type RpcSession } from './fixture.ts';

export const PASSWORD = 'several';

/** New wallets, up to four, each from its words. */
export async function openWallets(total: number): Promise<RpcSession[]> {
  const sessions: RpcSession[] = [];
  for (const [i, seed] of facts.seeds.slice(0, total).entries()) {
    const rpc = openRpcSession();
    const { key } = await readMnemonic(seed);
    await rpc.session.make({
      name: `signer ${i}`,
      password: PASSWORD,
      network: 'mainnet',
      keys: accountFromSeed(key),
      seedLanguage: 'English',
      restoreHeight: 0,
      // A short look-ahead: these tests do not use it.
      lookahead: { major: 2, minor: 3 },
    });
    sessions.push(rpc);
  }
  return sessions;
}

export function prepareAll(sessions: readonly RpcSession[]): Promise<string[]> {
  return Promise.all(
    sessions.map(
      async ({ call }) =>
        (await call('prepare_multisig', { enable_multisig_experimental: true })).multisig_info,
    ),
  );
}

/** Runs the first round; answers the messages of the second. */
export async function makeAll(sessions: readonly RpcSession[], threshold: number): Promise<string[]> {
  const multisig_info = await prepareAll(sessions);
  return Promise.all(
    sessions.map(
      async ({ call }) =>
        (await call('make_multisig', { multisig_info, threshold, password: PASSWORD })).multisig_info,
    ),
  );
}

/** Runs all rounds; answers each signer's last result. */
export async function finishAll(sessions: readonly RpcSession[], threshold: number): Promise<string[]> {
  let messages = await makeAll(sessions, threshold);
  for (;;) {
    const answers = await Promise.all(
      sessions.map(({ call }) =>
        call('exchange_multisig_keys', { multisig_info: messages, password: PASSWORD }),
      ),
    );
    messages = answers.map(({ multisig_info }) => multisig_info);
    if (answers.every(({ address }) => address !== '')) return answers.map(({ address }) => address);
  }
}

export { facts };
