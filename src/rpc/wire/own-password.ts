/** Methods that write the file anew take its password; the reference would write it under whatever it is given. */
import { isFault } from '../../base/fault.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { fault } from '../faults.ts';

/** An empty one is passed over. Fault wrong_old_password. */
export async function checkOwnPassword({ file }: Wallet, password: string): Promise<void> {
  if (password === '') return;
  try {
    await file.checkPassword(password);
  } catch (error) {
    throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
  }
}
