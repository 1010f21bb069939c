/** Sets the platform of Node, Deno and Bun. The files of the package lie beside this one. */
import { nodePlatform } from './node-platform.ts';
import { setPlatform } from './platform.ts';

const beside = (path: string): string => new URL(path, import.meta.url).href;
setPlatform(nodePlatform({ thread: beside('./thread.mjs'), kernel: beside('../kernel/') }));
