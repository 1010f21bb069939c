import { chicken } from './chicken.ts';
export function egg(): unknown {
  return chicken;
}
