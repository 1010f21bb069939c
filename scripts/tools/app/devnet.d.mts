/** Types of devnet.mjs for the tests. */
export type Devnet = {
  readonly daemonUrl: string;
  readonly controlUrl: string;
  readonly stop: () => Promise<void>;
  readonly onDeath: (listener: (why: string) => void) => void;
};

export function startDevnet(options: {
  readonly bin: string;
  readonly daemonPort?: number;
  readonly controlPort?: number;
  readonly testHooks?: boolean;
  readonly blocks?: number;
}): Promise<Devnet>;
