/** Small settings of the app, outside any wallet and readable without a password: never a secret. */
export interface AppSettings {
  get(key: string): Promise<string | undefined>;
  /** Undefined forgets it. */
  set(key: string, value: string | undefined): Promise<void>;
}
