/**
 * Each signing device by its stand-in, from pairing to a sent payment, through frames of which 30 % are lost. In a browser,
 * with films for the camera and a chain: tests/long/e2e/devices.spec.ts.
 */
import { describe, expect, test } from 'vitest';
import { DEVICE_IDS, SIGNING_DEVICES, type DeviceId } from '../../../src/base/signing-devices.ts';
import { ImportState } from '../../../src/ui/airgap/import.svelte.ts';
import { readPairing } from '../../../src/ui/airgap/pairing.ts';
import { FORMS, type AirgapPayload } from '../../../src/ui/airgap/payload.ts';
import { createFrames } from '../../../src/ui/airgap/ur.ts';
import { WatcherState } from '../../../src/ui/features/cold/watcher.svelte.ts';
import { KEYS, openFixture, ownAddress, PAYEE, XMR, type RpcWallet } from '../../support/rpc/fixture.ts';
import { keepPayment } from '../../support/rpc/keep-payment.ts';
import { pageOf } from '../../support/rpc/page.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sentBy } from '../../support/sent-by.ts';
import { inTier } from '../../support/tier.ts';
import { standInFor } from '../../support/signing-stand-in.ts';

const random = seededRandom('lost frames');
/** Three of ten are lost, and one of ten is seen twice. */
const filmed = (frames: readonly string[]): string[] =>
  frames.flatMap((frame) => {
    const luck = random(1)[0]! % 10;
    return luck < 3 ? [] : luck === 3 ? [frame, frame] : [frame];
  });
const shownBy = (id: DeviceId, payload: AirgapPayload): string[] => {
  const { next, count } = createFrames(
    FORMS[payload.kind].type,
    payload.bytes,
    SIGNING_DEVICES[id].shown.bytes,
  );
  return Array.from({ length: count * 6 }, () => next());
};
/** The page reads a code that repeats until it is complete. */
const readBy = (watcher: WatcherState, frames: readonly string[]): AirgapPayload => {
  const got: AirgapPayload[] = [];
  const input = new ImportState(['keyImages', 'signed'], (payload) => got.push(payload));
  for (let round = 0; got.length === 0 && round < 30; round++)
    for (const frame of filmed(frames)) if (input.code(frame) === 'enough') break;
  expect(got).toHaveLength(1);
  expect(watcher.error).toBeUndefined();
  return got[0]!;
};

/** As if the outputs at the first address came with additional keys, which the reference makes for other payees. */
const withUnusedKeys = ({ wallet }: RpcWallet): Promise<void> =>
  wallet.ledger.commit(({ outputs }) => ({
    puts: outputs.flatMap((output, at) =>
      output.subaddress.major + output.subaddress.minor > 0
        ? []
        : [
            {
              table: 'outputs' as const,
              key: String(at),
              value: {
                ...output,
                additionalKeys: Array.from({ length: output.outputIndex + 2 }, () => KEYS.viewPublic),
              },
            },
          ],
    ),
    deletes: [],
  }));

describe.each(inTier<readonly DeviceId[]>({ short: ['keystone', 'xmrsigner'], long: DEVICE_IDS }))(
  '%s',
  (id) => {
    test('is paired, exchanges coins once, and signs two payments', async () => {
      const hot = await openFixture({ watchOnly: true });
      hot.node.answer();
      await withUnusedKeys(hot);
      const keys = { ...KEYS, address: ownAddress(0, 0) };
      const device = standInFor(id, keys, () => openFixture({ empty: true }));
      expect(readPairing(device.pairing)).toMatchObject({ address: keys.address });

      const session = await pageOf(hot);
      const watcher = new WatcherState(session);
      await watcher.chooseDevice(id);
      expect([session.status.signingDevice, watcher.next]).toEqual([id, 'coins']);
      await watcher.showCoins();
      const coins = await device.answer(filmed(shownBy(id, watcher.shown!)));
      await watcher.receive(readBy(watcher, coins));
      expect([watcher.error, session.status.doubtful, watcher.next]).toEqual([undefined, 0, 'pay']);

      for (const account_index of [0, 1]) {
        const made = await keepPayment(
          hot,
          { destinations: [{ address: PAYEE, amount: XMR }], account_index },
          '',
        );
        await session.reload();
        await watcher.openPayment(made.id);
        const signed = await device.answer(filmed(shownBy(id, watcher.shown!)));
        await watcher.receive(readBy(watcher, signed));
        expect([watcher.error, watcher.step, watcher.payment?.differs ?? []]).toEqual([
          undefined,
          'ready',
          [],
        ]);
        expect(await sentBy(watcher)).toHaveLength(64);
      }
      expect(hot.node.relayed).toHaveLength(2);
      expect(session.status.doubtful).toBe(0);
    });
  },
);
