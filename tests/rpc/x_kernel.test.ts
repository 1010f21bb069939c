import { expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

it('x_kernel says the build of the scan workers and the speeds of all', async () => {
  const measured = [
    { build: 'simd', perSecond: 28_000 },
    { build: 'scalar', perSecond: 33_000 },
  ];
  const { call } = openRpcSession({ kernelSpeeds: () => ({ inUse: 'scalar', measured }) });
  expect(await call('x_kernel', {})).toEqual({
    build: 'scalar',
    speeds: [
      { build: 'simd', per_second: 28_000 },
      { build: 'scalar', per_second: 33_000 },
    ],
  });
});

it('x_kernel has no answer where nothing is measured', async () => {
  const { call } = openRpcSession();
  expect(await call('x_kernel', {})).toEqual({ build: '' });
});
