/** The search of Settings: finds settings, screens and actions by their names and by other words for them. */
import { findIn } from '../../shared/find.ts';
import type { Place } from './places.ts';

export class PlaceSearch {
  text = $state('');
  readonly #places: () => readonly Place[];

  constructor(places: () => readonly Place[]) {
    this.#places = places;
  }
  /** Whether something was typed: then the groups make room for what was found. */
  get on(): boolean {
    return this.text.trim() !== '';
  }
  /** The best first. */
  get found(): readonly Place[] {
    return findIn(this.text, this.#places());
  }
  clear(): void {
    this.text = '';
  }
}
