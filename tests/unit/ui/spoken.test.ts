/** The faults that the tests of screens find in an accessibility tree. */
import { expect, it } from 'vitest';
import { spokenFaults } from '../../support/ui-dev/spoken.ts';

const node = (nodeId: string, role: string, name: string, more: object = {}) => ({
  ...{ nodeId, ignored: false, role: { value: role }, name: { value: name } },
  ...more,
});
const to = (url: string) => ({ properties: [{ name: 'url', value: { value: url } }] });

it('finds a control and a picture without a name', () => {
  expect(spokenFaults([node('1', 'button', ' '), node('2', 'image', '')])).toHaveLength(2);
  expect(spokenFaults([node('1', 'image', '', { ignored: true }), node('2', 'generic', '')])).toEqual([]);
});

it('finds two controls with one name, unless they are in places with names, or lead to one address', () => {
  const in1 = { parentId: 'a' };
  const places = [node('a', 'group', 'From'), node('b', 'group', 'Until')];
  expect(
    spokenFaults([...places, node('1', 'button', 'Copy', in1), node('2', 'button', 'Copy', in1)]),
  ).toEqual(['2 × button · Copy · From']);
  const apart = [node('1', 'button', 'Copy', in1), node('2', 'button', 'Copy', { parentId: 'b' })];
  expect(spokenFaults([...places, ...apart])).toEqual([]);
  expect(
    spokenFaults([node('1', 'link', 'Nodes', to('#/a')), node('2', 'link', 'Nodes', to('#/a'))]),
  ).toEqual([]);
  expect(
    spokenFaults([node('1', 'link', 'Nodes', to('#/a')), node('2', 'link', 'Nodes', to('#/b'))]),
  ).toHaveLength(1);
});
