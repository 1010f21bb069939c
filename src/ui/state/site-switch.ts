/** The sites that may ask the browser extension: the browser's part (src/extension/sites.ts). */
export interface SwitchPort {
  /** The origins of the sites that are on. */
  list(): Promise<readonly string[]>;
  /** Asks the person; call it in a click. Rejects with TypeError for what is no site. */
  turnOn(address: string): Promise<boolean>;
  /** `keepsAccess`: a node in the list has the same address, so the browser's permission stays. */
  turnOff(origin: string, keepsAccess: boolean): Promise<void>;
}
