/** A thread of the wallet server in the source tree (src/nodejs/threads.ts). */
import { importTypeScript } from './tools/setup/typescript.mjs';

await importTypeScript('src/nodejs/thread.ts');
