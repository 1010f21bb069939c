/** Checks the password in methods that rewrite the file. (The reference would write it with any given password.) */
import { isFault } from '../../base/fault.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { fault } from '../faults.ts';

/** Does not check an empty password. Fault wrong_old_password. */
export async function checkOwnPassword({ file }: Wallet, password: string): Promise<void> {
  if (password === '') return;
  try {
    await file.checkPassword(password);
  } catch (error) {
    throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
  }
}
