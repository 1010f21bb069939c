/** Checks of wallets in a storage, through the engine: for storages of programs, and for what postgres() returned. */
import { OstroError } from '../error.ts';
import type { DatabaseStorage, OstroWallet, WalletStorage } from '../types.ts';
import { createWallet, openWallet } from '../wallets.ts';
import type { StorageCheck, StorageTrial } from '../storage-trial.ts';
import { eventually, must, newName, rejection, within } from './trial.ts';

type Storage = WalletStorage | DatabaseStorage;
const PASSWORD = 'contract';

interface Use {
  readonly trial: StorageTrial;
  readonly name: string;
  readonly storages: readonly [Storage, Storage];
  /** Closes it at the end of the check. */
  readonly keep: (wallet: OstroWallet) => OstroWallet;
}

const check = (trial: StorageTrial, title: string, steps: (use: Use) => Promise<void>): StorageCheck => ({
  title,
  run: async () => {
    const name = newName();
    const storages = [await trial.open(), await trial.open()] as const;
    const wallets: OstroWallet[] = [];
    const keep = (wallet: OstroWallet): OstroWallet => {
      wallets.push(wallet);
      return wallet;
    };
    try {
      await steps({ trial, name, storages, keep });
    } finally {
      for (const wallet of wallets) await wallet.close();
    }
    const last = await openWallet({ storage: storages[0], name, password: PASSWORD, autoRefresh: false });
    await last.call('close_wallet');
    await last.call('x_delete_wallet', { name, password: PASSWORD });
    await last.close();
  },
});

const make = ({ name, keep }: Use, storage: Storage): Promise<OstroWallet> =>
  createWallet({ storage, name, password: PASSWORD, autoRefresh: false }).then(keep);
const open = ({ name, keep }: Use, storage: Storage): Promise<OstroWallet> =>
  openWallet({ storage, name, password: PASSWORD, autoRefresh: false }).then(keep);
const write = async (wallet: OstroWallet, label: string): Promise<void> =>
  void (await wallet.call('label_account', { account_index: 0, label }));
const labelOf = async (wallet: OstroWallet): Promise<string | undefined> =>
  (await wallet.call('get_accounts')).subaddress_accounts?.[0]?.label;
const mustHaveReason = (error: unknown, reasons: readonly string[], what: string): void =>
  must(error instanceof OstroError && reasons.includes(error.reason), `${what}: ${String(error)}`);

/** Checks of wallets in the storage. */
export function walletChecks(trial: StorageTrial): readonly StorageCheck[] {
  const checks = [
    check(trial, 'a wallet is open once, and has what was answered', async (use) => {
      const [here, elsewhere] = use.storages;
      const made = await make(use, here);
      for (let n = 0; n < 30; n++) await write(made, `label ${n}`);
      for (const storage of use.storages)
        mustHaveReason(
          await rejection('opening an open wallet', open(use, storage)),
          ['wallet_open_elsewhere'],
          'a wallet that is open is refused',
        );
      await made.close();
      const opened = await open(use, elsewhere);
      must((await labelOf(opened)) === 'label 29', 'a wallet has what was stored before it was closed');
    }),
    check(trial, 'a program that lost its wallet stores and answers nothing more', async (use) => {
      const [here, elsewhere] = use.storages;
      const lost = await make(use, here);
      await write(lost, 'before');
      let heard: string | undefined;
      lost.on('closed', ({ reason }) => (heard = reason));
      await trial.expire(use.name);
      const next = await eventually(trial, 'a wallet whose owner’s lease has ended can be opened', () =>
        open(use, elsewhere).catch((error: unknown) => {
          mustHaveReason(error, ['wallet_open_elsewhere'], 'opening');
          return undefined;
        }),
      );
      must((await labelOf(next)) === 'before', 'the next program has what was stored');
      await write(next, 'after');
      const late = await rejection(
        'a change of a lost wallet',
        within(trial, 'label_account', write(lost, 'late')),
      );
      mustHaveReason(
        late,
        ['wallet_open_elsewhere', 'wallet_closed'],
        'a change of a lost wallet is refused',
      );
      await eventually(trial, 'the event `closed` says that the wallet was taken over', () =>
        Promise.resolve(heard),
      );
      must(heard === 'taken_over', `the event \`closed\` says taken_over, not ${heard}`);
      await next.close();
      const again = await open(use, here);
      must((await labelOf(again)) === 'after', 'the wallet has what its last owner stored');
    }),
  ];
  if (trial.silent)
    checks.push(
      check(trial, 'a call for a wallet ends when the place does not answer', async (use) => {
        const wallet = await make(use, use.storages[0]);
        await trial.silent!(true);
        try {
          await rejection(
            'a change without an answer',
            within(trial, 'label_account', write(wallet, 'lost')),
          );
        } finally {
          await trial.silent!(false);
        }
      }),
    );
  return checks;
}
