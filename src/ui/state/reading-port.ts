/** Reading of a wallet's copy in the background: the browser's part (src/extension/reading.ts). */
export interface ReadingPort {
  isOn(name: string): Promise<boolean>;
  /** The copy of this wallet was made, with this password. */
  turnOn(name: string, password: string): Promise<void>;
  turnOff(name: string): Promise<void>;
}
