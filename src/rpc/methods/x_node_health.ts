/**
 * x_node_health: the state of a node, without using it, with or without an open wallet. What a restricted node hides is
 * absent. `problem`: why a wallet cannot use the node although it answers. Without a login in the request, the stored one
 * of this address is used. Faults bad_node_address, and node_* of a node that does not answer.
 */
import { nodeAt } from '../../wallet/without-wallet.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import type { NodeHealth } from '../../ports/node-health.ts';
import { defineMethod } from '../method.ts';
import { bool, count, listOf, obj, opt, str, u32, u64 } from '../schema.ts';
import { anyData } from '../wire/nodes.ts';

export default defineMethod({
  name: 'x_node_health',
  access: 'read',
  console: { needs: ['address'], secrets: ['password'] },
  params: { address: str, username: opt(str), password: opt(str) },
  result: {
    height: count,
    /** 0 when the node does not say. */
    target_height: count,
    synchronized: bool,
    network: str,
    devnet: bool,
    /** Empty when the node hides it. */
    version: str,
    restricted: bool,
    milliseconds: count,
    /** Number of transactions that wait for a block. */
    pool_size: count,
    /** Piconero per byte, slow to fastest. */
    fees: listOf(u64),
    rpc_version: opt(obj({ major: u32, minor: u32 })),
    /** Version of the consensus rules in force. */
    rules_version: opt(count),
    /** In bytes. */
    database_size: opt(count),
    free_space: opt(u64),
    peers_out: opt(count),
    peers_in: opt(count),
    problem: opt(obj({ fault: str, data: anyData })),
  },
  handle: async ({ address, username, password }, { session }) => {
    const known = nodeAt(session.nodes.list, address) ?? { address };
    const { tls, proxy } = known;
    const login = username ? { username, password: password ?? '' } : storedLogin(known);
    return toWire(
      await session.world.chain.health({
        address,
        ...login,
        ...(tls && { tls }),
        ...(proxy !== undefined && { proxy }),
      }),
    );
  },
});

const storedLogin = ({
  username,
  password = '',
}: NodeSettings): Pick<NodeSettings, 'username' | 'password'> => (username ? { username, password } : {});

const toWire = (health: NodeHealth) => ({
  ...health,
  target_height: health.targetHeight,
  milliseconds: Math.round(health.ms),
  pool_size: health.poolSize,
  fees: health.fees ?? [],
  rpc_version: health.rpcVersion,
  rules_version: health.rulesVersion,
  database_size: health.databaseSize,
  free_space: health.freeSpace,
  peers_out: health.peersOut,
  peers_in: health.peersIn,
  problem: health.problem && {
    fault: health.problem.code,
    data: health.problem.data as Readonly<Record<string, unknown>>,
  },
});
