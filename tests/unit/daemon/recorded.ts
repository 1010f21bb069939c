/** Recorded requests and answers of a real monerod, and the endpoints that send them: tests/vectors/daemon/answers.json. */
import { readFileSync } from 'node:fs';
import { asKeyImage, asTxId } from '../../../src/base/brands.ts';
import { fromHex } from '../../../src/base/hex.ts';
import type { Endpoint } from '../../../src/daemon/ask.ts';
import { getRawBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { getRctDistribution } from '../../../src/daemon/bin/get-output-distribution.ts';
import { getOutputs } from '../../../src/daemon/bin/get-outs.ts';
import { getHeaderChain } from '../../../src/daemon/json/get-block-headers-range.ts';
import { getFeeLevels } from '../../../src/daemon/json/get-fee-estimate.ts';
import { getTip } from '../../../src/daemon/json/get-info.ts';
import { getPoolTxids } from '../../../src/daemon/json/get-transaction-pool-hashes.ts';
import { lookUpTransactions } from '../../../src/daemon/json/get-transactions.ts';
import { getBacklog } from '../../../src/daemon/json/get-txpool-backlog.ts';
import { getRpcVersion } from '../../../src/daemon/json/get-version.ts';
import { getKeyImageStates } from '../../../src/daemon/json/is-key-image-spent.ts';
import { startMining } from '../../../src/daemon/json/start-mining.ts';
import { stopMining } from '../../../src/daemon/json/stop-mining.ts';
import { relayTransaction } from '../../../src/daemon/json/send-raw-transaction.ts';
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
  readonly endpoint: Endpoint<unknown, boolean>;
}

/** The endpoint that sends a recorded request, rebuilt from that request. */
const endpointFor = (name: string, request: Uint8Array): Endpoint<unknown, boolean> => {
  const json = () => JSON.parse(new TextDecoder().decode(request)) as Record<string, never>;
  const epee = () => readEpee(request);
  const hexes = (list: string[]) => list.map((hex) => fromHex(hex));
  switch (name) {
    case '/get_info':
      return getTip;
    case '/get_output_distribution.bin':
      return getRctDistribution;
    case '/get_outs.bin':
      return getOutputs(
        epee()
          .sections('outputs')
          .map((ref) => ({ amount: ref.u64('amount'), index: ref.number('index') })),
      );
    case '/get_transaction_pool_hashes':
      return getPoolTxids;
    case '/get_transactions':
      return lookUpTransactions(hexes(json()['txs_hashes']!).map(asTxId), json()['prune']!);
    case '/getblocks.bin':
      return getRawBlocks({ history: epee().keys('block_ids'), startHeight: epee().number('start_height') });
    case '/is_key_image_spent':
      return getKeyImageStates(hexes(json()['key_images']!).map(asKeyImage));
    case '/send_raw_transaction':
      return relayTransaction(fromHex(json()['tx_as_hex']!));
    case '/start_mining':
      return startMining(json() as unknown as Parameters<typeof startMining>[0]);
    case '/stop_mining':
      return stopMining();
    case 'get_block_headers_range': {
      const params = json()['params']! as { start_height: number; end_height: number };
      return getHeaderChain(params.start_height, params.end_height);
    }
    case 'get_fee_estimate':
      return getFeeLevels;
    case 'get_txpool_backlog':
      return getBacklog;
    case 'get_version':
      return getRpcVersion;
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
