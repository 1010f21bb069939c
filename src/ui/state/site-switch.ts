/** The sites that may ask the browser extension: the browser's part (src/extension/sites.ts). */
export interface SwitchPort {
  /** The origins of the sites that are on. */
  list(): Promise<readonly string[]>;
  /** Asks the person; call it in a click. Rejects with TypeError for what is no site. */
  turnOn(address: string): Promise<boolean>;
  /** Turns the site on for a page that is open in this tab: the site finds Ostro at once, and its tab comes to the front. */
  allow(origin: string, tab: number): Promise<boolean>;
  /** Calls the listener when the person presses the extension's icon at a page of a site that is off. */
  onOffer(listener: (offered: { readonly origin: string; readonly tab: number }) => void): void;
  /** `nodes`: the addresses in the list of nodes, which may need the browser's permission, too. */
  turnOff(origin: string, nodes: readonly string[]): Promise<void>;
}
