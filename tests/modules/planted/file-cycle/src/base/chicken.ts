import { egg } from './egg.ts';
export function chicken(): unknown {
  return egg;
}
