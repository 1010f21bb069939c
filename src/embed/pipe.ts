/**
 * Events between the extension's script in a site's page and its script beside the page (src/extension/bridge.ts), at the
 * document. Frames of other origins cannot reach them. The page's own scripts can: they are the site, and all that they can say
 * here is what the site can ask.
 */

/** From the page. `detail`: `open` wants the wallet's window opened, `focus` brings it to the front if it is there. */
export const PIPE_CALL = 'ostro:call';
/** From the page. `detail`: a message for the wallet (text.ts). */
export const PIPE_TO_WALLET = 'ostro:to-wallet';
/** To the page. `detail`: a PipeState. */
export const PIPE_STATE = 'ostro:state';
/** To the page. `detail`: a message of the wallet (text.ts). */
export const PIPE_FROM_WALLET = 'ostro:from-wallet';

const STATES = ['ready', 'closed', 'needs_click', 'off', 'on', 'gone'] as const;
/**
 * `ready`: a window of the wallet listens. `closed`: it does not any more. `needs_click`: it opens only during a click. `off`: the
 * person has turned the site off. `on`: the person has turned it on again. `gone`: the extension was replaced, removed or disabled; a newer one serves the page when it is
 * loaded again.
 */
export type PipeState = (typeof STATES)[number];

export function isPipeState(value: unknown): value is PipeState {
  return (STATES as readonly unknown[]).includes(value);
}
