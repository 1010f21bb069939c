/** The search of Settings: finds settings, screens and actions by their names and by other words for them. */
import { findIn } from '../../widgets/find.ts';
import type { SettingsEntry } from './entries.ts';

export class SettingsSearch {
  text = $state('');
  readonly #entries: () => readonly SettingsEntry[];

  constructor(entries: () => readonly SettingsEntry[]) {
    this.#entries = entries;
  }
  /** Something was typed: the groups make room for the results. */
  get on(): boolean {
    return this.text.trim() !== '';
  }
  /** The best first. */
  get found(): readonly SettingsEntry[] {
    return findIn(this.text, this.#entries());
  }
  clear(): void {
    this.text = '';
  }
}
