/** The paths of a relay's own calls; its other ones are those of monerod. */
export const COMPACT_PATHS = {
  blocks: '/compact_blocks.bin',
  outputs: '/compact_outputs.bin',
  images: '/compact_images.bin',
} as const;
