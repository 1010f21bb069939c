/** Calls that change a wallet, chosen at random, each with the facts that its answer promises. */
import { pick } from './sizes.ts';
import { ATTRIBUTES, type Facts } from './promises.ts';
import { Refused, textOf, type RunningWallet } from './targets.ts';

/** The General Fund's address, which owns no output of these chains. */
export const FOREIGN_ADDRESS =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';
const AMOUNT = 1_000_000_000;

type Call = RunningWallet['call'];

export interface Step {
  readonly name: string;
  /** The facts that are true if the call takes effect, as far as they are known before the answer. */
  readonly before?: Facts;
  /** Makes the calls; resolves with the acknowledged facts. `leaveOpen` gets facts that are known only after a first call. */
  run(call: Call, leaveOpen: (facts: Facts) => void): Promise<Facts>;
}

const facts = (...entries: readonly (readonly [string, string])[]): Facts => new Map(entries);

let made = 0;

/** A random step that fits the facts so far. */
export function randomStep(random: () => number, known: Facts): Step {
  return pick(random, STEPS)(random, known);
}

const STEPS: readonly ((random: () => number, known: Facts) => Step)[] = [
  setAttribute,
  setNote,
  createAddress,
  labelAddress,
  createAccount,
  addContact,
  deleteContact,
  tagAccount,
  freezeCoin,
  pay,
  pay,
  pay,
  buildThenRelay,
  sweepOne,
  store,
];

function setAttribute(random: () => number): Step {
  const key = pick(random, ATTRIBUTES);
  const promised = facts([`attribute ${key}`, `value ${++made}`]);
  return {
    name: 'set_attribute',
    before: promised,
    run: async (call) => {
      await call('set_attribute', { key, value: promised.get(`attribute ${key}`)! });
      return promised;
    },
  };
}

function setNote(random: () => number): Step {
  const txid = Math.floor(random() * 16)
    .toString(16)
    .repeat(64);
  const note = `note ${++made}`;
  const promised = facts([`note ${txid}`, note]);
  return {
    name: 'set_tx_notes',
    before: promised,
    run: async (call) => {
      await call('set_tx_notes', { txids: [txid], notes: [note] });
      return promised;
    },
  };
}

function createAddress(): Step {
  const label = `address ${++made}`;
  return {
    name: 'create_address',
    run: async (call) => {
      const { address_index: minor } = await call('create_address', { account_index: 0, label });
      return facts([`label 0/${textOf(minor)}`, label], ['count addresses 0', String(Number(minor) + 1)]);
    },
  };
}

function labelAddress(random: () => number, known: Facts): Step {
  const count = Number(known.get('count addresses 0') ?? 1);
  const minor = Math.floor(random() * count);
  const label = `label ${++made}`;
  const promised = facts([`label 0/${minor}`, label]);
  return {
    name: 'label_address',
    before: promised,
    run: async (call) => {
      await call('label_address', { index: { major: 0, minor }, label });
      return promised;
    },
  };
}

function createAccount(): Step {
  const label = `account ${++made}`;
  return {
    name: 'create_account',
    run: async (call) => {
      const { account_index: major } = await call('create_account', { label });
      return facts([`label ${textOf(major)}/0`, label], ['count accounts', String(Number(major) + 1)]);
    },
  };
}

function addContact(random: () => number): Step {
  // Integrated addresses: each payment id makes another valid address.
  const payment_id = Array.from({ length: 16 }, () => Math.floor(random() * 16).toString(16)).join('');
  const description = `contact ${++made}`;
  return {
    name: 'add_address_book',
    run: async (call) => {
      const { integrated_address: address } = await call('make_integrated_address', {
        standard_address: FOREIGN_ADDRESS,
        payment_id,
      });
      await call('add_address_book', { address, description });
      return facts([`contact ${textOf(address)}`, description]);
    },
  };
}

function deleteContact(random: () => number, known: Facts): Step {
  const there = [...known].filter(([name, value]) => name.startsWith('contact ') && value !== '');
  if (there.length === 0) return addContact(random);
  const [name] = pick(random, there);
  const promised = facts([name, '']);
  return {
    name: 'delete_address_book',
    before: promised,
    run: async (call) => {
      const { entries = [] } = (await call('get_address_book')) as {
        entries?: { index: number; address: string }[];
      };
      const entry = entries.find(({ address }) => name === `contact ${address}`);
      if (!entry) throw new Error(`${name} is gone`);
      await call('delete_address_book', { index: entry.index });
      return promised;
    },
  };
}

