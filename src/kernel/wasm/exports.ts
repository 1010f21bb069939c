/** Types of the functions in src/kernel/assembly/index.ts: addresses and counts are numbers, bool is 0 or 1. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly init: (scratch: number) => void;
  readonly heapBase: () => number;
  readonly scratchSize: () => number;
  readonly scalarReduce: (out: number, x64: number) => void;
  readonly scalarIsReduced: (a: number) => number;
  readonly scalarAdd: (out: number, a: number, b: number) => void;
  readonly scalarSub: (out: number, a: number, b: number) => void;
  readonly scalarMul: (out: number, a: number, b: number) => void;
  readonly scalarMulAdd: (out: number, a: number, b: number, c: number) => void;
  readonly scalarInvert: (out: number, a: number) => void;
  readonly isOnCurve: (point: number) => number;
  readonly isInPrimeSubgroup: (point: number) => number;
  readonly primeSubgroupBatch: (out: number, points: number, n: number) => void;
  readonly pointSum: (out: number, a: number, b: number, minus: number) => number;
  readonly mul: (out: number, s: number, point: number, doublings: number) => number;
  readonly multiexpScratchSize: (n: number) => number;
  readonly multiexp: (out: number, scalars: number, points: number, n: number, scratch: number) => number;
  readonly multiexpWide: (out: number, scalars: number, points: number, n: number, scratch: number) => number;
  readonly widen: (out: number, points: number, n: number, scratch: number) => number;
  readonly foldScratchSize: (k: number) => number;
  readonly foldWide: (
    out: number,
    scalars: number,
    k: number,
    points: number,
    m: number,
    work: number,
    scratch: number,
  ) => number;
  readonly mapToPoint: (out: number, bytes: number, doublings: number) => void;
  readonly deriveBatch: (out: number, secret: number, points: number, n: number, scratch: number) => void;
  readonly mulX25519Batch: (out: number, secret: number, us: number, n: number, scratch: number) => void;
  readonly mulBaseBatch: (
    out: number,
    base: number,
    point: number,
    scalars: number,
    n: number,
    scratch: number,
  ) => number;
  readonly keyImageBatch: (out: number, scalars: number, keys: number, n: number, scratch: number) => void;
  readonly viewTagBatch: (
    out: number,
    derivations: number,
    which: number,
    indices: number,
    n: number,
  ) => void;
  readonly spendKeyBatch: (
    out: number,
    derivations: number,
    which: number,
    indices: number,
    keys: number,
    n: number,
    scratch: number,
  ) => void;
  readonly openBatch: (
    scalars: number,
    masks: number,
    amounts: number,
    commitments: number,
    derivations: number,
    which: number,
    indices: number,
    sealed: number,
    n: number,
    scratch: number,
  ) => void;
  readonly treeHash: (out: number, list: number, n: number) => void;
  readonly keccak256: (out: number, data: number, length: number) => void;
  readonly absorb: (state: number, data: number, length: number) => void;
  readonly cnCore: (state: number, pad: number) => void;
  readonly skimBlocks: (
    bytes: number,
    size: number,
    offsets: number,
    blocks: number,
    txs: number,
    startHeight: number,
    facts: number,
    ids: number,
    rows: number,
    outs: number,
    pointOffsets: number,
    imageOffsets: number,
    imageTxs: number,
    exchangeOffsets: number,
    contexts: number,
    most: number,
    scratch: number,
  ) => number;
  readonly keepTagged: (
    bytes: number,
    rows: number,
    txCount: number,
    outs: number,
    contexts: number,
    secrets: number,
    txIndex: number,
    output: number,
  ) => number;
  readonly countCandidates: (rows: number, txCount: number) => number;
  readonly listCandidates: (
    rows: number,
    txCount: number,
    txIndex: number,
    output: number,
    pk: number,
    which: number,
  ) => void;
  readonly keepLikely: (
    rows: number,
    outs: number,
    n: number,
    tags: number,
    txIndex: number,
    output: number,
    pk: number,
    which: number,
    offsets: number,
  ) => number;
  readonly gatherDerivations: (
    to: number,
    derivations: number,
    rows: number,
    n: number,
    txIndex: number,
    pk: number,
    which: number,
  ) => void;
  readonly gather: (to: number, bytes: number, offsets: number, n: number) => void;
}
