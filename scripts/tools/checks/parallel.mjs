/**
 * A job keeps `cores` busy (1). It starts as soon as they are free and the job named `after` is over, if that runs at all.
 * @template T
 * @typedef {object} Job
 * @property {string} name
 * @property {() => T | Promise<T>} run
 * @property {number} [cores]
 * @property {string} [after]
 */

/**
 * Runs jobs side by side on so many cores; the first in the list comes first. Answers in the list's order.
 * @template T
 * @param {readonly Job<T>[]} jobs
 * @param {number} cores
 * @returns {Promise<T[]>}
 */
export function runInParallel(jobs, cores) {
  return new Promise((resolve, reject) => {
    /** @type {Map<Job<T>, T>} */
    const results = new Map();
    const waiting = [...jobs];
    /** @type {Set<Job<T>>} */
    const running = new Set();
    const need = (/** @type {Job<T>} */ job) => Math.min(job.cores ?? 1, cores);
    const free = () => cores - [...running].reduce((all, job) => all + need(job), 0);
    const ready = (/** @type {Job<T>} */ job) =>
      need(job) <= free() && ![...waiting, ...running].some((other) => other.name === job.after);
    const start = (/** @type {Job<T>} */ job) => {
      waiting.splice(waiting.indexOf(job), 1);
      running.add(job);
      Promise.resolve()
        .then(job.run)
        .then((result) => {
          results.set(job, result);
          running.delete(job);
          startReady();
        })
        .catch(reject);
    };
    const startReady = () => {
      for (let job = waiting.find(ready); job !== undefined; job = waiting.find(ready)) start(job);
      if (running.size > 0) return;
      const [stuck] = waiting;
      if (stuck) reject(new Error(`${stuck.name} waits for itself`));
      else resolve(jobs.map((each) => /** @type {T} */ (results.get(each))));
    };
    startReady();
  });
}
