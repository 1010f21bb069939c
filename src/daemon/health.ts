/** The state of a node, and whether a wallet can use it. The node learns only that it was asked, and from which IP address. */
import { isFault, type Fault } from '../base/fault.ts';
import type { DaemonFaults } from '../ports/faults.ts';
import type { NodeSettings } from '../ports/node-control.ts';
import type { NodeHealth } from '../ports/node-health.ts';
import { ask } from './ask.ts';
import { fault } from './faults.ts';
import { getFeeLevels } from './json/get-fee-estimate.ts';
import { getNodeFacts } from './json/get-info.ts';
import { getRpcVersion } from './json/get-version.ts';
import { hardForkInfo } from './json/hard-fork-info.ts';
import {
  connect,
  requireSynchronised,
  wrongNetwork,
  type NodeConnection,
  type NodeLink,
} from './node-link.ts';

type Problem = Fault<keyof DaemonFaults, object>;
type RpcVersion = NonNullable<NodeHealth['rpcVersion']>;

/** A person waits for the answer, so it may take less time than in a scan. */
const SECONDS = 12;
/** RPC of monerod 0.18.0.0, the first version that knows the rules in force since August 2022. */
const OLDEST_RPC: RpcVersion = { major: 3, minor: 10 };

/** See `NodeControl.health`. */
export async function askHealth(
  link: NodeLink,
  settings: NodeSettings,
  signal?: AbortSignal,
): Promise<NodeHealth> {
  const { clock } = link.world;
  const node = connect(link.world, settings);
  const start = clock.now();
  // A single attempt: the user is shown the time of this answer.
  const facts = await ask(node.http, { ...getNodeFacts, idempotent: false, seconds: SECONDS }, signal);
  const ms = clock.now() - start;
  const [version, fees, rules] = await Promise.all([
    attempt(ask(node.http, { ...getRpcVersion, seconds: SECONDS }, signal)),
    attempt(ask(node.http, { ...getFeeLevels, seconds: SECONDS }, signal)),
    attempt(ask(node.http, { ...hardForkInfo(), seconds: SECONDS }, signal)),
  ]);
  const problem =
    wrongNetwork(link, node, facts) ??
    tooOldProblem(node, version.answer) ??
    fees.problem ??
    behind(() => {
      requireSynchronised(node, facts);
    });
  return {
    ...facts,
    ms,
    ...(version.answer && { rpcVersion: version.answer }),
    ...(fees.answer && { fees: fees.answer.fees }),
    ...(rules.answer && { rulesVersion: rules.answer.version }),
    ...(problem && { problem }),
  };
}

/** The answer, or the fault of the node that came instead. */
const attempt = async <T>(
  request: Promise<T>,
): Promise<{ readonly answer?: T; readonly problem?: Problem }> => {
  try {
    return { answer: await request };
  } catch (error) {
    if (!isFault(error) || error.code === 'cancelled') throw error;
    return { problem: error as Problem };
  }
};

/** A node without get_version does not count as too old: the wallet can work without that method. */
const tooOldProblem = ({ http }: NodeConnection, version: RpcVersion | undefined): Problem | undefined => {
  const isOld =
    version !== undefined &&
    (version.major < OLDEST_RPC.major ||
      (version.major === OLDEST_RPC.major && version.minor < OLDEST_RPC.minor));
  return isOld
    ? fault('node_too_old', { address: http.node.text, version: shown(version), oldest: shown(OLDEST_RPC) })
    : undefined;
};
const shown = ({ major, minor }: RpcVersion): string => `${major}.${minor}`;

const behind = (check: () => void): Problem | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!isFault(error)) throw error;
    return error as Problem;
  }
};
