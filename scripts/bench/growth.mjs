/**
 * The suite `growth`: reading long chains, beside the native wallet, with the browser's profile on the disk. The chains
 * repeat the transactions of the bench's chain; the wallet owns none of them. What matters is time, memory, and, over
 * a slow link, how much of the link is used.
 */
import { attempt, takeTurns } from './measuring.mjs';
import { makeLongChain, startGrowthNode } from './growth-node.mjs';
import { createNative } from './native.mjs';
import { scanOnDisk } from './scan-on-disk.mjs';
import { startSlowLink } from './slow-link.mjs';

/** @typedef {import('./measuring.mjs').World} World */
/** @typedef {import('./slow-link.mjs').Link} Link */
/** @typedef {import('./growth-node.mjs').RepeatedChain} RepeatedChain */
/** @typedef {{ readonly name: string, readonly blocks?: number, readonly txs: number, readonly link?: Link }} Case */

/** Transactions of a month, and small blocks as those of old years. */
const LONG = [
  { name: 'growth-30', blocks: 22_000, txs: 30 },
  { name: 'growth-4', blocks: 85_000, txs: 4 },
];
/** Links: round trip in milliseconds and megabits a second. Their chains take half a minute at full use. */
const LINKS = [
  { rttMs: 100, mbit: 20 },
  { rttMs: 300, mbit: 20 },
  { rttMs: 100, mbit: 100 },
  { rttMs: 300, mbit: 100 },
];
const LINK_SECONDS = 30;
const LINK_TXS = 30;

/** @type {readonly Case[]} */
const CASES = [
  ...LONG,
  ...LINKS.map((link) => ({ name: `link-${link.rttMs}-${link.mbit}`, txs: LINK_TXS, link })),
];

/** @type {import('./measuring.mjs').Suite} */
export const growth = {
  cases: CASES.map(({ name }) => name),
  run: async function* (world) {
    for (const each of CASES) if (world.cases.includes(each.name)) yield* growthCase(each, world);
  },
};

/**
 * @param {Case} options
 * @param {World} world
 * @returns {AsyncGenerator<import('./stats.mjs').Sample>}
 */
async function* growthCase({ name, blocks, txs, link }, world) {
  const { chain, runs, say } = world;
  const long = await makeLongChain(chain.url, {
    blocks: blocks ?? (await blocksFor(chain.url, link?.mbit ?? 1)),
    txsPerBlock: txs,
  });
  say(`${name}: ${long.height} blocks with ${txs} transactions each, ${Math.round(long.bytes / 1e6)} MB`);
  const node = await startGrowthNode(chain.url, long);
  try {
    const subjects = world.subjects.filter((each) => each.name !== 'monero_ts').map((each) => each.name);
    for (const { run, subject } of takeTurns(runs, subjects)) {
      const measure = () => scanOver({ name, subject, long, link, port: node.port }, world);
      yield* await attempt(`${name} run ${run + 1}, ${subject}`, measure, world);
    }
  } finally {
    await node.stop();
  }
}

/**
 * @param {{
 *   readonly name: string,
 *   readonly subject: string,
 *   readonly long: RepeatedChain,
 *   readonly link: Link | undefined,
 *   readonly port: number,
 * }} options
 * @param {World} world
 * @returns {Promise<import('./stats.mjs').Sample>}
 */
const scanOver = async ({ name, subject, long, link, port }, world) => {
  const { executablePath, bin, site, chain } = world;
  const slow = link && (await startSlowLink(port, link));
  const daemonUrl = `http://127.0.0.1:${slow?.port ?? port}`;
  try {
    const seed = chain.facts.seeds.U;
    const scanned =
      subject === 'native'
        ? createNative({ bin, daemonUrl }).scan({ seed })
        : scanOnDisk({ executablePath, site, daemonUrl, seed });
    const { found, profile: _none, ...figures } = await scanned;
    if (found.height !== long.height || found.balance !== 0n)
      throw new Error(`${subject} read ${found.height} blocks of ${long.height}`);
    const use = link && slow && figures.ms !== undefined && linkUse(link, slow.carried(), figures.ms);
    const detail = { ...figures.detail, chain_mb: long.bytes / 1e6, ...(use && { link_use: use }) };
    return { suite: 'growth', case: name, subject, ...figures, detail };
  } finally {
    await slow?.stop();
  }
};

/**
 * The share of the link that was used, over the whole time of the scan.
 * @param {Link} link
 * @param {number} bytes
 * @param {number} ms
 */
const linkUse = ({ mbit }, bytes, ms) => (bytes * 8) / 1e6 / mbit / (ms / 1000);

/**
 * How many blocks a link carries in half a minute.
 * @param {string} url
 * @param {number} mbit
 */
const blocksFor = async (url, mbit) => {
  const sample = await makeLongChain(url, { blocks: 500, txsPerBlock: LINK_TXS });
  return Math.ceil(((mbit * 1e6) / 8) * LINK_SECONDS * (sample.height / sample.bytes));
};
