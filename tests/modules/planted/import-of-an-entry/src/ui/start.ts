import { main } from '../entries/main.ts';
export const start = main;
