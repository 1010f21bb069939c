/**
 * A session of monero-ts's MoneroWalletRpc with any server. It runs where the library does, in Node or (as text) in a page,
 * so the function uses nothing outside itself.
 */

/** The part of MoneroWalletRpc that is used here. */
export interface MoneroTsWallet {
  createWallet(config: object): Promise<unknown>;
  openWallet(config: object): Promise<unknown>;
  close(save: boolean): Promise<void>;
  getSeed(): Promise<string>;
  getPrimaryAddress(): Promise<string>;
  getBalance(): Promise<bigint>;
  getUnlockedBalance(): Promise<bigint>;
  sync(): Promise<unknown>;
  createTx(config: object): Promise<Tx>;
  getTxs(): Promise<readonly Tx[]>;
  getTxKey(txid: string): Promise<string>;
  checkTxKey(txid: string, key: string, address: string): Promise<Check>;
  getTxProof(txid: string, address: string, message: string): Promise<string>;
  checkTxProof(txid: string, address: string, message: string, proof: string): Promise<Check>;
  getSpendProof(txid: string, message: string): Promise<string>;
  checkSpendProof(txid: string, message: string, proof: string): Promise<boolean>;
  getReserveProofWallet(message: string): Promise<string>;
  checkReserveProof(address: string, message: string, proof: string): Promise<Check>;
  signMessage(message: string): Promise<string>;
  verifyMessage(message: string, address: string, signature: string): Promise<Check>;
}
interface Tx {
  getHash(): string;
  getFee(): bigint;
}
interface Check {
  getIsGood(): boolean;
  getReceivedAmount(): bigint;
}

export interface Visit {
  /** The payee. */
  readonly payee: string;
  readonly amount: bigint;
  /** Mines blocks with this address; the rewards of the last ones go to the payee. */
  readonly mine: (blocks: number, address: string) => Promise<unknown>;
}

/** Creates, restores, pays and proves; answers the client's results. */
export async function visit(wallet: MoneroTsWallet, { payee, amount, mine }: Visit) {
  await wallet.createWallet({ path: 'one', password: 'pw', language: 'English' });
  const [seed, address] = [await wallet.getSeed(), await wallet.getPrimaryAddress()];
  await mine(3, address);
  await mine(90, payee);
  await wallet.close(true);

  await wallet.createWallet({ path: 'two', password: 'pw', seed, restoreHeight: 0 });
  const restored = await wallet.getPrimaryAddress();
  await wallet.sync();
  const [before, unlocked] = [await wallet.getBalance(), await wallet.getUnlockedBalance()];

  const paid = await wallet.createTx({ accountIndex: 0, address: payee, amount, relay: true });
  await mine(12, payee);
  await wallet.sync();
  const after = await wallet.getBalance();
  const txid = paid.getHash();
  const known = (await wallet.getTxs()).some((tx) => tx.getHash() === txid);

  const key = await wallet.getTxKey(txid);
  const byKey = (await wallet.checkTxKey(txid, key, payee)).getReceivedAmount();
  const proof = await wallet.getTxProof(txid, payee, 'rent');
  const byProof = await wallet.checkTxProof(txid, payee, 'rent', proof);
  const byWrongProof = await wallet.checkTxProof(txid, payee, 'other rent', proof);
  const spend = await wallet.getSpendProof(txid, 'spent');
  const reserve = await wallet.getReserveProofWallet('mine');
  const signature = await wallet.signMessage('hello');
  const proven = {
    byKey,
    byProof: [byProof.getIsGood(), byProof.getReceivedAmount()],
    byWrongProof: byWrongProof.getIsGood(),
    spend: await wallet.checkSpendProof(txid, 'spent', spend),
    reserve: (await wallet.checkReserveProof(address, 'mine', reserve)).getIsGood(),
    signature: (await wallet.verifyMessage('hello', address, signature)).getIsGood(),
    wrongSignature: (await wallet.verifyMessage('goodbye', address, signature)).getIsGood(),
  };
  await wallet.close(true);
  await wallet.openWallet({ path: 'one', password: 'pw' });
  const reopened = await wallet.getPrimaryAddress();
  return { seed, address, restored, reopened, before, unlocked, after, fee: paid.getFee(), known, proven };
}
