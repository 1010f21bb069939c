/** A method that is removed from the registry: the compiler reports where it is still needed. */
import { expect, it } from 'vitest';
import { changesOf, errorsWith } from '../../modules/compiler.ts';

const METHODS = 'src/rpc/registry.gen.ts';
const FAKE = 'tests/support/fake-worker/answers/wallets.ts';
const CALLER = 'src/ui/app/notes.ts';

it('the compiler reports a removed method where the page calls it and the fake worker answers it', () => {
  const errorsIn = errorsWith(
    [CALLER, FAKE],
    changesOf([
      [METHODS, /^ {2}set_tx_notes,\n/m, () => ''],
      [METHODS, /^ {2}x_storage,\n/m, () => ''],
    ]),
  );
  expect(errorsIn(CALLER)).toContainEqual(expect.stringMatching(/"set_tx_notes"/));
  expect(errorsIn(FAKE)).toContainEqual(expect.stringMatching(/'x_storage'/));
});
