/**
 * JSON-RPC to monero-wallet-rpc for long answers. A request with `Connection: close` (what lib/monero.mjs sends) gets
 * long ones cut off by monero-wallet-rpc 0.18.4.0, so the connection asks to be kept, and is dropped by us.
 */
import { Agent, request } from 'node:http';

export const callWallet = async (base, method, params = {}) => {
  const agent = new Agent({ keepAlive: true });
  try {
    const text = await post(agent, `${base}/json_rpc`, { jsonrpc: '2.0', id: '0', method, params });
    // Numbers that a double may not hold become text, which BigInt reads as well.
    const { result, error } = JSON.parse(text.replace(/("\s*:\s*)(\d{16,})(?=\s*[,}\]])/g, '$1"$2"'));
    if (error) throw new Error(`${error.message} (${error.code})`);
    return result;
  } finally {
    agent.destroy();
  }
};

const post = (agent, url, body) =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const req = request(url, { method: 'POST', agent, headers, timeout: 600_000 }, (res) => {
      const parts = [];
      res.on('data', (part) => parts.push(part));
      res.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
      res.on('error', reject);
    });
    req.on('timeout', () => req.destroy(new Error('no answer within ten minutes')));
    req.on('error', reject);
    req.end(JSON.stringify(body));
  });
