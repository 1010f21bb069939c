/** Values with every field different, for round trips. */
import { asCommitment, asPublicKey } from '../../../../src/base/brands.ts';
import type {
  ConstructionData,
  DestinationEntry,
  ConstructionSource,
} from '../../../../src/protocol/archive/construction.ts';
import type { ExportedOutput } from '../../../../src/protocol/archive/outputs.ts';

export function bytes(n: number, fill: number): Uint8Array {
  return new Uint8Array(n).fill(fill);
}

export function exported(position: number, more: Partial<ExportedOutput> = {}): ExportedOutput {
  return {
    key: asPublicKey(bytes(32, position + 1)),
    outputIndex: 1,
    globalIndex: 300 + position,
    txPublicKey: asPublicKey(bytes(32, 0x40 + position)),
    spent: false,
    frozen: true,
    rct: true,
    keyImageKnown: false,
    keyImageRequested: true,
    keyImagePartial: false,
    amount: 1_234_567_890_123n,
    additionalKeys: [asPublicKey(bytes(32, 7)), asPublicKey(bytes(32, 8))],
    major: 2,
    minor: 200,
    ...more,
  };
}

export function destination(fill: number, amount: bigint): DestinationEntry {
  return {
    original: '4'.repeat(95),
    amount,
    spendPublic: asPublicKey(bytes(32, fill)),
    viewPublic: asPublicKey(bytes(32, fill + 1)),
    subaddress: true,
    integrated: false,
  };
}

export function source(fill: number): ConstructionSource {
  return {
    ring: [
      { index: 1000, key: asPublicKey(bytes(32, fill)), commitment: asCommitment(bytes(32, fill + 1)) },
      { index: 2000, key: asPublicKey(bytes(32, fill + 2)), commitment: asCommitment(bytes(32, fill + 3)) },
    ],
    realIndex: 1,
    txPublicKey: asPublicKey(bytes(32, fill + 4)),
    additionalKeys: [],
    outputIndex: 3,
    amount: 5_000_000_000_000n,
    rct: true,
    mask: bytes(32, fill + 5),
    multisig: bytes(128, 0),
  };
}

export const construction: ConstructionData = {
  sources: [source(0x10), source(0x20)],
  change: destination(0x50, 1n),
  outputs: [destination(0x50, 1n), destination(0x60, 1n << 63n)],
  selected: [0, 300],
  extra: bytes(44, 1),
  unlockTime: 0n,
  flags: { rct: true, viewTags: true },
  rctConfig: { rangeProof: 3, bulletproof: 4 },
  destinations: [destination(0x60, 1n << 63n)],
  account: 2,
  minors: [0, 200],
};
