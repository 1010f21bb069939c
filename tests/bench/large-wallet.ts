/** The wallet of the bench of large wallets, and the calls that are timed: the same for Ostro and monero-wallet-rpc. */
import type { Call } from './call.ts';

export const LARGE_SEED = new Uint8Array(32).fill(7);
export const TXS_PER_BLOCK = 100;

/** One wallet program. `memory`: bytes that it holds now. */
export interface LargeSubject {
  readonly name: string;
  readonly call: Call;
  /** Most addresses of one call of create_address. */
  readonly mostAddresses: number;
  readonly memory: () => Promise<number>;
  /** The longest time, in milliseconds, that its thread was held since the last call of this: other wallets wait so long. */
  readonly held?: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const FILE = { filename: 'large', password: '' };
const REPEATS = 5;

/**
 * Makes the wallet with `addresses` addresses, reads a chain of `count` payments and asks for them. `timed` gets
 * milliseconds, or bytes where the name says so.
 */
export async function timeLargeWallet(
  { call, mostAddresses, memory, held }: LargeSubject,
  { seed, count, addresses }: { readonly seed: string; readonly count: number; readonly addresses: number },
  timed: (what: string, value: number) => void,
): Promise<void> {
  const time = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await held?.();
    await work();
    timed(what, performance.now() - start);
    if (held) timed(`${what}, thread held`, await held());
  };
  /** The median of some calls. */
  const ask = async (what: string, method: string, params: object = {}): Promise<void> => {
    const all: number[] = [];
    await held?.();
    for (let i = 0; i < REPEATS; i++) {
      const start = performance.now();
      await call(method, params);
      all.push(performance.now() - start);
    }
    timed(what, all.sort((a, b) => a - b)[REPEATS >> 1]!);
    if (held) timed(`${what}, thread held`, await held());
  };
  await call('restore_deterministic_wallet', { ...FILE, seed, restore_height: 0 });
  await call('auto_refresh', { enable: false });
  await time('many addresses', async () => {
    for (let left = addresses; left > 0; left -= mostAddresses)
      await call('create_address', { account_index: 0, count: Math.min(left, mostAddresses) });
  });
  const { address } = (await call('get_address', { account_index: 0 })) as { readonly address: string };
  // It waits until the addresses can be recognised.
  await call('get_address_index', { address });
  const floor = await memory();
  await time('refresh', () => call('refresh'));
  timed('bytes a transfer', ((await memory()) - floor) / count);
  const { height } = (await call('get_height')) as { readonly height: number };
  const newest = {
    account_index: 0,
    filter_by_height: true,
    min_height: height - 3,
    max_height: height,
  };
  const listed = (await call('get_transfers', { in: true, ...newest })) as {
    readonly in: readonly { txid: string }[];
  };
  const txid = listed.in[0]!.txid;
  await ask('refresh, nothing new', 'refresh');
  await ask('get_balance', 'get_balance', { account_index: 0, address_indices: [1] });
  await ask('newest transfers', 'get_transfers', { in: true, out: true, pool: true, ...newest });
  await ask('one transaction', 'get_transfer_by_txid', { txid });
  await ask('one address', 'get_address', { account_index: 0, address_index: [1] });
  await ask('create_address', 'create_address', { account_index: 0, label: 'one more' });
  await ask('a note', 'set_tx_notes', { txids: [txid], notes: ['a note'] });
  await ask('store', 'store');
  await time('close', () => call('close_wallet'));
  await time('open', () => call('open_wallet', FILE));
  timed('bytes a transfer, opened', ((await memory()) - floor) / count);
  await time('all transfers', () => call('get_transfers', { in: true, account_index: 0 }));
  await time('all addresses', () => call('get_address', { account_index: 0 }));
  await time('all outputs', () => call('incoming_transfers', { transfer_type: 'all', account_index: 0 }));
  await time('export_outputs', () => call('export_outputs', { all: true }));
  await time('export_key_images', () => call('export_key_images', { all: true }));
  // The proof is not checked here: the made-up node has no transactions that a check could look up.
  await time('get_reserve_proof', () => call('get_reserve_proof', { all: true, message: 'bench' }));
}
