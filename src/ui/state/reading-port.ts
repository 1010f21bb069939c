/**
 * Reading of a wallet's copy in the background: the browser's part (src/extension/reading.ts,
 * src/transport/service-worker/reading.ts).
 */
export interface ReadingPort {
  /** Undefined: the browser chooses the times. */
  readonly everyMinutes: number | undefined;
  isOn(name: string): Promise<boolean>;
  /** The copy of this wallet was made, with this password. */
  turnOn(name: string, password: string): Promise<void>;
  turnOff(name: string): Promise<void>;
}
