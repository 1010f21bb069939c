/**
 * Answers the requests of sites in the frame's worker: public methods only. It has no wallet, no store and no node of
 * its own; a request names the network and the node. Every request gets a new connection: the frame keeps nothing.
 */
import type { Fetch } from '../daemon/diagnose.ts';
import { createDaemon } from '../daemon/daemon.ts';
import { readNodeAddress } from '../daemon/node-address.ts';
import { siteError, type SiteError } from '../embed/errors.ts';
import type { Plain } from '../embed/plain.ts';
import type { Outcome, PlainParams } from '../embed/wire.ts';
import { faultsOf, isFault } from '../base/fault.ts';
import type { Clock } from '../ports/clock.ts';
import type { DaemonFaults } from '../ports/faults.ts';
import type { NodePorts } from '../ports/node-control.ts';
import type { Random } from '../ports/random.ts';
import type { Network } from '../protocol/address/address.ts';
import type { WireError } from '../rpc/errors.ts';
import { answerPublic } from '../rpc/public.ts';
import { mayAsk } from './node.ts';

const NO_SETTINGS = { get: () => Promise.resolve(undefined), set: () => Promise.resolve() };

export interface FrameWorld {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly onBug: (error: unknown) => void;
}
export interface FrameCall {
  /** The site's. */
  readonly origin: string;
  readonly method: string;
  /** The parameters of the method, and two of the frame's own: `network` (default mainnet) and `node`. */
  readonly params: PlainParams;
}

const fault = faultsOf<Pick<DaemonFaults, 'no_node' | 'bad_node_address'>>();
const NETWORKS: readonly unknown[] = ['mainnet', 'stagenet', 'testnet'] satisfies Network[];

export async function answerFrame(
  world: FrameWorld,
  { origin, method, params: { network = 'mainnet', node, ...params } }: FrameCall,
): Promise<Outcome> {
  if (!NETWORKS.includes(network)) return wrong('network');
  let ports: NodePorts | undefined;
  try {
    if (node !== undefined) ports = portsOf(world, { origin, network: network as Network, node });
  } catch (error) {
    if (!isFault(error, 'bad_node_address')) throw error;
    return wrong('node');
  }
  const context = {
    wallet: { state: { account: { network: network as Network } } },
    session: {
      nodes: {
        chosenNode: () => {
          if (!ports) throw fault('no_node');
          return ports;
        },
      },
      // Without a resolver no name is looked up.
      world: { clock: world.clock, settings: NO_SETTINGS },
    },
  };
  const answer = await answerPublic(context, { method, params }, world.onBug);
  if (!answer) return { error: siteError('unsupported') };
  return answer.error ? { error: siteErrorOf(answer.error) } : { result: answer.result };
}

const wrong = (reason: 'network' | 'node'): Outcome => ({ error: siteError('invalid_params', { reason }) });

/** Fault bad_node_address: not an address, or not one that this site may have asked. */
const portsOf = (
  { fetch, clock, random }: FrameWorld,
  { origin, network, node }: { readonly origin: string; readonly network: Network; readonly node: Plain },
): NodePorts => {
  const settings = { address: typeof node === 'string' ? node : '' };
  if (!mayAsk(readNodeAddress(settings), origin))
    throw fault('bad_node_address', { address: settings.address });
  const daemon = createDaemon({ fetch, clock, random });
  daemon.expectNetwork(network);
  return daemon.at(settings);
};

/** A site gets only the name of a fault: the message says the rest as monero-wallet-rpc does. */
const siteErrorOf = ({ code, message, data }: WireError): SiteError => ({
  code,
  message,
  ...(data && { data: { reason: data.fault } }),
});
