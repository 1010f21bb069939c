import { describe, expect, it } from 'vitest';
import { camelCase } from '../../../src/client/camel-case.ts';

describe('a record of an answer in camelCase', () => {
  it('has the same values under names without underscores', () => {
    expect(camelCase({ height: 7, target_height: 9, blocks_per_second: 0, key_image: 'ab' })).toEqual({
      height: 7,
      targetHeight: 9,
      blocksPerSecond: 0,
      keyImage: 'ab',
    });
  });
  it('leaves nested records as they are', () => {
    const node = { stand_in: true };
    expect(camelCase({ last_node: node }).lastNode).toBe(node);
  });
});
