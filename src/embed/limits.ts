/** Limits of the messages between a site's page and the wallet's frame or window. */

/** Version of the messages. A message of another version is ignored. */
export const VERSION = 1;
/** Size of one request: its texts and names in UTF-16 units, and 8 for every value. */
export const MAX_SIZE = 64 * 1024;
/** Levels of objects and lists inside one request. */
export const MAX_DEPTH = 8;
/** Requests of one session that wait for their answer. */
export const MAX_OPEN = 64;
/** Requests of one session in one second; further ones are refused with `too_many`. */
export const MAX_PER_SECOND = 20;
/** Messages of one session in one second above which the session ends. */
export const FLOOD_PER_SECOND = 400;
/** Sessions that one document of the wallet accepts. Its list of used nonces stays this short. */
export const MAX_SESSIONS = 1000;
