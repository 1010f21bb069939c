/** Older blocks that are read later. */
import type { Answers } from '../answer.ts';

export const MISSING = {
  x_link: () => ({}),
  x_kernel: () => ({
    build: 'scalar',
    speeds: [
      { build: 'simd', per_second: 28_412 },
      { build: 'scalar', per_second: 33_950 },
    ],
  }),
  x_missing_blocks: (_params, fake) => ({
    ...(fake.status.missing > 0 && {
      gaps: [
        {
          from: fake.status.height - 10_700,
          to: fake.status.height - 720,
          since: Math.floor(fake.now / 1000) - 15 * 86_400,
          until: Math.floor(fake.now / 1000) - 86_400,
          wanted: fake.restWanted,
        },
      ],
    }),
    link: 'unknown',
    mode: fake.mobileData,
    possible: fake.status.kind === 'spend',
    block_bytes: 24_600,
    bytes_today: 18_400_000,
    bytes_this_month: 312_000_000,
  }),
  x_mobile_data: ({ mode }, fake) => {
    fake.mobileData = mode ?? 'all';
    return {};
  },
  x_read_blocks: ({ which }, fake) => {
    if (which === 'missing') fake.restWanted = true;
    else
      fake.setStatus({
        phase: 'done',
        height: fake.status.target_height,
        missing: which === 'all' ? 0 : 9980,
      });
    return {};
  },
} satisfies Partial<Answers>;
