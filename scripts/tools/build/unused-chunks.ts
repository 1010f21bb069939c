/**
 * Vite plugin: leaves out chunks that no other file of the build names, and their source maps. Rolldown writes a chunk for
 * each import() of a module, also where it removed the code around it, such as that of payments that releases cannot make.
 */
import type { Plugin } from 'vite';

interface Bundle {
  [name: string]: { readonly type: 'chunk' | 'asset'; readonly isEntry?: boolean; readonly code?: string };
}

export function withoutUnusedChunks(): Plugin {
  return {
    name: 'ostro-unused-chunks',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_, bundle) => {
        for (const name of unusedChunks(bundle)) {
          Reflect.deleteProperty(bundle, name);
          Reflect.deleteProperty(bundle, `${name}.map`);
        }
      },
    },
  };
}

/** Chunks that entries reach neither by an import nor by import(). */
const unusedChunks = (bundle: Bundle): string[] => {
  const chunks = Object.entries(bundle).filter(([, { type }]) => type === 'chunk');
  const used = new Set(chunks.filter(([, { isEntry }]) => isEntry).map(([name]) => name));
  for (const name of used) {
    const code = bundle[name]!.code!;
    for (const [other] of chunks) if (code.includes(baseName(other))) used.add(other);
  }
  return chunks.map(([name]) => name).filter((name) => !used.has(name));
};

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
