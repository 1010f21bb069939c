/** Commands to the user's own node leave only for a node that is marked as own. The real node: tests/long/parity/own-node.test.ts. */
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { createDaemon } from '../../../src/daemon/daemon.ts';
import type { OwnNode } from '../../../src/ports/own-node.ts';
import { nodeWorld } from './world.ts';

const ADDRESS = 'http://127.0.0.1:18081';

describe('the own node', () => {
  // threat: wrong-host
  it('gets no request at all while it is not marked as own', async () => {
    const sent: string[] = [];
    const daemon = createDaemon({
      ...nodeWorld(),
      fetch: (url) => {
        sent.push(url);
        return Promise.reject(new TypeError('no network'));
      },
    });
    const command = async (trusted: boolean, work: (node: OwnNode) => Promise<unknown>): Promise<unknown> => {
      try {
        return await work(await daemon.own({ address: ADDRESS, trusted }));
      } catch (error) {
        if (isFault(error)) return error.code;
        throw error;
      }
    };
    for (const work of [
      (node: OwnNode) => node.overview(),
      (node: OwnNode) => node.startMining('address', 1),
      (node: OwnNode) => node.popBlocks(1),
      (node: OwnNode) => node.stop(),
    ])
      expect(await command(false, work)).toBe('node_not_own');
    expect(sent).toEqual([]);
    expect(await command(true, (node) => node.stop())).toBe('node_unreachable');
    expect(sent).toEqual([`${ADDRESS}/stop_daemon`]);
  });
});
