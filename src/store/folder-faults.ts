/** Wraps a folder: converts its errors to faults by the operating system's error codes. */
import type { WalletFolder } from '../ports/wallet-folder.ts';
import { fault } from './faults.ts';

export function withFaults(folder: WalletFolder): WalletFolder {
  const guarded = async <T>(work: Promise<T>, name = ''): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw faultOf(error, name);
    }
  };
  return {
    list: () => guarded(folder.list()),
    read: (name, known) => guarded(folder.read(name, known), name),
    write: (name, files) => guarded(folder.write(name, files), name),
    append: (name, at, bytes) => guarded(folder.append(name, at, bytes), name),
    remove: (name) => guarded(folder.remove(name), name),
    claim: (name, onLost) => guarded(folder.claim(name, onLost), name),
    ...(folder.confirm && { confirm: (name) => guarded(folder.confirm!(name), name) }),
    release: (name) => guarded(folder.release(name), name),
    remember: (name, copy) => guarded(folder.remember(name, copy), name),
  };
}

const faultOf = (error: unknown, name: string): Error => {
  const why = error instanceof Error ? error.message : String(error);
  // An error of another process arrives as text that begins with the name of its class.
  switch (/^(?:\w*Error: )?(E[A-Z]+)\b/.exec(why)?.[1]) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return fault('storage_full');
    case 'EROFS':
      return fault('folder_read_only');
    case 'EACCES':
    case 'EPERM':
      return fault('folder_denied');
    case 'ELOCKLOST':
      return fault('wallet_open_elsewhere', { name });
    case 'ECHANGED':
      return fault('folder_changed', { name });
    case 'EUNCERTAIN':
      return fault('storage_uncertain', { why });
    default:
      return fault('storage_unavailable', { why });
  }
};
