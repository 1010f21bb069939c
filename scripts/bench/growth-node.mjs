/**
 * A node with a long chain (tests/bench/repeated-chain.ts): it answers `/getblocks.bin` itself and passes all other requests
 * on to a real monerod, in whose answers it changes the height and the newest block.
 */
import { createServer } from 'node:http';
import { runnerImport } from 'vite';
import { listen } from '../tools/app/listen.mjs';
import { projectRoot } from '../tools/setup/setup.mjs';

/**
 * A chain for the bench.
 * @typedef {object} RepeatedChain
 * @property {number} height
 * @property {string} topHash Id of the newest block, in hex.
 * @property {number} bytes Bytes of all blocks with their transactions.
 * @property {(request: Uint8Array) => Uint8Array} answer The answer to a request's body.
 */
/**
 * tests/bench/repeated-chain.ts.
 * @typedef {object} RepeatedChains
 * @property {() => Uint8Array} requestOfAll The body of a request for all blocks of a short chain.
 * @property {(answer: Uint8Array, length: Length) => Promise<RepeatedChain>} repeatChain
 */
/** @typedef {{ readonly blocks: number, readonly txsPerBlock: number }} Length */

/**
 * Makes the chain from the transactions of the chain that `url` has.
 * @param {string} url
 * @param {Length} length
 * @returns {Promise<RepeatedChain>}
 */
export async function makeLongChain(url, length) {
  const options = { root: projectRoot, configFile: /** @type {const} */ (false) };
  const { module } = /** @type {{ module: RepeatedChains }} */ (
    await runnerImport('/tests/bench/repeated-chain.ts', options)
  );
  const body = new Uint8Array(module.requestOfAll());
  const answer = await fetch(`${url}/getblocks.bin`, { method: 'POST', body });
  return module.repeatChain(new Uint8Array(await answer.arrayBuffer()), length);
}

/**
 * @param {string} url The real node.
 * @param {RepeatedChain} chain
 */
export async function startGrowthNode(url, chain) {
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const parts = [];
    request.on('data', (/** @type {Buffer} */ part) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const path = request.url ?? '/';
      const answered = path === '/getblocks.bin' ? chain.answer(body) : passOn(url, path, body, chain);
      void Promise.resolve(answered).then(
        (answer) => {
          response.writeHead(200, { 'access-control-allow-origin': '*', 'content-length': answer.length });
          response.end(answer);
        },
        () => response.writeHead(502).end(),
      );
    });
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((/** @type {(value: void) => void} */ resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} url
 * @param {string} path
 * @param {Buffer} body
 * @param {Pick<RepeatedChain, 'height' | 'topHash'>} chain
 * @returns {Promise<Uint8Array>}
 */
const passOn = async (url, path, body, { height, topHash }) => {
  const answer = await fetch(url + path, { method: 'POST', body: new Uint8Array(body) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (path.endsWith('.bin')) return bytes;
  const text = bytes
    .toString('utf8')
    .replace(/"(height|current_height|height_without_bootstrap)":\s*\d+/g, `"$1": ${height}`)
    .replace(/"top_block_hash":\s*"[0-9a-f]+"/g, `"top_block_hash": "${topHash}"`);
  return Buffer.from(text);
};
