/** Small settings of the app, outside any wallet. They can be read without a password, so none is secret. */
export interface AppSettings {
  get(key: string): Promise<string | undefined>;
  /** Undefined removes the setting. */
  set(key: string, value: string | undefined): Promise<void>;
}
