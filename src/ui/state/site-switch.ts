/** The sites that may ask the browser extension: the browser's part (src/extension/sites.ts). */
export interface SwitchPort {
  /** The origins of the sites that are on. */
  list(): Promise<readonly string[]>;
  /** Asks the person; call it in a click. Rejects with TypeError for what is no site. */
  turnOn(address: string): Promise<boolean>;
  /** `nodes`: the addresses in the list of nodes, which may need the browser's permission, too. */
  turnOff(origin: string, nodes: readonly string[]): Promise<void>;
}
