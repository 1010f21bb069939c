import type { Method } from '../rpc/methods.ts';
import { port } from '../transport/port.ts';
export const call = (method: Method): unknown => [method, port];