function tagAccount(random: () => number, known: Facts): Step {
  const major = Math.floor(random() * Number(known.get('count accounts') ?? 1));
  const tag = `tag ${++made}`;
  const promised = facts([`tag ${major}`, tag]);
  return {
    name: 'tag_accounts',
    before: promised,
    run: async (call) => {
      await call('tag_accounts', { tag, accounts: [major] });
      return promised;
    },
  };
}

function freezeCoin(random: () => number): Step {
  return {
    name: 'freeze, thaw',
    run: async (call, leaveOpen) => {
      const { transfers = [] } = (await call('incoming_transfers', { transfer_type: 'available' })) as {
        transfers?: { key_image: string; frozen: boolean }[];
      };
      const frozen = transfers.filter((each) => each.frozen);
      // At most a few frozen outputs, so that enough is left to pay with.
      const coin = frozen.length >= 3 ? frozen[0] : pick(random, transfers);
      if (!coin) return facts();
      const promised = facts([`frozen ${coin.key_image}`, coin.frozen ? '' : 'yes']);
      leaveOpen(promised);
      await call(coin.frozen ? 'thaw' : 'freeze', { key_image: coin.key_image });
      return promised;
    },
  };
}

function pay(random: () => number): Step {
  const amount = AMOUNT + Math.floor(random() * AMOUNT);
  return {
    name: 'transfer',
    run: async (call) => {
      const { tx_hash, tx_key } = await call('transfer', {
        destinations: [{ amount, address: FOREIGN_ADDRESS }],
        get_tx_key: true,
      });
      return facts([`key ${textOf(tx_hash)}`, textOf(tx_key)], [`paid ${textOf(tx_hash)}`, String(amount)]);
    },
  };
}

function buildThenRelay(random: () => number): Step {
  const amount = AMOUNT + Math.floor(random() * AMOUNT);
  return {
    name: 'transfer, relay_tx',
    run: async (call) => {
      const { tx_hash, tx_key, tx_metadata } = await call('transfer', {
        destinations: [{ amount, address: FOREIGN_ADDRESS }],
        get_tx_key: true,
        get_tx_metadata: true,
        do_not_relay: true,
      });
      await call('relay_tx', { hex: tx_metadata });
      return facts([`key ${textOf(tx_hash)}`, textOf(tx_key)], [`paid ${textOf(tx_hash)}`, String(amount)]);
    },
  };
}

function sweepOne(random: () => number): Step {
  return {
    name: 'sweep_single',
    run: async (call) => {
      const { transfers = [] } = (await call('incoming_transfers', { transfer_type: 'available' })) as {
        transfers?: { key_image: string; frozen: boolean; unlocked: boolean }[];
      };
      const coins = transfers.filter(({ frozen, unlocked }) => unlocked && !frozen);
      if (coins.length < 20) return facts();
      const { key_image } = pick(random, coins);
      const { tx_hash, tx_key } = await call('sweep_single', {
        address: FOREIGN_ADDRESS,
        key_image,
        get_tx_key: true,
      });
      return facts([`key ${textOf(tx_hash)}`, textOf(tx_key)]);
    },
  };
}

function store(): Step {
  return {
    name: 'store',
    run: async (call) => {
      await call('store');
      return facts();
    },
  };
}

/** Sets a new password: afterwards the old or the new one opens the wallet. */
export async function changePassword(call: Call, from: string, to: string): Promise<void> {
  await call('change_wallet_password', { old_password: from, new_password: to });
}

/** Opens the wallet with the one of these passwords that is right; fails when none is, or more than one. */
export async function openWithOneOf(
  call: Call,
  filename: string,
  passwords: readonly string[],
): Promise<string> {
  const fits: string[] = [];
  for (const password of passwords) {
    try {
      await call('open_wallet', { filename, password });
      fits.push(password);
      if (passwords.length > 1) await call('close_wallet');
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== -1) throw error;
    }
  }
  if (fits.length !== 1)
    throw new Error(`${fits.length} of the passwords ${passwords.join(', ')} open the wallet`);
  if (passwords.length > 1) await call('open_wallet', { filename, password: fits[0]! });
  return fits[0]!;
}
