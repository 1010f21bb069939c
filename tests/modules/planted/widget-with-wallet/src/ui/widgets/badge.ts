import { session } from '../state/session.ts';
export const badge = session;
