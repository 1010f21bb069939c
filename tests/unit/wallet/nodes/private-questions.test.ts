/** Which node may be asked a private question, and which gets a transaction. */
import { describe, expect, it } from 'vitest';
import type { NodeControl, NodeSettings } from '../../../../src/ports/node-control.ts';
import { edited, NO_NODES, withFirst, type NodeList } from '../../../../src/wallet/nodes/node-list.ts';
import { requireChosenNode, requireSameNode } from '../../../../src/wallet/nodes/private-questions.ts';
import { createReceivers } from '../../../../src/wallet/nodes/receivers.ts';

const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'] as const;
const LIST: NodeList = { ...NO_NODES, nodes: [A, B, C].map((address) => ({ address })), chosenAt: 1 };
const elsewhere = (address: string, other: string) => ({ code: 'asked_elsewhere', data: { address, other } });
const faultOf = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a question about a thing of which a node was asked', () => {
  it('goes to the same node again', () => {
    requireSameNode(LIST, A, { node: A, choice: 1 });
    requireSameNode(LIST, B, { node: B, choice: 1 });
  });
  // threat: second-node
  it('goes to no stand-in', () => {
    expect(faultOf(() => requireSameNode(LIST, B, { node: A, choice: 1 }))).toMatchObject(elsewhere(B, A));
  });
  it('goes to no stand-in if an earlier version asked, which had one node', () => {
    requireSameNode(LIST, A, undefined);
    expect(faultOf(() => requireSameNode(LIST, B, undefined))).toMatchObject(elsewhere(B, A));
  });
  // threat: second-node
  it('does not go to the first node after the wallet returned to it by itself', () => {
    expect(faultOf(() => requireSameNode(LIST, A, { node: B, choice: 1 }))).toMatchObject(elsewhere(A, B));
  });
  it('goes to a node that the person has put first since', () => {
    requireSameNode(withFirst(LIST, { address: B }, 2), B, { node: A, choice: 1 });
    requireSameNode(withFirst(LIST, { address: A }, 2), A, { node: B, choice: 1 });
  });
  it('is not opened by an edit that keeps the first node', () => {
    const next = edited(LIST, { nodes: [{ address: A }, { address: B }], send: '', compare: B }, 2);
    expect(faultOf(() => requireSameNode(next, A, { node: B, choice: 1 }))).toMatchObject(elsewhere(A, B));
  });
  it('goes to the first node when the one that was asked is no longer in the list', () => {
    const next = edited(LIST, { nodes: [{ address: A }], send: '', compare: '' }, 2);
    requireSameNode(next, A, { node: B, choice: 1 });
  });
});

describe('a question that leaves no record', () => {
  // threat: second-node
  it('goes to the first node only', () => {
    requireChosenNode(LIST, A);
    expect(faultOf(() => requireChosenNode(LIST, B))).toMatchObject(elsewhere(B, A));
  });
});

describe('a transaction', () => {
  const receiverOf = (list: NodeList, used: string | undefined) => {
    const node: NodeSettings | undefined = used === undefined ? undefined : { address: used };
    const chain = { node, at: () => ({}) } as unknown as NodeControl;
    return createReceivers(chain, () => list, { requireAgreement: () => undefined });
  };
  it('goes to the node that the wallet reads from', () => {
    expect(receiverOf(LIST, A).now().address).toBe(A);
    expect(receiverOf(LIST, B).now().address).toBe(B);
    expect(faultOf(() => receiverOf(LIST, undefined).now())).toMatchObject({ code: 'no_node' });
  });
  // threat: second-node
  it('goes to the sending node alone if there is one, whatever the wallet reads from', () => {
    for (const used of [A, B, C]) expect(receiverOf({ ...LIST, send: C }, used).now().address).toBe(C);
  });
  // threat: second-node
  it('that one node has goes to no stand-in', () => {
    expect(faultOf(() => receiverOf(LIST, B).again(A))).toMatchObject(elsewhere(B, A));
    expect(receiverOf(LIST, B).again(B).address).toBe(B);
  });
  it('that an earlier version sent goes to no stand-in', () => {
    expect(faultOf(() => receiverOf(LIST, B).again(undefined))).toMatchObject(elsewhere(B, A));
    expect(receiverOf(LIST, A).again(undefined).address).toBe(A);
  });
  it('that a stand-in has goes to the first node and to the sending node, which the person chose', () => {
    expect(receiverOf(LIST, A).again(B).address).toBe(A);
    expect(receiverOf({ ...LIST, send: C }, A).again(B).address).toBe(C);
  });
});
