/** Methods that rewrite the file check its password; the reference would write it under any password given. */
import { isFault } from '../../base/fault.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { fault } from '../faults.ts';

/** An empty one is not checked. Fault wrong_old_password. */
export async function checkOwnPassword({ file }: Wallet, password: string): Promise<void> {
  if (password === '') return;
  try {
    await file.checkPassword(password);
  } catch (error) {
    throw isFault(error, 'wrong_password') ? fault('wrong_old_password') : error;
  }
}
