/** Messages of pages to a service worker, which belongs to the same version, an earlier or a later one. */

/**
 * 'ostro-version' is answered with a VersionInfo, 'ostro-use-version' with a UseVersionAnswer, both through the port
 * that comes with the message. 'ostro-check-server' compares the server's files with the list; only a wrong file is
 * reported.
 */
export interface Order {
  readonly type: 'ostro-version' | 'ostro-use-version' | 'ostro-check-server';
}
/** payment: a tab makes a payment, so the version stays. */
export type UseVersionAnswer = 'taken' | 'payment';

/** Name of the Web Lock that a page holds, shared with other pages, while a payment is checked, signed or sent. */
export const PAYMENT_LOCK = 'ostro-payment';
