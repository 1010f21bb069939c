/** Batches for transaction outputs: view tags, spend keys, amounts. */
import type { Kernel, OpenedBatch } from '../interface.ts';
import { align, type Instance } from './instance.ts';

export function outputs(instance: Instance): Pick<Kernel, 'viewTagBatch' | 'spendKeyBatch' | 'openBatch'> {
  const { exports, memory } = instance;
  return {
    viewTagBatch: (derivations, which, indices) => {
      const n = which.length;
      const at = putOutputs(instance, derivations, which, indices, n);
      exports.viewTagBatch(at.end, at.derivations, at.which, at.indices, n);
      return memory.read(at.end, n);
    },
    spendKeyBatch: (derivations, which, indices, keys) => {
      const n = which.length;
      if (keys.length !== 32 * n) throw new Error('spendKeyBatch takes one key per item');
      const at = putOutputs(instance, derivations, which, indices, 2 * keys.length);
      memory.write(at.end, keys);
      const out = at.end + keys.length;
      exports.spendKeyBatch(out, at.derivations, at.which, at.indices, at.end, n, memory.scratch);
      return memory.read(out, keys.length);
    },
    openBatch: (...given) => openBatch(instance, ...given),
  };
}

const openBatch = (
  instance: Instance,
  derivations: Uint8Array,
  which: Uint32Array,
  indices: Uint32Array,
  sealed: Uint8Array,
): OpenedBatch => {
  const { exports, memory } = instance;
  const n = which.length;
  if (sealed.length !== 8 * n) throw new Error('openBatch takes one sealed amount per item');
  const at = putOutputs(instance, derivations, which, indices, 112 * n);
  const amounts = at.end + 8 * n;
  const scalars = amounts + 8 * n;
  const [masks, commitments] = [scalars + 32 * n, scalars + 64 * n];
  memory.write(at.end, sealed);
  exports.openBatch(
    scalars,
    masks,
    amounts,
    commitments,
    at.derivations,
    at.which,
    at.indices,
    at.end,
    n,
    memory.scratch,
  );
  const opened = {
    scalars: memory.read(scalars, 32 * n),
    masks: memory.read(masks, 32 * n),
    amounts: memory.read(amounts, 8 * n),
    commitments: memory.read(commitments, 32 * n),
  };
  memory.wipe(amounts, 72 * n);
  return opened;
};

/** Writes the three lists one after the other, with `more` free bytes at `end`. */
const putOutputs = (
  { memory }: Instance,
  derivations: Uint8Array,
  which: Uint32Array,
  indices: Uint32Array,
  more: number,
) => {
  if (which.length !== indices.length) throw new Error('which and indices differ in length');
  if (which.some((at) => 32 * at + 32 > derivations.length)) throw new Error('no such derivation');
  const size = 4 * which.length;
  const list = memory.list(derivations.length + 2 * size + more + 64);
  const at = { derivations: list, which: list + align(derivations.length) };
  memory.write(at.derivations, derivations);
  memory.write(at.which, new Uint8Array(which.buffer, which.byteOffset, size));
  memory.write(at.which + size, new Uint8Array(indices.buffer, indices.byteOffset, size));
  return { ...at, indices: at.which + size, end: at.which + 2 * size };
};
