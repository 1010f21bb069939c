/** Small settings of the app, outside any wallet and readable without a password: never a secret. */
export interface AppSettings {
  get(key: string): Promise<string | undefined>;
  /** Undefined removes the setting. */
  set(key: string, value: string | undefined): Promise<void>;
}
