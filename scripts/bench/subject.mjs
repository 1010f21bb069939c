/** What a wallet that is measured can do; each suite asks those that can do its part. */

/** @typedef {import('./stats.mjs').Figures} Figures */
/** @typedef {import('./payment.mjs').Payment} Payment */
/** @typedef {{ readonly seed: string }} Seed Words of a wallet. */
/** @typedef {Seed & { readonly address: string }} Known A wallet, and the address that it must have. */
/**
 * Of a worker: time in milliseconds, and its functions by self time and by what they called.
 * @typedef {import('./profile.mjs').WorkerProfile} WorkerProfile
 */
/**
 * A wallet that has scanned the chain; `build` makes a payment's transactions and does not relay them.
 * @typedef {object} Wallet
 * @property {(payment: Payment) => Promise<Figures & { readonly transactions: readonly string[] }>} build
 * @property {() => Promise<void>} close
 */
/**
 * `found` is compared with what the wallet has to find, in the fields that the subject can report.
 * @typedef {Figures & {
 *   readonly found: Partial<import('./findings.mjs').Findings>,
 *   readonly profile?: readonly WorkerProfile[],
 * }} Scanned
 */
/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {(seed: Seed & { readonly profiled?: boolean }) => Promise<Scanned>} scan
 * @property {(seed: Seed) => Promise<Wallet>} wallet
 * @property {(wallet: Known) => Promise<Figures>} [openKeys] Makes a wallet of its keys alone.
 * @property {(wallet: Known) => Promise<Figures>} [openFull] Makes a wallet that is ready to scan.
 * @property {() => Promise<Figures>} [load] A first visit.
 * @property {() => Promise<Figures>} [loadSlow] A first visit with a slow phone on a slow link.
 * @property {(seed: Seed) => Promise<readonly number[]>} [pageTasks] Tasks above 50 ms of the app's page during a scan.
 * @property {(seed: Seed) => Promise<object>} [reads] How long reads take during a scan.
 */

/**
 * The figures of a call that was measured in a page.
 * @param {import('./chromium.mjs').Measured<{ readonly ms: number }>} measured
 * @param {import('./stats.mjs').Detail} [detail]
 * @returns {Figures}
 */
export function figuresOf({ value, cpu, rendererCpu, own, ownBefore, rss }, detail = {}) {
  return {
    ms: value.ms,
    cpu,
    own,
    detail: { ...detail, renderer_cpu_s: rendererCpu, rss_mb: rss, before_mb: ownBefore },
  };
}
