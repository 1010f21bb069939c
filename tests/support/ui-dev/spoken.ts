/**
 * What a screen reader says of a screen, from the accessibility tree that the browser gives to TalkBack and VoiceOver: each
 * control and each picture has a name, and no two controls of one place have the same.
 */
import type { CDPSession, Page } from '@playwright/test';

interface AxValue {
  readonly value?: unknown;
}
interface AxNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
}

const CONTROLS = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'checkbox', 'radio', 'combobox', 'switch', 'slider'],
  ...['spinbutton', 'tab', 'menuitem', 'listbox', 'Date', 'DisclosureTriangle'],
]);
const PICTURES = new Set(['image', 'img', 'graphic', 'SvgRoot']);
/** A screen reader says the name of these when it enters them. The browser's own fields for day, month and year are in a Date. */
const PLACES = new Set(['group', 'radiogroup', 'region', 'navigation', 'dialog', 'form', 'article', 'Date']);

/** Describes each fault. */
export function spokenFaults(nodes: readonly AxNode[]): string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const spoken = nodes.filter(({ ignored }) => !ignored);
  const nameless = spoken.filter(
    (node) => (CONTROLS.has(roleOf(node)) || PICTURES.has(roleOf(node))) && nameOf(node) === '',
  );
  const targets = new Map<string, Set<string>>();
  for (const node of spoken) {
    if (!CONTROLS.has(roleOf(node)) || nameOf(node) === '') continue;
    const said = [roleOf(node), nameOf(node), placeOf(node, byId)].join(' · ');
    // Two links to one address are one.
    const url = node.properties?.find(({ name }) => name === 'url')?.value.value;
    const target = typeof url === 'string' ? url : node.nodeId;
    targets.set(said, (targets.get(said) ?? new Set()).add(target));
  }
  return [
    ...nameless.map((node) => `${roleOf(node)} without a name, in ${placeOf(node, byId) || 'the page'}`),
    ...[...targets]
      .filter(([, different]) => different.size > 1)
      .map(([said, { size }]) => `${size} × ${said}`),
  ];
}

/** Returns a function that reads the accessibility tree of the present screen. */
export async function createListener(page: Page): Promise<() => Promise<string[]>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  return async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    return spokenFaults(nodes);
  };
}

const roleOf = ({ role }: AxNode): string => textOf(role);
const nameOf = ({ name }: AxNode): string => textOf(name).trim();
const textOf = (value: AxValue | undefined): string => (typeof value?.value === 'string' ? value.value : '');

/** The name of the innermost place around a control that has one. */
const placeOf = (node: AxNode, byId: ReadonlyMap<string, AxNode>): string => {
  for (let at = parentOf(node, byId); at !== undefined; at = parentOf(at, byId))
    if (PLACES.has(roleOf(at)) && nameOf(at) !== '') return nameOf(at);
  return '';
};
const parentOf = ({ parentId }: AxNode, byId: ReadonlyMap<string, AxNode>): AxNode | undefined =>
  parentId === undefined ? undefined : byId.get(parentId);
