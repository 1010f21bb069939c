/**
 * A wallet with three nodes, real daemons with one chain, each behind a server that records the paths of all requests:
 * one goes away in the middle of a scan and of a payment, one lies, one gets the payments alone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { startApp } from '../../../scripts/tools/app/app.ts';
import { ensureMonero } from '../../../scripts/tools/setup/setup.mjs';
import { connectDevnet, expect, test } from '../../support/app.ts';
import { baseFees } from '../../../src/protocol/tx/fees.ts';
import { changed, listen } from '../../support/staged-nodes.ts';
import { limit } from '../../support/tier.ts';
import { getPaid, makeWallet, pay, restoreWallet, review, spendable, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const BLOCKS = /^\/get_?blocks\.bin/;
const RINGS = /^\/get_outs(\.bin)?/;
const SENT = /^\/send_?raw_?transaction/;
/** Fees of a chain whose blocks are fuller: the rules allow them, so only another node shows that they are false. */
const [SLOW, ...MORE] = baseFees(600_000_000_000n, 500_000n, 500_000n).map(Number);
/** False answers, and how the page names what they are about. */
const LIES = {
  tip: { get_info: { height: 5000 }, '/get_info': { height: 5000 } },
  fees: { get_fee_estimate: { fee: SLOW, fees: [SLOW, ...MORE] } },
  distribution: { '/get_output_distribution.bin': oneOutputMore },
} as const;
const NAMED = {
  tip: 'the newest blocks',
  fees: 'the fees',
  distribution: 'how many coins there are',
} as const;
type Lie = keyof typeof LIES;

