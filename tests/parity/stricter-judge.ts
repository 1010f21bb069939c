/**
 * Says if the reference wallet refuses signed and unsigned sets that 0.18.5.1 and earlier versions accept
 * (`sanity_check_pending_tx`): without key images, with plans that contradict their transactions. Devices such as Keystone write
 * some of them, so ours accepts what the earlier versions do.
 */
import type { Regtest } from '../support/regtest.ts';

const FIRST_STRICTER = [0, 18, 5, 2];

export async function isStricterJudge({ daemon }: Pick<Regtest, 'daemon'>): Promise<boolean> {
  const { version } = await daemon('get_info');
  const parts = JSON.stringify(version).match(/\d+/g)?.slice(0, 4).map(Number) ?? [];
  const at = FIRST_STRICTER.findIndex((part, i) => part !== parts[i]);
  return at < 0 || (parts[at] ?? 0) > FIRST_STRICTER[at]!;
}
