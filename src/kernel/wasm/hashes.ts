/** The hashes of the kernel. */
import type { Kernel } from '../interface.ts';
import { putHash, takeResult, type Instance } from './instance.ts';

/** Bytes of CryptoNight's scratchpad. */
const CN_PAD = 1 << 21;

export function hashes(instance: Instance): Pick<Kernel, 'keccak256' | 'treeHash' | 'cnState'> {
  const { exports, memory, out } = instance;
  return {
    keccak256: (data) => {
      putHash(instance, out, data);
      return takeResult(instance);
    },
    treeHash: (ids) => {
      if (ids.length === 0 || ids.length % 32 !== 0) throw new Error('the tree hash of no list of ids');
      const list = memory.list(ids.length);
      memory.write(list, ids);
      exports.treeHash(list, list, ids.length / 32);
      return memory.read(list, 32);
    },
    cnState: (data) => {
      const pad = memory.list(CN_PAD + 256 + data.length);
      const state = pad + CN_PAD;
      memory.write(state + 256, data);
      exports.absorb(state, state + 256, data.length);
      exports.cnCore(state, pad);
      const end = memory.read(state, 200);
      memory.wipe(pad, CN_PAD + 256 + data.length);
      return end;
    },
  };
}
