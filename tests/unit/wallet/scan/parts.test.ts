import { beforeAll, describe, expect, it } from 'vitest';
import { decodeBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { readMnemonic } from '../../../../src/protocol/mnemonic/mnemonic.ts';
import { buildTable, tableShape } from '../../../../src/wallet/account/lookahead.ts';
import { createScanner, type Scanner } from '../../../../src/wallet/scan/find-outputs.ts';
import { divide, unite } from '../../../../src/wallet/scan/parts.ts';
import { scanRange } from '../../../../src/wallet/scan/scan-range.ts';
import { benchChain } from '../../../support/bench-chain.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';

const chain = benchChain();

describe.skipIf(!chain)('an answer scanned in parts (skipped: no bench chain)', () => {
  let scanner: Scanner;
  beforeAll(async () => {
    await useWasmKernel();
    const { key } = await readMnemonic(chain!.counts.seeds['C']!);
    const account = accountFromSeed(key);
    const { table } = buildTable(account, tableShape([['']], { major: 5, minor: 20 }));
    scanner = createScanner({ ...account, table });
  });

  it('gives what scanning it whole gives', () => {
    const bytes = chain!.bytes.slice().buffer;
    const { blocks } = chain!.counts;
    const raw = { bytes, startHeight: 0, count: blocks, chainHeight: blocks };
    const whole = scanRange(scanner, { ...raw, bytes: bytes.slice(0) }, decodeBlocks);
    const parts = divide(raw, 3);
    expect(parts.map(({ part }) => part?.to)).toEqual([178, 356, 534]);
    const united = unite(parts.map((part) => scanRange(scanner, part, decodeBlocks)));
    expect(united.found.length).toBeGreaterThan(700);
    expect(united).toEqual({ ...whole, bytes });
  });
});
