/**
 * x_kernel: the build of the arithmetic that the scan workers use, and how many payments a second one worker could scan with each build
 * that runs on this device; none before the first measurement, which follows the first start of a version.
 */
import { defineMethod } from '../method.ts';
import { count, listOf, obj, str } from '../schema.ts';

export default defineMethod({
  name: 'x_kernel',
  access: 'app',
  params: {},
  result: { build: str, speeds: listOf(obj({ build: str, per_second: count })) },
  handle: (_params, { session: { kernelSpeeds } }) => ({
    build: kernelSpeeds?.inUse ?? '',
    speeds: (kernelSpeeds?.measured ?? []).map(({ build, perSecond }) => ({ build, per_second: perSecond })),
  }),
});
