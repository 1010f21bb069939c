/** /get_height: height of the chain and the id of its newest block. Upstream: `COMMAND_RPC_GET_HEIGHT`. */
import { hash } from '../schema.ts';
import { BASE, height, pathCall } from './call.ts';

export const getHeight = pathCall('/get_height', { answer: { ...BASE, height, hash } });
