/** A thread of the wallet server in the source tree (src/node/threads.ts). */
import { importTypeScript } from './tools/setup/typescript.mjs';

await importTypeScript('src/node/thread.ts');