/** Sends the first half of the node's answer, then breaks the connection. */
const halfAnswer = async (target: string, request: IncomingMessage, response: ServerResponse) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = new Uint8Array(Buffer.concat(parts));
  const answer = await fetch(target + (request.url ?? ''), { method: 'POST', body });
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.writeHead(200, { 'access-control-allow-origin': '*', 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
};

/** Counts one more output in the first block of a distribution: a varint per block, each below 127 here. */
function oneOutputMore(answer: Buffer): Buffer {
  const name = 'compressed_data';
  const type = answer.indexOf(name) + name.length;
  // epee: a byte for the type, then the length, whose lowest two bits give its size: 1, 2, 4 or 8 bytes.
  const first = type + 1 + (1 << (answer[type + 1]! & 3));
  const more = Buffer.from(answer);
  more[first] = answer[first]! + 1;
  return more;
}

/** A node that may go away (also in the middle of an answer), lie, and come back. */
const recordedNode = async (target: string) => {
  const seen: string[] = [];
  const never = (_path: string): boolean => false;
  const node = { away: false, goesAwayAt: never, goesAwayIn: never, lie: undefined as Lie | undefined };
  const { address, stop } = await listen((request, response) => {
    const path = request.url ?? '';
    node.away ||= node.goesAwayAt(path);
    if (node.away) {
      response.destroy();
      return;
    }
    seen.push(path);
    if (node.goesAwayIn(path)) {
      node.away = true;
      void halfAnswer(target, request, response);
      return;
    }
    changed(target, node.lie && LIES[node.lie])(request, response);
  });
  const count = (path: RegExp): number => seen.filter((each) => path.test(each)).length;
  return Object.assign(node, { address, host: address.slice('http://'.length), count, stop });
};

/** The transactions in a node's pool. */
const poolOf = async (node: string): Promise<readonly { id_hash: string; tx_blob: string }[]> => {
  const answer = await fetch(`${node}/get_transaction_pool`, { method: 'POST', body: '{}' });
  const { transactions = [] } = (await answer.json()) as {
    transactions?: { id_hash: string; tx_blob: string }[];
  };
  return transactions;
};

const addNode = async (page: Page, address: string, first = false): Promise<void> => {
  await page.getByRole('button', { name: 'Add a node' }).click();
  await page.getByLabel('Address of the node').fill(address);
  if (first) await page.getByLabel('Read from this node first').check();
  await page.getByRole('button', { name: 'Add this node' }).click();
  await expect(page.getByRole('heading', { name: address.slice('http://'.length) })).toBeVisible();
};

// threat: second-node
test('three nodes: one goes away in a scan and in a payment, one lies, one alone gets a payment', async ({
  browser,
}) => {
  const app = await startApp({
    bin: await ensureMonero(),
    build: false,
    port: 0,
    nodes: 3,
    testHooks: true,
  });
  const { daemonUrl, controlUrl, nodeUrls } = app.devnet!;
  const devnet = connectDevnet(controlUrl, daemonUrl);
  /**
   * Mines the payment that was sent to another node. Nodes keep it from blocks for up to minutes (Dandelion++), also the
   * node that mines if it has it from them: so this gives it to that node anew, as one that it must not pass on.
   */
  const minePayment = async (sentTo: string): Promise<void> => {
    const [payment, ...others] = await poolOf(sentTo);
    expect(others).toEqual([]);
    const { id_hash: txid, tx_blob } = payment!;
    await expect(async () => {
      await devnet.daemon('flush_txpool', { txids: [txid] });
      const body = JSON.stringify({ tx_as_hex: tx_blob, do_not_relay: true });
      await fetch(`${daemonUrl}/send_raw_transaction`, { method: 'POST', body });
      await devnet.mine(1);
      expect((await poolOf(daemonUrl)).map(({ id_hash }) => id_hash)).not.toContain(txid);
    }).toPass();
    await devnet.mine(11);
  };
  const [a, b, c] = await Promise.all([0, 1, 2].map((i) => recordedNode(nodeUrls[i]!)));
  if (!a || !b || !c) throw new Error('the devnet has too few nodes');
  const ours = await browser.newContext({ baseURL: app.url });
  let page = await ours.newPage();
  const words = await makeWallet(page, 'Three');
  await getPaid(page, devnet);
  await ours.close();

  page = await (await browser.newContext({ baseURL: app.url })).newPage();
  await test.step('the list is made before a wallet is open', async () => {
    await page.goto('/');
    await page.getByText('Make a new wallet').waitFor();
    // On a first visit the worker starts late, and the list has the devnet's node only when it has answered.
    const direct = daemonUrl.slice('http://'.length);
    await expect(async () => {
      await visit(page, '');
      await visit(page, 'nodes');
      await expect(page.getByRole('heading', { name: direct })).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await addNode(page, a.address, true);
    await addNode(page, b.address);
    await addNode(page, c.address);
    await page.getByRole('button', { name: `Remove ${direct}` }).click();
    await page.getByRole('button', { name: 'Remove this node' }).click();
    await expect(page.getByRole('heading', { name: direct })).toHaveCount(0);
  });
  await test.step('the first node dies in the middle of the scan: the second one takes its place', async () => {
    a.goesAwayIn = (path) => BLOCKS.test(path);
    await restoreWallet(page, 'Three', words, 0);
    await expect(page.getByText(`It reads from ${b.host} meanwhile`)).toBeVisible();
    await expect.poll(() => spendable(page)).toBe('10');
    expect(a.away).toBe(true);
    expect(b.count(BLOCKS)).toBeGreaterThan(0);
  });
  await test.step('the first node is back: the wallet returns to it', async () => {
    a.goesAwayIn = () => false;
    a.away = false;
    await expect(page.getByText(/It reads from .* meanwhile/)).toHaveCount(0, { timeout: limit(5) });
  });
  await test.step('it dies when a payment asks for rings: no other node is asked about this coin', async () => {
    a.goesAwayAt = (path) => RINGS.test(path);
    await review(page, PAYEE, '1');
    await expect(page.getByText(/does not answer/).first()).toBeVisible();
    await visit(page, '');
    await expect(page.getByText(`It reads from ${b.host} meanwhile`)).toBeVisible();
    await review(page, PAYEE, '1');
    await expect(page.getByText(`Only ${a.host} knows this question`).first()).toBeVisible();
    expect([b.count(RINGS), c.count(RINGS)]).toEqual([0, 0]);
  });
  await test.step('the person chooses the second node: the payment is made, once', async () => {
    await visit(page, '');
    await page.getByRole('button', { name: `Use ${b.host} from now on` }).click();
    await expect(page.getByText(/It reads from .* meanwhile/)).toHaveCount(0);
    await pay(page, PAYEE, '1.00');
    await minePayment(nodeUrls[1]!);
    await expect.poll(async () => Number(await spendable(page))).toBeGreaterThan(8.9);
    expect(Number(await spendable(page))).toBeLessThan(9);
    expect([a.count(SENT), b.count(SENT), c.count(SENT)]).toEqual([0, 1, 0]);
  });
  await test.step('the third node lies: both are named, the wallet still reads, and nothing is sent', async () => {
    const before = b.count(RINGS);
    c.lie = 'tip';
    await visit(page, 'nodes');
    await page.getByLabel('Compare with').selectOption(c.address);
    for (const lie of ['tip', 'fees', 'distribution'] as const) {
      c.lie = lie;
      const sentence = `${b.host} and ${c.host} disagree about ${NAMED[lie]}`;
      await visit(page, '');
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(page.getByText(/Sending is stopped/)).toBeVisible();
      await review(page, PAYEE, '1');
      await expect(page.getByText(sentence).first()).toBeVisible();
    }
    const read = b.count(BLOCKS);
    await devnet.mine(1);
    await expect.poll(() => b.count(BLOCKS)).toBeGreaterThan(read);
    expect([b.count(RINGS), b.count(SENT), c.count(RINGS), c.count(SENT)]).toEqual([before, 1, 0, 0]);
    c.lie = undefined;
    await expect(page.getByText(/Sending is stopped/)).toHaveCount(0);
  });
  await test.step('the third node alone gets a payment, and is asked nothing else about it', async () => {
    await visit(page, 'nodes');
    await page.getByLabel('Compare with').selectOption('');
    await page.getByLabel('Payments go to').selectOption(c.address);
    await pay(page, PAYEE, '1.00');
    await minePayment(nodeUrls[2]!);
    await expect.poll(async () => Number(await spendable(page))).toBeGreaterThan(7.9);
    expect([a.count(SENT), b.count(SENT), c.count(SENT)]).toEqual([0, 1, 1]);
    expect(c.count(RINGS)).toBe(0);
  });
  for (const node of [a, b, c]) node.stop();
  await app.stop();
});
