import { now } from '../ports/clock.ts';
export const clock = now;
