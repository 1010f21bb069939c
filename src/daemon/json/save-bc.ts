/** /save_bc: writes the chain to disk. Upstream: `COMMAND_RPC_SAVE_BC`. */
import { pathCall } from './call.ts';
import { BASE, LONG_TIMEOUT } from './common.ts';

export const saveBc = pathCall('/save_bc', { admin: true, seconds: LONG_TIMEOUT, answer: BASE });
