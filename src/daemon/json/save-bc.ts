/** /save_bc: writes the chain to disk. Upstream: `COMMAND_RPC_SAVE_BC`. */
import { BASE, LONG_TIMEOUT, pathCall } from './call.ts';

export const saveBc = pathCall('/save_bc', { admin: true, seconds: LONG_TIMEOUT, answer: BASE });
