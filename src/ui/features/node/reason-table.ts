/** The texts of the reason behind each fault. */
import { count } from '../../format/format.ts';
import { network } from '../../messages/message.ts';
import { badAnswer, refusedByHttp, unreachable } from './no-answer.ts';
import {
  LOGIN,
  NEWEST_VERSION,
  networkOption,
  PATIENT_PROXY,
  PORT_FOR_WALLETS,
  PROGRESS,
  serveTls,
} from './operator-lines.ts';
import { LATER, OTHER, type FaultFacts, type ReasonParts } from './reason.ts';

export const REASONS: Readonly<Record<string, (facts: FaultFacts) => ReasonParts>> = {
  node_unreachable: unreachable,
  node_tls: ({ address, asker, text }) => ({
    title: 'Its certificate is not accepted',
    ...(text('why') !== '' && { what: `What was found: ${text('why')}.` }),
    then: asker.byCommand
      ? 'If it is yours, compare its fingerprint with the command’s flags; else choose another node.'
      : 'Open it in a tab to see what is wrong with it. Or choose another node.',
    opensInTab: asker.byCommand !== true,
    own: 'Is it yours? Give it a certificate that browsers accept',
    lines: serveTls(address),
  }),
  node_mixed_content: ({ address }) => ({
    title: 'This page may not reach a node without https',
    what: 'A page on https may read from https addresses only (mixed content).',
    then: 'Use an https address, or run Ostro on your own computer.',
    own: 'Is it yours? Give it an https address',
    lines: serveTls(address),
  }),
  node_timeout: ({ text }) => ({
    title: 'This node is silent',
    what: `It did not answer within ${text('seconds')} seconds.`,
    then: LATER,
    own: 'Is it yours? Look what keeps it busy, and let its proxy wait',
    lines: PATIENT_PROXY,
  }),
  node_login: ({ text }) => ({
    ...(text('hidden') === 'true'
      ? {
          title: 'This browser cannot log in here',
          then: 'It hides what the node asks of a login. Use another browser, or the extension.',
        }
      : {
          title: text('tried') === 'true' ? 'This node refuses the login' : 'This node requires a login',
          then: 'Enter the login that its operator gave you.',
        }),
    own: 'Is it yours? It or its proxy was started with a login like this',
    lines: LOGIN,
  }),
  node_wrong_network: ({ text }) => ({
    title: 'This node is on another network',
    what: `It is on ${network(text('actual'))}; this wallet is on ${network(text('expected'))}.`,
    then: `Take a node of ${network(text('expected'))}.`,
    own:
      text('expected') === 'mainnet'
        ? 'Is it yours? Start it without --stagenet, --testnet and --regtest.'
        : 'Is it yours? Start it with this',
    lines: networkOption(text('expected')),
  }),
  node_not_synchronised: ({ text }) => ({
    title: 'This node is behind',
    what: `It is still reading the chain itself: block ${count(Number(text('height')))} of ${count(Number(text('target')))}.`,
    then: 'It gets there by itself. Until then, choose another node.',
    own: 'Is it yours? This shows how far it is',
    lines: PROGRESS,
  }),
  node_too_old: () => ({
    title: 'This node is too old',
    then: OTHER,
    own: 'Is it yours? Install the newest monerod. This shows which one that is',
    lines: NEWEST_VERSION,
  }),
  node_lacks_method: () => ({
    title: 'This node lacks what Ostro needs',
    then: OTHER,
    own: 'Is it yours? Install the newest monerod. This shows which one that is',
    lines: NEWEST_VERSION,
  }),
  node_http: refusedByHttp,
  node_bad_answer: badAnswer,
  node_restricted: ({ text }) => ({
    title: 'This node refuses what Ostro needs',
    what: `It does not allow “${text('call')}” here: it is restricted.`,
    then: OTHER,
    own: 'Is it yours? This opens a port for wallets only',
    lines: PORT_FOR_WALLETS,
  }),
  node_payment_required: () => ({
    title: 'This node demands payment',
    then: `Ostro does not pay nodes. ${OTHER}`,
    own: 'Is it yours? Start it without --rpc-payment-address.',
  }),
  node_busy: () => ({ title: 'This node is busy', then: LATER }),
  node_error: () => ({ title: 'This node could not do what it was asked', then: LATER }),
  bad_node_address: () => ({
    title: 'This is not an address of a node',
    then: 'It looks like https://node.example:18089.',
  }),
};
