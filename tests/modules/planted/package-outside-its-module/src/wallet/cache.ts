import { open } from 'idb';
export const cache = open;
