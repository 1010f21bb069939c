import { send } from '../send/send.ts';
export const receive = send;
