/** The origins that may talk to the wallet: https, and http on this device (for developers). */

const HTTPS = /^https:\/\/[^/?#]+$/;
const LOOPBACK = /^https?:\/\/(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/** `origin` as a browser writes it in `event.origin`; 'null' (sandboxed frames, files) is refused. */
export function isSiteOrigin(origin: string): boolean {
  return HTTPS.test(origin) || LOOPBACK.test(origin);
}

/** The site runs on this device. */
export function isLoopbackOrigin(origin: string): boolean {
  return LOOPBACK.test(origin);
}
