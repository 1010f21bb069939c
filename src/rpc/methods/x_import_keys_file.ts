/**
 * x_import_keys_file: creates a wallet from a `.keys` file of the reference; the file's password becomes the
 * wallet's. `cache_hex` is the cache file with the same name, which adds what the chain does not contain: labels,
 * notes, contacts, transaction keys and payees.
 */
import { onDemand } from '../../base/on-demand.ts';
import { primaryAddress } from '../../wallet/without-wallet.ts';
import { fromHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, str } from '../schema.ts';
import { networkAndBirth, checkName } from '../wire/new-wallet.ts';

const referenceFiles = onDemand(() => import('../../wallet/account/reference-files.ts'));

export default defineMethod({
  name: 'x_import_keys_file',
  access: 'app',
  console: {
    warning: 'closes_wallet',
    needs: ['filename', 'hex'],
    secrets: ['password'],
    secret: true,
    otherWallet: true,
  },
  params: { filename: str, password: str, hex: str, cache_hex: str },
  result: { address: str, watch_only: bool },
  handle: async ({ filename, password, hex, cache_hex }, { session }) => {
    await checkName(session, filename);
    const { cacheRecords, fromKeysFile, readCache, readKeysFile } = await referenceFiles();
    const file = readKeysFile(fromHex(hex), password);
    const network = file.network ?? (await networkAndBirth(session)).network;
    const wanted = fromKeysFile(file, network);
    const more =
      cache_hex === '' ? [] : cacheRecords(readCache(fromHex(cache_hex), password), wanted.keys, network);
    await session.make({ name: filename, password, ...wanted, more });
    return { address: primaryAddress(network, file.keys), watch_only: !file.keys.spendSecret };
  },
});
