/** /get_info: network, height and state of the node. Upstream: `COMMAND_RPC_GET_INFO`. */
import type { ChainTip } from '../../ports/block-source.ts';
import { badAnswer } from '../faults.ts';
import { MAX_HEIGHT } from '../limits.ts';
import { pathCall } from './call.ts';
import type { Fields } from './fields.ts';

export const getInfo = pathCall('/get_info', { read: (answer) => readTip(answer) });

const readTip = (answer: Fields): ChainTip => {
  const height = answer.number('height', { max: MAX_HEIGHT });
  if (height === 0) throw badAnswer('a chain without its first block');
  const targetHeight = answer.number('target_height', { missing: 0, max: MAX_HEIGHT });
  const { network, devnet } = networkOf(answer);
  return {
    height,
    targetHeight,
    topHash: answer.hash('top_block_hash'),
    synchronized: answer.bool('synchronized', targetHeight <= height),
    network,
    devnet,
    // Empty in answers of restricted nodes.
    version: answer.text('version', 64, ''),
    blockWeightMedian: answer.number('block_weight_median', { missing: 0 }),
    blockWeightLimit: answer.number('block_weight_limit', { missing: 0 }),
    adjustedTime: answer.number('adjusted_time', { missing: 0 }),
  };
};

const networkOf = (answer: Fields): Pick<ChainTip, 'network' | 'devnet'> => {
  const name = answer.text('nettype', 32, '');
  switch (name) {
    case 'fakechain':
      return { network: 'mainnet', devnet: true };
    case 'mainnet':
    case 'testnet':
    case 'stagenet':
      return { network: name, devnet: false };
    case '': {
      const flagged = (['mainnet', 'testnet', 'stagenet'] as const).filter((flag) =>
        answer.bool(flag, false),
      );
      if (flagged.length !== 1) throw badAnswer('no network, or several');
      return { network: flagged[0]!, devnet: false };
    }
    default:
      throw badAnswer(`network ${name}`);
  }
};
