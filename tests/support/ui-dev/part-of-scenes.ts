/** Scenes in parts: each part is a test file of its own, so that all cores work. */
import { scenes } from './scenes.mjs';

/** Part `number` of `count`, both from 1. */
export interface Part {
  readonly number: number;
  readonly count: number;
}
/** The names of every `count`th scene. */
export function partOfScenes({ number, count }: Part): readonly string[] {
  return Object.keys(scenes).filter((_, i) => i % count === number - 1);
}
