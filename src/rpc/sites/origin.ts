/** Origins of web pages that may talk to the wallet. Fault bad_origin. */
import { fault } from '../faults.ts';

const HOST = String.raw`(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])`;
const SECURE = new RegExp(String.raw`^https://${HOST}(?::\d{1,5})?$`);
/** Pages of this computer. */
const LOCAL = /^http:\/\/(?:(?:[a-z0-9_-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

export function checkOrigin(origin: string): void {
  if (origin.length > 300 || !(SECURE.test(origin) || LOCAL.test(origin)))
    throw fault('bad_origin', { origin });
}
