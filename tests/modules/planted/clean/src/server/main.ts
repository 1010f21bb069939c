import type { Method } from '../rpc/methods.ts';
import { port } from '../transport/port.ts';
export function serve(method: Method): unknown {
  return [method, port];
}
