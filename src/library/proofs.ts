/** `ostro/proofs`: checks proofs without a wallet. */
import { createDaemon } from '../daemon/daemon.ts';
import { faultsOf } from '../base/fault.ts';
import type { DaemonFaults } from '../ports/faults.ts';
import { answerPublic } from '../rpc/public.ts';
import { systemClock, systemRandom } from '../store/platform.ts';
import { checkFields, checkNode, NETWORK, optional, YES_OR_NO } from './arguments.ts';
import { ostroError, withOstroErrors } from './to-error.ts';
import type { WalletMethods } from './methods.ts';
import type { Network, NodeOptions } from './types.ts';
import { libraryWorld } from './world.ts';

/** Options of the functions that check proofs. */
export interface ProofOptions {
  /** The node that is asked for the transaction. */
  readonly node: string | NodeOptions;
  /** Default: mainnet. */
  readonly network?: Network;
  /** The node is on a regtest chain. */
  readonly regtest?: boolean;
}
type Name = 'check_tx_proof' | 'check_tx_key' | 'check_spend_proof' | 'check_reserve_proof' | 'verify';
type Takes<N extends Name> = WalletMethods[N]['params'];
type Gives<N extends Name> = Promise<WalletMethods[N]['result']>;

/**
 * Checks a proof of payment, and returns the amount that the address received.
 *
 * @example
 * const { good, received } = await checkTxProof({ txid, address: payee, message: 'order 7', signature }, { node });
 * // good === true
 * // received === 500000000000n
 */
export function checkTxProof(proof: Takes<'check_tx_proof'>, options: ProofOptions): Gives<'check_tx_proof'> {
  return check('check_tx_proof', proof, options);
}
/**
 * The amount that an address received, according to the secret key of a transaction.
 *
 * @example
 * const { received } = await checkTxKey({ txid, tx_key: txKey, address: payee }, { node });
 * // received === 500000000000n
 */
export function checkTxKey(proof: Takes<'check_tx_key'>, options: ProofOptions): Gives<'check_tx_key'> {
  return check('check_tx_key', proof, options);
}
/** Checks that the maker of a transaction made this proof. */
export function checkSpendProof(
  proof: Takes<'check_spend_proof'>,
  options: ProofOptions,
): Gives<'check_spend_proof'> {
  return check('check_spend_proof', proof, options);
}
/** The amount that a proof of reserves covers, and how much of it was spent since. */
export function checkReserveProof(
  proof: Takes<'check_reserve_proof'>,
  options: ProofOptions,
): Gives<'check_reserve_proof'> {
  return check('check_reserve_proof', proof, options);
}
/**
 * Checks that the keys of the address signed the message. Asks no node.
 *
 * @example
 * const wallet = await restoreWallet({ seed: words });
 * const { signature } = await wallet.call('sign', { data: 'I am the shop' });
 * // (await verifyMessage({ data: 'I am the shop', address, signature })).good === true
 * // (await verifyMessage({ data: 'I am another', address, signature })).good === false
 * await wallet.close();
 */
export function verifyMessage(
  signed: Takes<'verify'>,
  options: { readonly network?: Network } = {},
): Gives<'verify'> {
  return check('verify', signed, options);
}

const fault = faultsOf<Pick<DaemonFaults, 'no_node'>>();
const NO_SETTINGS = { get: () => Promise.resolve(undefined), set: () => Promise.resolve() };

const check = async <N extends Name>(
  method: N,
  params: Takes<N>,
  options: Partial<ProofOptions>,
): Gives<N> => {
  checkFields('proof', params, {});
  checkFields('options', options, { network: optional(NETWORK), regtest: optional(YES_OR_NO) });
  const { node, network = 'mainnet', regtest = false } = options;
  if (method !== 'verify') checkNode('options.node', node);
  const { startKernel, ...ways } = libraryWorld();
  const world = { ...ways, clock: systemClock, random: systemRandom };
  const daemon = createDaemon(world, { regtest });
  if (node !== undefined)
    withOstroErrors(() => daemon.use(typeof node === 'string' ? { address: node } : node));
  daemon.expectNetwork(network);
  await startKernel();
  const context = {
    wallet: { state: { account: { network } } },
    session: {
      nodes: {
        chosenNode: () => {
          if (!daemon.node) throw fault('no_node');
          return daemon;
        },
      },
      // Without a resolver no name is looked up.
      world: { clock: systemClock, settings: NO_SETTINGS },
    },
  };
  let bug: unknown;
  const answer = await answerPublic(context, { method, params }, (thrown) => (bug = thrown));
  if (answer?.error) throw ostroError(answer.error, bug);
  return answer!.result as Awaited<Gives<N>>;
};
