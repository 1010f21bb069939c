/**
 * A node whose chain pays one wallet N times, as a program of its own, so that its work and memory are not those of the
 * wallet: `large-node.ts URL N A` prints its port. URL: a regtest daemon that has mined a block; A: number of paid addresses.
 */
import { startKernel } from '../../src/nodejs/kernel.ts';
import { sourceTree } from '../../src/nodejs/source-tree.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { makeLongChain, startGrowthNode } from './growth.ts';
import { LARGE_SEED, TXS_PER_BLOCK } from './large-wallet.ts';
import { ownPayments } from './own-payments.ts';

const [, , url = '', count = '', addresses = count] = process.argv;
await startKernel(sourceTree.kernel);
const account = accountFromSeed(LARGE_SEED);
const payments = ownPayments(account, Number(count), Number(addresses));
const length = { blocks: payments.length / TXS_PER_BLOCK, txsPerBlock: TXS_PER_BLOCK };
const node = await startGrowthNode(url, await makeLongChain(url, length, payments));
console.log(node.port);
