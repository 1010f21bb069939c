/**
 * Runs jobs side by side on so many cores. Each is `{ name, run, cores = 1, after }`: it starts as soon as its cores are free
 * and the job named `after` is over (if that runs at all); the first in the list comes first. Answers in the list's order.
 */
export function runInParallel(jobs, cores) {
  return new Promise((resolve, reject) => {
    const results = new Map();
    const waiting = [...jobs];
    const running = new Set();
    const need = (job) => Math.min(job.cores ?? 1, cores);
    const free = () => cores - [...running].reduce((all, job) => all + need(job), 0);
    const ready = (job) =>
      need(job) <= free() && ![...waiting, ...running].some((other) => other.name === job.after);
    const start = (job) => {
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
      if (waiting.length > 0) reject(new Error(`${waiting[0].name} waits for itself`));
      else resolve(jobs.map((each) => results.get(each)));
    };
    startReady();
  });
}
