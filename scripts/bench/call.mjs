/** JSON-RPC to monero-wallet-rpc with exact numbers and patience. */
import { post } from '../tools/app/monero.mjs';
import { parseJson } from '../tools/setup/json.mjs';

const PATIENCE_MS = 600_000;

/** @typedef {(method: string, params?: object) => Promise<unknown>} Call A method of a wallet, and its result. */
/** @typedef {{ readonly result?: unknown, readonly error?: { readonly message: string, readonly code: number } }} Envelope */

/**
 * @param {string} base
 * @param {string} method
 * @param {object} [params]
 * @returns {Promise<unknown>}
 */
export async function callWallet(base, method, params = {}) {
  const request = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params });
  const text = await post(`${base}/json_rpc`, request, PATIENCE_MS);
  // Numbers that a double may not hold become text, which BigInt reads as well.
  const exact = text.replace(/("\s*:\s*)(\d{16,})(?=\s*[,}\]])/g, '$1"$2"');
  const { result, error } = /** @type {Envelope} */ (parseJson(exact));
  if (error) throw new Error(`${error.message} (${error.code})`);
  return result;
}
