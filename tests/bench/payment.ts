/** A payment that the suite `send` asks of every wallet, in the words of each. */

/** Amounts in piconero; without amounts all that the account holds is swept. */
export interface Payment {
  readonly account: number;
  readonly address: string;
  readonly amounts: readonly number[] | undefined;
}

/** The call of monero-wallet-rpc, which is ours too. */
export function walletCall({
  account,
  address,
  amounts,
}: Payment): readonly [method: string, params: object] {
  const common = { account_index: account, do_not_relay: true, get_tx_hex: true };
  return amounts
    ? ['transfer', { ...common, destinations: amounts.map((amount) => ({ address, amount })) }]
    : ['sweep_all', { ...common, address }];
}

/** The transactions of that call's answer, in hex. */
export function builtBy(answer: unknown): readonly string[] {
  const { tx_blob_list: list, tx_blob: one } = answer as {
    tx_blob_list?: readonly string[];
    tx_blob?: string;
  };
  return list ?? (one === undefined ? [] : [one]);
}

/** The configuration of monero-ts. */
export function moneroTsConfig({ account, address, amounts }: Payment) {
  return amounts
    ? {
        accountIndex: account,
        destinations: amounts.map((amount) => ({ address, amount: BigInt(amount) })),
      }
    : { accountIndex: account, address, sweep: true };
}

/** How many inputs and outputs a transaction has: so much of its prefix as that needs. Checks what each subject built. */

export function countsOf(hex: string) {
  const bytes = Buffer.from(hex, 'hex');
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('A transaction that ends too early');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(value);
    }
  };
  varint(); // version
  varint(); // unlock time
  const inputs = varint();
  for (let i = 0; i < inputs; i++) {
    if (bytes[at++] !== 2) throw new Error('An input that spends no key');
    varint(); // amount
    for (let ring = varint(); ring > 0; ring--) varint();
    at += 32; // key image
  }
  return { inputs, outputs: varint() };
}
