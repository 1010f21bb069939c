/** Wallets on the device: opening, closing, exporting, and their settings. */
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { FILES } from '../payloads.ts';
import { WORDS } from '../values.ts';
import type { FakeWallet } from '../wallet.ts';

export const WALLETS = {
  x_status: (_params, { status }) => ({ ...status }),
  x_list_wallets: (_params, { wallets }) => ({ wallets }),
  x_wallet_sizes: (_params, { wallets }) => ({
    wallets: wallets.map(({ name }, i) => ({ name, bytes: [1_400_000, 61_000][i] ?? 30_000 })),
  }),
  x_storage: (_params, { inMemory, storage }) =>
    inMemory ? { persisted: false, usage: 0, quota: 0, in_memory: true } : { ...storage },
  x_hidden: () => ({}),
  x_keep_alive: () => ({}),
  x_auto_lock: ({ minutes = 0 }, fake) => {
    fake.minutes = minutes;
    return {};
  },
  open_wallet: ({ filename = '', password }, fake) => {
    if (openable(fake, filename, password).open_elsewhere)
      throw new Refused(-1, 'wallet_open_elsewhere', { name: filename });
    opened(fake, filename);
    return {};
  },
  x_take_over: ({ filename = '', password }, fake) => {
    openable(fake, filename, password);
    opened(fake, filename);
    return {};
  },
  close_wallet: (_params, fake) => {
    fake.close();
    return {};
  },
  x_delete_wallet: ({ name: wanted, password }, fake) => {
    fake.check(password);
    fake.wallets = fake.wallets.filter(({ name }) => name !== wanted);
    fake.close();
    return {};
  },
  change_wallet_password: ({ old_password }, fake) => {
    fake.check(old_password);
    return {};
  },
  x_check_password: ({ password }, fake) => {
    fake.check(password);
    return {};
  },
  query_key: ({ key_type }) => ({ key: key_type === 'mnemonic' ? WORDS : 'a5b9'.repeat(16) }),
  x_export_file: ({ password }, fake) => {
    fake.check(password);
    return { hex: FILES.ostro };
  },
  x_export_keys_file: ({ password }, fake) => {
    fake.check(password);
    return { hex: FILES.keys };
  },
  x_set_cold: ({ enabled = false }, fake) => {
    Object.assign(fake.status, { cold: enabled, coins: 0 });
    return {};
  },
} satisfies Partial<Answers>;

const openable = (fake: FakeWallet, name: string, password: string | undefined) => {
  const wallet = fake.wallets.find((each) => each.name === name);
  if (wallet === undefined) throw new Refused(-1, 'wallet_not_found', { name });
  fake.check(password);
  return wallet;
};
export function opened(fake: FakeWallet, name: string): void {
  fake.open(name);
  fake.emit('status', { ...fake.status });
}
