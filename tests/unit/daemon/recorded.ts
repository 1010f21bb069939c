/** Recorded requests and answers of a real monerod, and the endpoints that send them: tests/vectors/daemon/answers.json. */
import { readFileSync } from 'node:fs';
import { fromHex } from '../../../src/base/hex.ts';
import type { Endpoint } from '../../../src/daemon/ask.ts';
import { getBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { getOutputDistribution } from '../../../src/daemon/bin/get-output-distribution.ts';
import { getOuts } from '../../../src/daemon/bin/get-outs.ts';
import { getBlockHeadersRange } from '../../../src/daemon/json/get-block-headers-range.ts';
import { getFeeEstimate } from '../../../src/daemon/json/get-fee-estimate.ts';
import { getInfo } from '../../../src/daemon/json/get-info.ts';
import { getTransactionPoolHashes } from '../../../src/daemon/json/get-transaction-pool-hashes.ts';
import { getTransactions } from '../../../src/daemon/json/get-transactions.ts';
import { getTxpoolBacklog } from '../../../src/daemon/json/get-txpool-backlog.ts';
import { getVersion } from '../../../src/daemon/json/get-version.ts';
import { isKeyImageSpent } from '../../../src/daemon/json/is-key-image-spent.ts';
import { startMining, stopMining } from '../../../src/daemon/json/mining.ts';
import { sendRawTransaction } from '../../../src/daemon/json/send-raw-transaction.ts';
import { readEpee } from '../../../src/protocol/encoding/epee.ts';

interface File {
  readonly exchanges: Readonly<Record<string, { readonly request: string; readonly answer: string }>>;
}
const file = JSON.parse(
  readFileSync(new URL('../../vectors/daemon/answers.json', import.meta.url), 'utf8'),
) as File;

const bytes = (base64: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64, 'base64'));

export interface Recorded {
  readonly name: string;
  readonly request: Uint8Array;
  readonly answer: Uint8Array<ArrayBuffer>;
  readonly endpoint: Endpoint<unknown>;
}

/** The endpoint that sends a recorded request, rebuilt from that request. */
const endpointFor = (name: string, request: Uint8Array): Endpoint<unknown> => {
  const json = () => JSON.parse(new TextDecoder().decode(request)) as Record<string, never>;
  const epee = () => readEpee(request);
  const hexes = (list: string[]) => list.map((hex) => fromHex(hex));
  switch (name) {
    case '/get_info':
      return getInfo;
    case '/get_output_distribution.bin':
      return getOutputDistribution;
    case '/get_outs.bin':
      return getOuts(
        epee()
          .sections('outputs')
          .map((ref) => ({ amount: ref.u64('amount'), index: ref.number('index') })),
      );
    case '/get_transaction_pool_hashes':
      return getTransactionPoolHashes;
    case '/get_transactions':
      return getTransactions(hexes(json()['txs_hashes']!), json()['prune']!);
    case '/getblocks.bin':
      return getBlocks({ history: epee().keys('block_ids'), startHeight: epee().number('start_height') });
    case '/is_key_image_spent':
      return isKeyImageSpent(hexes(json()['key_images']!));
    case '/send_raw_transaction':
      return sendRawTransaction(fromHex(json()['tx_as_hex']!));
    case '/start_mining':
      return startMining(json()['miner_address']!, json()['threads_count']!, false, true);
    case '/stop_mining':
      return stopMining;
    case 'get_block_headers_range': {
      const params = json()['params']! as { start_height: number; end_height: number };
      return getBlockHeadersRange(params.start_height, params.end_height);
    }
    case 'get_fee_estimate':
      return getFeeEstimate;
    case 'get_txpool_backlog':
      return getTxpoolBacklog;
    case 'get_version':
      return getVersion;
    default:
      throw new Error(`no endpoint is known for ${name}`);
  }
};

export const recordedAnswers: readonly Recorded[] = Object.entries(file.exchanges).map(([name, exchange]) => {
  const request = bytes(exchange.request);
  return { name, request, answer: bytes(exchange.answer), endpoint: endpointFor(name, request) };
});

export function recordedAnswer(name: string): Recorded {
  const found = recordedAnswers.find((recorded) => recorded.name === name);
  if (!found) throw new Error(`no recorded answer of ${name}`);
  return found;
}
