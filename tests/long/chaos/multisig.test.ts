/**
 * SIGKILL of the wallet server around multisig signatures. A hostile co-signer makes two transactions out of the same
 * nonces of ours; from two signatures with one nonce the co-signer could compute our key share.
 */
import { expect, it } from 'vitest';
import { FOREIGN_ADDRESS } from '../../../scripts/tools/app/funded-chain.ts';
import { ourWallet, payFromOwner } from '../../parity/wallet-pair.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { seed } from '../../support/tier.ts';
import { createRandom, sizes } from '../../chaos/sizes.ts';
import { mineUntilPoolIsEmpty } from './within.ts';
import { createTarget, Refused, type RunningWallet } from '../../chaos/targets.ts';

const FILE = { filename: 'signer', password: 'pw' };
type CoSigner = ReturnType<typeof ourWallet>;

it(`the wallet server never gives out two signatures with one nonce in ${sizes.multisigKills} kills`, async () => {
  await useWasmKernel();
  const random = createRandom(seed);
  await using chain = await startRegtest({ funded: true });
  const target = await createTarget('server', chain.url);
  try {
    let wallet = await target.start();
    const coSigner = ourWallet(chain);
    await makeAccount(wallet, coSigner, chain);
    const counts = { answered: 0, cut: 0, refusedAfter: 0 };
    for (let kill = 0; kill < sizes.multisigKills; kill++) {
      const [first, second] = await twoSetsWithTheSameNonces(wallet, coSigner, kill);
      const signed = await signUntilKilled(wallet, first, random() * 400);
      counts[signed ? 'answered' : 'cut'] += 1;
      wallet = await target.start();
      await wallet.call('open_wallet', FILE);
      // Only the set that is signed first gets a signature.
      let signatures = signed ? 1 : 0;
      for (const set of random() < 0.5 ? [first, second] : [second, first]) {
        if (await signs(wallet, set)) signatures += 1;
        else counts.refusedAfter += 1;
      }
      expect(signatures).toBeLessThanOrEqual(1);
    }
    console.log(`${sizes.multisigKills} kills, ${JSON.stringify(counts)}`);
    await finishOnePayment(wallet, coSigner, chain);
  } finally {
    await target.dispose();
  }
});

/** A 2-of-2 of the server and our engine in this process, with money. */
async function makeAccount(wallet: RunningWallet, coSigner: CoSigner, chain: Regtest): Promise<void> {
  await wallet.call('create_wallet', { ...FILE, language: 'English' });
  await coSigner.call('create_wallet', { filename: 'co-signer', password: '', language: 'English' });
  const ask = async (method: 'make_multisig' | 'exchange_multisig_keys', messages: readonly string[]) => {
    const [mine, theirs] = messages;
    const more = { threshold: 2, password: '' };
    const server = await wallet.call(method, { ...more, password: FILE.password, multisig_info: [theirs] });
    const other = await coSigner.call(method, { ...more, multisig_info: [mine!] });
    return [server['multisig_info'] as string, other.multisig_info];
  };
  const enable = { enable_multisig_experimental: true };
  let messages = [
    (await wallet.call('prepare_multisig', enable))['multisig_info'] as string,
    (await coSigner.call('prepare_multisig', enable)).multisig_info,
  ];
  messages = await ask('make_multisig', messages);
  await ask('exchange_multisig_keys', messages);
  const { address } = await wallet.call('get_address');
  expect((await coSigner.call('get_address')).address).toBe(address);
  await payFromOwner(chain, new Array<string>(5).fill(address as string), 10_000_000_000_000n);
}

/** Both exchange multisig info; the co-signer proposes twice, with a copy of its wallet for the second proposal. */
async function twoSetsWithTheSameNonces(
  wallet: RunningWallet,
  coSigner: CoSigner,
  round: number,
): Promise<readonly [string, string]> {
  await exchangeInfo(wallet, coSigner);
  const { hex } = await coSigner.call('x_export_file', { password: '' });
  const destinations = [{ amount: 1_000_000_000n, address: FOREIGN_ADDRESS }];
  const first = await coSigner.call('transfer', { destinations });
  const filename = `copy ${round}`;
  await coSigner.call('x_import_file', { filename, password: '', hex });
  const second = await coSigner.call('transfer', { destinations });
  await coSigner.call('close_wallet');
  await coSigner.call('open_wallet', { filename: 'co-signer', password: '' });
  return [first.multisig_txset, second.multisig_txset];
}

async function exchangeInfo(wallet: RunningWallet, coSigner: CoSigner): Promise<void> {
  await wallet.call('refresh');
  await coSigner.call('refresh');
  const theirs = (await coSigner.call('export_multisig_info')).info;
  await wallet.call('import_multisig_info', { info: [theirs] });
  const ours = (await wallet.call('export_multisig_info'))['info'] as string;
  await coSigner.call('import_multisig_info', { info: [ours] });
}

/** Signs while the server is killed; true when the signature arrived before that. */
async function signUntilKilled(wallet: RunningWallet, set: string, delay: number): Promise<boolean> {
  const killed = new Promise<void>((resolve, reject) => {
    setTimeout(() => {
      wallet.kill().then(resolve, reject);
    }, delay);
  });
  const signed = await signs(wallet, set).catch(() => false);
  await killed;
  return signed;
}

/** Signs a set: false when the wallet refuses; rejects when the server was killed. */
async function signs(wallet: RunningWallet, set: string): Promise<boolean> {
  try {
    await wallet.call('sign_multisig', { tx_data_hex: set });
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** At the end the account can still pay. */
async function finishOnePayment(wallet: RunningWallet, coSigner: CoSigner, chain: Regtest): Promise<void> {
  await exchangeInfo(wallet, coSigner);
  const destinations = [{ amount: 1_000_000_000n, address: FOREIGN_ADDRESS }];
  const { multisig_txset } = await coSigner.call('transfer', { destinations });
  const { tx_data_hex } = await wallet.call('sign_multisig', { tx_data_hex: multisig_txset });
  const { tx_hash_list } = await wallet.call('submit_multisig', { tx_data_hex });
  const [txid] = tx_hash_list as readonly string[];
  await mineUntilPoolIsEmpty(chain);
  await wallet.call('refresh');
  expect(await wallet.call('get_transfers', { out: true })).toMatchObject({ out: [{ txid }] });
}
