/** Wallet files as a program of the first codec version wrote them: no rows, and payments without the sum that came back. */
import type { WalletFile, WalletFiles } from '../../../src/ports/wallet-files.ts';
import { encodeCbor } from '../../../src/wallet/state/cbor-writer.ts';
import { readChange } from '../../../src/wallet/state/codec.ts';
import type { Put } from '../../../src/wallet/state/tables.ts';

export function withOldRecords(files: WalletFiles): WalletFiles {
  return {
    ...files,
    create: async (name, password, content) =>
      oldFile(await files.create(name, password, asFirstVersion(content))),
    open: async (...given) => oldFile(await files.open(...given)),
  };
}

const oldFile = (file: WalletFile): WalletFile => ({
  ...file,
  append: (entry) => file.append(asFirstVersion(entry)),
  compact: (snapshot, options) => file.compact(asFirstVersion(snapshot), options),
});

/** The same change in the first version. */
export function asFirstVersion(bytes: Uint8Array): Uint8Array {
  const { puts, ...rest } = readChange(bytes);
  return encodeCbor({ version: 1, ...rest, puts: puts.map(withoutReturned) });
}

const withoutReturned = (put: Put): Put => {
  if (put.table !== 'outgoing') return put;
  const { returned: _, ...value } = put.value;
  return { ...put, value };
};
