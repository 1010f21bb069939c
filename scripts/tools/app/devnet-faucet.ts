/** The faucet of a devnet: a wallet of monero-wallet-rpc that mines and pays. */
import { Refusal, type Payment } from './devnet-control.ts';
import { callRpc, mineBlocks } from './monero.ts';

const FEE_RESERVE = 100_000_000_000n; // far above any fee here
const OUTPUTS_PER_PAYMENT = 4; // so that the new wallet can pay several times before its change unlocks

export type Faucet = Awaited<ReturnType<typeof createFaucet>>;
/**
 * The wallet that mines and pays, made new.
 * `url`: of the wallet server
 * `daemonUrl`: its node
 */
export async function createFaucet(url: string, daemonUrl: string) {
  let usedUrl = daemonUrl;
  await callRpc(url, 'create_wallet', { filename: 'faucet', password: '', language: 'English' });
  const { address } = (await callRpc(url, 'get_address', { account_index: 0 })) as { address: string };
  return {
    address,
    /** Takes another node. */
    use: async (nodeUrl: string) => {
      if (nodeUrl !== usedUrl) await callRpc(url, 'set_daemon', { address: nodeUrl, trusted: true });
      usedUrl = nodeUrl;
    },
    /** Piconero that can be spent now. */
    unlocked: async () => {
      await callRpc(url, 'refresh');
      const balance = (await callRpc(url, 'get_balance', { account_index: 0 })) as {
        unlocked_balance: number;
      };
      return BigInt(balance.unlocked_balance);
    },
    check: async (to: string) =>
      (await callRpc(url, 'validate_address', { address: to })) as { valid: boolean; integrated: boolean },
    /** Answers The transaction's id. */
    transfer: async (
      destinations: readonly { readonly address: string; readonly amount: number }[],
    ): Promise<string> => ((await callRpc(url, 'transfer', { destinations })) as { tx_hash: string }).tx_hash,
  };
}

/** Pays `amount` piconero to the address, after mining what the faucet lacks. */
export async function pay(
  daemonUrl: string,
  faucet: Faucet,
  address: string,
  amount: bigint,
): Promise<Payment> {
  const { valid, integrated } = await faucet.check(address);
  if (!valid) throw new Refusal(400, 'this is no address of the devnet');
  for (let tries = 0; (await faucet.unlocked()) < amount + FEE_RESERVE; tries++) {
    if (tries === 20) throw new Refusal(503, 'the faucet is empty');
    await mineBlocks(daemonUrl, 10, faucet.address);
  }
  // A transaction may pay an integrated address only once.
  const outputs = integrated || amount < 4n ? 1 : OUTPUTS_PER_PAYMENT;
  const share = amount / BigInt(outputs);
  const first = amount - share * BigInt(outputs - 1);
  const txid = await faucet.transfer(
    Array.from({ length: outputs }, (_, i) => ({ address, amount: Number(i === 0 ? first : share) })),
  );
  return { txid, amount: String(amount), outputs };
}
