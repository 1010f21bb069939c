/** x_nodes: the nodes, their roles, and the one that the wallet reads from. Passwords are not in the result. */
import { defineMethod } from '../method.ts';
import { bool, listOf, obj, opt, str } from '../schema.ts';
import { awayNode, awayOf, disagreement, usedNode } from '../wire/nodes.ts';

export default defineMethod({
  name: 'x_nodes',
  access: 'read',
  result: {
    nodes: listOf(
      obj({
        address: str,
        trusted: bool,
        username: str,
        has_password: bool,
        /** `relay`, or absent. */
        kind: opt(str),
        /** A statement of a relay that another node contradicts: the open wallet reads no compact blocks from it. */
        lie: opt(str),
      }),
    ),
    send: str,
    compare: str,
    used: usedNode,
    away: opt(awayNode),
    disagreement: opt(disagreement),
  },
  handle: (_params, { session: { nodes, open } }) => {
    const { list, used, standIn, outage, comparison } = nodes;
    return {
      nodes: list.nodes.map(({ address, trusted = false, username = '', password = '', kind }) => ({
        address,
        trusted,
        username,
        has_password: password !== '',
        kind,
        lie: open?.state.tables.relayLies.get(address)?.what,
      })),
      send: list.send,
      compare: list.compare,
      used: { address: used?.address ?? '', stand_in: standIn },
      ...(outage && { away: awayOf(outage) }),
      ...(comparison.disagreement && { disagreement: comparison.disagreement }),
    };
  },
});
