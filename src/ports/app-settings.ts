/** Small settings of the app, outside any wallet. They can be read without a password, so none is secret. */
export interface AppSettings {
  get(key: string): Promise<string | undefined>;
  /** Undefined removes the setting. */
  set(key: string, value: string | undefined): Promise<void>;
}
/** Settings that several pages and workers change. */
export interface SharedSettings extends AppSettings {
  /** Replaces the value by the result of `change(value)`; no other tab can change the value between reading and writing. */
  update(key: string, change: (value: string | undefined) => string | undefined): Promise<void>;
}
