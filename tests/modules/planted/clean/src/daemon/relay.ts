import type { Relay } from '../ports/relay.ts';
export const relay: Relay = () => undefined;
