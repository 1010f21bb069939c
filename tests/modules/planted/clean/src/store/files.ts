import { open } from 'idb';
export const files = open;
