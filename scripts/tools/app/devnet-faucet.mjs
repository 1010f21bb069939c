/** The faucet of a devnet: a wallet of monero-wallet-rpc that mines and pays. */
import { Refusal } from './devnet-control.mjs';
import { callRpc, mineBlocks } from './monero.mjs';

const FEE_RESERVE = 100_000_000_000n; // far above any fee here
const OUTPUTS_PER_PAYMENT = 4; // so that the new wallet can pay several times before its change unlocks

/** @typedef {Awaited<ReturnType<typeof createFaucet>>} Faucet */
/**
 * The wallet that mines and pays, made new.
 * @param {string} url of the wallet server
 * @param {string} daemonUrl its node
 */
export async function createFaucet(url, daemonUrl) {
  let usedUrl = daemonUrl;
  await callRpc(url, 'create_wallet', { filename: 'faucet', password: '', language: 'English' });
  const { address } = /** @type {{ address: string }} */ (
    await callRpc(url, 'get_address', { account_index: 0 })
  );
  return {
    address,
    /**
     * Takes another node.
     * @param {string} nodeUrl
     */
    use: async (nodeUrl) => {
      if (nodeUrl !== usedUrl) await callRpc(url, 'set_daemon', { address: nodeUrl, trusted: true });
      usedUrl = nodeUrl;
    },
    /** Piconero that can be spent now. */
    unlocked: async () => {
      await callRpc(url, 'refresh');
      const balance = /** @type {{ unlocked_balance: number }} */ (
        await callRpc(url, 'get_balance', { account_index: 0 })
      );
      return BigInt(balance.unlocked_balance);
    },
    check: async (/** @type {string} */ to) =>
      /** @type {{ valid: boolean, integrated: boolean }} */ (
        await callRpc(url, 'validate_address', { address: to })
      ),
    /**
     * @param {readonly { readonly address: string, readonly amount: number }[]} destinations
     * @returns {Promise<string>} The transaction's id.
     */
    transfer: async (destinations) =>
      /** @type {{ tx_hash: string }} */ (await callRpc(url, 'transfer', { destinations })).tx_hash,
  };
}

/**
 * Pays `amount` piconero to the address, after mining what the faucet lacks.
 * @param {string} daemonUrl
 * @param {Faucet} faucet
 * @param {string} address
 * @param {bigint} amount
 * @returns {Promise<import('./devnet-control.mjs').Payment>}
 */
export async function pay(daemonUrl, faucet, address, amount) {
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
