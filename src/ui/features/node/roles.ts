/** What a node of the list does for the wallet, in sentences. */
import type { ListedNode, Nodes } from './nodes.svelte.ts';

type Known = Pick<Nodes, 'list' | 'roles' | 'used' | 'standIn'>;

export function rolesOf(
  { address, own }: Pick<ListedNode, 'address' | 'own'>,
  { list, roles, used, standIn }: Known,
): readonly string[] {
  const compared = roles.compare === address;
  const isFirst = list[0]?.address === address;
  const said = [
    own && 'Your own node.',
    standIn && used === address && 'Ostro reads from it now, since the first node is away.',
    isFirst && (standIn ? 'Ostro reads from it again when it is back.' : 'Ostro reads from it.'),
    !isFirst && !compared && 'Ostro reads from it when the nodes above are away.',
    compared && 'Its answers are only compared.',
    roles.send === address && 'It alone gets your payments.',
    roles.send === '' && isFirst && 'Your payments are sent through it.',
  ];
  return said.filter((each) => each !== false);
}
