import type { Kernel } from '../interface.ts';
export const knowsAnswers = (_kernel: Kernel): boolean => true;
