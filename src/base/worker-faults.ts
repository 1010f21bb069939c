/** The fault of a worker of the app that cannot work (transport/start-worker.ts). */
export interface WorkerFaults {
  /**
   * silent: the browser has made the worker several times, and none has ever answered. script: its script could not be loaded
   * or has thrown. ended: it failed after its start. `why`: the words of the browser.
   */
  worker_failed: { readonly reason: 'silent' | 'script' | 'ended'; readonly why: string };
}
