/** Signers in sessions of their own during the key exchange, from the seeds of Monero's functional test. */
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { readMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import facts from '../../vectors/multisig-addresses.json' with { type: 'json' };
import { openDesk, type Desk } from './fixture.ts';

export const PASSWORD = 'several';

/** New wallets, up to four, each from its words. */
export async function openWallets(total: number): Promise<Desk[]> {
  const desks: Desk[] = [];
  for (const [i, seed] of facts.seeds.slice(0, total).entries()) {
    const desk = openDesk();
    const { key } = await readMnemonic(seed);
    await desk.session.make({
      name: `signer ${i}`,
      password: PASSWORD,
      network: 'mainnet',
      keys: accountFromSeed(key),
      seedLanguage: 'English',
      restoreHeight: 0,
      // A short look-ahead: these tests do not use it.
      lookahead: { major: 2, minor: 3 },
    });
    desks.push(desk);
  }
  return desks;
}

export function prepareAll(desks: readonly Desk[]): Promise<string[]> {
  return Promise.all(
    desks.map(
      async ({ call }) =>
        (await call('prepare_multisig', { enable_multisig_experimental: true })).multisig_info,
    ),
  );
}

/** Runs the first round; answers the messages of the second. */
export async function makeAll(desks: readonly Desk[], threshold: number): Promise<string[]> {
  const multisig_info = await prepareAll(desks);
  return Promise.all(
    desks.map(
      async ({ call }) =>
        (await call('make_multisig', { multisig_info, threshold, password: PASSWORD })).multisig_info,
    ),
  );
}

/** Runs all rounds; answers each signer's last result. */
export async function finishAll(desks: readonly Desk[], threshold: number): Promise<string[]> {
  let messages = await makeAll(desks, threshold);
  for (;;) {
    const answers = await Promise.all(
      desks.map(({ call }) =>
        call('exchange_multisig_keys', { multisig_info: messages, password: PASSWORD }),
      ),
    );
    messages = answers.map(({ multisig_info }) => multisig_info);
    if (answers.every(({ address }) => address !== '')) return answers.map(({ address }) => address);
  }
}

/** Everything in the wallet's file, to check that a refusal did not change it. */
export function kept({ session }: Desk): string {
  return JSON.stringify(
    Object.entries(session.wallet.state.tables).map(([name, rows]) => [
      name,
      [...(rows as Map<string, unknown>)],
    ]),
    (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value instanceof Uint8Array ? value.join() : value,
  );
}

export { facts };
