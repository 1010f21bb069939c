/** A text or a file that comes from another app or from the system, until the screen takes it that it is for. */
import { LatestTask } from './task.ts';

/** `name` is empty for a text. */
export interface IncomingItem {
  readonly name: string;
  readonly bytes: Uint8Array;
}
/** Files with which the system started the app: `window.launchQueue`, where the browser has it. */
export interface LaunchQueue {
  setConsumer(consumer: (params: { readonly files?: readonly LaunchedFile[] }) => void): void;
}
interface LaunchedFile {
  readonly kind: string;
  getFile?(): Promise<File>;
}

export class Incoming {
  item = $state.raw<IncomingItem | undefined>(undefined);
  /** The last one of several items counts. */
  readonly #taking = new LatestTask();
  readonly #takeShared: () => Promise<IncomingItem | undefined>;

  /** `takeShared`: what the service worker keeps for the page; it is gone there afterwards. */
  constructor(takeShared: () => Promise<IncomingItem | undefined> = () => Promise.resolve(undefined)) {
    this.#takeShared = takeShared;
  }
  /** Opens the screen `shared` for each file with which the system starts the app. */
  listen(queue: LaunchQueue | undefined, show: () => void): void {
    queue?.setConsumer(({ files: [file] = [] }) => {
      void this.#launch(file, show).catch(() => undefined);
    });
  }
  async #launch(file: LaunchedFile | undefined, show: () => void): Promise<void> {
    await this.#taking.run(async (task) => {
      const opened = await task.wait(file?.getFile?.() ?? Promise.resolve(undefined));
      if (!opened) return;
      const bytes = new Uint8Array(await task.wait(opened.arrayBuffer()));
      this.item = { name: opened.name, bytes };
      show();
    });
  }
  /** Looks whether the service worker keeps something. */
  async load(): Promise<void> {
    await this.#taking.run(async (task) => {
      const shared = await task.wait(this.#takeShared().catch(() => undefined));
      if (shared) this.item = shared;
    });
  }
  /** Takes the waiting item, if the screen can use it; it does not wait any more. */
  take<T>(use: (item: IncomingItem) => T | undefined): T | undefined {
    const used = this.item && use(this.item);
    if (used !== undefined) this.item = undefined;
    return used;
  }
}
