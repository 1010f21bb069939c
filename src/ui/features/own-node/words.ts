/** Numbers and states of a node in words, for the screen "Your node". */
import { count, counted } from '../../format/format.ts';
import type { NodeOverview } from './own-node.svelte.ts';

/** How monerod writes "no limit". */
const NO_LIMIT = 0xffff_ffff;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

export function stateWords({ height, targetHeight, synchronized, offline }: NodeOverview): string {
  if (offline) return 'Offline: it talks to no other node';
  if (synchronized) return 'Up to date with the network';
  return targetHeight > height
    ? `Reading the chain: block ${count(height)} of ${count(targetHeight)}`
    : 'Not up to date with the network';
}
export function miningWords({ active, threads, speed }: NodeOverview['mining']): string {
  return active
    ? `${counted(threads, ['# thread', '# threads'])}, ${count(Number(speed))} hashes a second`
    : 'Off';
}
/** `12 of 64`, or `12, no limit` */
export function ofLimit(now: number, limit: number): string {
  return limit === NO_LIMIT ? `${count(now)}, no limit` : `${count(now)} of ${count(limit)}`;
}
/** A limit for a field; empty when there is none. */
export function limitText(limit: number): string {
  return limit === NO_LIMIT ? '' : String(limit);
}
/** `2 days`, `5 hours`, `40 seconds` */
export function durationWords(seconds: number): string {
  if (seconds >= 2 * DAY) return counted(Math.floor(seconds / DAY), ['# day', '# days']);
  if (seconds >= 2 * HOUR) return counted(Math.floor(seconds / HOUR), ['# hour', '# hours']);
  if (seconds >= 2 * MINUTE) return counted(Math.floor(seconds / MINUTE), ['# minute', '# minutes']);
  return counted(seconds, ['# second', '# seconds']);
}

export function rulesWords({ rules: { version, from }, height }: NodeOverview): string {
  const coming =
    from !== undefined && from > height
      ? `New rules begin at block ${count(from)}.`
      : 'It knows no later ones.';
  return `The node follows version ${version} of the rules. ${coming}`;
}
