/** Checks the password of the open wallet, also in methods where the reference takes any. */
import { isFault } from '../../base/fault.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { fault } from '../faults.ts';

/** Does not check an empty password. Fault wrong_old_password. */
export async function checkOwnPassword({ file }: Wallet, password: string): Promise<void> {
  if (password !== '') await withOwnPassword(file.checkPassword(password));
}

/** The result of work that checks the wallet's password. Fault wrong_old_password in place of wrong_password. */
export async function withOwnPassword<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
  }
}
