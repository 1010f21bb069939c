/**
 * x_sweep_keys_status: how far the chain is read for the given keys, and what was found so far. `phase`: none (no keys
 * given), reading, done (at the newest block), or waiting (the node does not answer, see `problem`). `sending`: money of sent
 * payments that wait for a block. Changes come with the event `status`.
 */
import { defineMethod } from '../method.ts';
import { count, i64, obj, oneOf, opt, str, u64 } from '../schema.ts';
import { anyData } from '../wire/nodes.ts';

const NOTHING = { balance: 0n, unlocked_balance: 0n, blocks_to_unlock: 0, coins: 0, sending: 0n };

export default defineMethod({
  name: 'x_sweep_keys_status',
  access: 'read',
  result: {
    phase: oneOf('none', 'reading', 'done', 'waiting'),
    kind: str,
    address: str,
    height: count,
    target_height: count,
    start_height: count,
    seconds_left: count,
    balance: u64,
    unlocked_balance: u64,
    blocks_to_unlock: count,
    coins: count,
    sending: u64,
    problem: opt(obj({ fault: str, data: anyData, since: i64 })),
  },
  handle: (_params, { session }) => {
    const { paper } = session;
    const none = { height: 0, target_height: 0, start_height: 0, seconds_left: 0 };
    if (!paper) return { phase: 'none' as const, kind: '', address: '', ...none, ...NOTHING };
    const { phase, height, targetHeight, startHeight, secondsLeft, problem } = paper.status;
    const { balance, unlocked, blocksToUnlock, outputs, sending } = paper.found();
    return {
      phase: phase === 'idle' || phase === 'asking' ? 'reading' : phase,
      kind: paper.kind,
      address: paper.address,
      height,
      target_height: targetHeight,
      start_height: startHeight,
      seconds_left: secondsLeft,
      balance,
      unlocked_balance: unlocked,
      blocks_to_unlock: blocksToUnlock,
      coins: outputs,
      sending,
      ...(problem && { problem: { ...problem, data: problem.data as Readonly<Record<string, unknown>> } }),
    };
  },
});
