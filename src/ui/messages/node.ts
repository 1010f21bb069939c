/** Messages for faults of the node and its answers. Made from a fault's data, never from an error's message. */
import { BY_COMMAND } from '../../base/by-command.ts';
import { IN_EXTENSION } from '../../base/in-extension.ts';
import type { FaultData } from '../../client/client.ts';
import { count } from '../format/format.ts';
import {
  byReason,
  CHANGED,
  host,
  MONEY_SAFE,
  network,
  number,
  say,
  text,
  TRY_OTHER_NODE,
  UNEXPECTED,
  type Sentence,
  type Sentences,
} from './message.ts';

export const DISAGREED: Readonly<Record<string, string>> = {
  tip: 'the newest blocks',
  fork_heights: 'when the rules change',
  fees: 'the fees',
  distribution: 'how many coins there are to mix with',
};

const CUT_PROOF: Sentence = {
  what: 'This proof cannot be read: a part is missing or wrong.',
  then: 'It shows nothing. Copy all of it again.',
};
const OTHER_TRANSFER: Sentence = {
  what: 'This proof does not fit this transfer.',
  then: 'It shows nothing. Check the transaction ID.',
};
const FALSE_PROOF: Sentence = {
  what: 'This proof contradicts itself or the chain.',
  then: 'It shows nothing, and may be meant to deceive. Ask for a new one.',
};
const NOT_YET = 'The money is safe. A later Ostro can do it, once Monero has decided how.';
const NOT_OURS: Sentence = {
  what: 'This wallet did not make this transfer alone.',
  then: 'Choose another transfer.',
};
const OTHER_OR_DAMAGED: Sentence = {
  what: 'This file is damaged, or it was made for another wallet.',
  then: 'Nothing of it was used. Create it again and bring it over.',
};
const NO_SPEND_KEY: Sentence = {
  what: 'This wallet has no spend key, so it cannot prove this.',
  then: 'The wallet that has the key can.',
};

export const OF_NODES = {
  node_unreachable: (d) => ({
    what: `${host(d)} does not answer.`,
    ...(d['hint'] === 'hidden_by_browser' && {
      why: IN_EXTENSION
        ? 'It may be down, or you have not allowed Ostro to read from it.'
        : 'It may be down, or it does not allow web pages.',
    }),
    ...(d['hint'] === 'command_gone' && {
      why: 'The command ostro on this computer has ended, or was started again.',
    }),
    ...(d['hint'] === 'local_network_denied' && {
      why: 'This browser does not allow the page to reach devices in your own network.',
    }),
    then:
      d['hint'] === 'command_gone'
        ? `${MONEY_SAFE} Start the command, and open the address that it prints.`
        : `${MONEY_SAFE} Are you online? Then choose another node in Settings, “Nodes”.`,
  }),
  node_tls: (d) => ({
    what: BY_COMMAND
      ? `The certificate of ${host(d)} is not accepted.`
      : `The browser does not accept the certificate of ${host(d)}.`,
    ...(text(d, 'why') !== '' && { why: `What was found: ${text(d, 'why')}.` }),
    then: BY_COMMAND
      ? `${MONEY_SAFE} If it is yours, compare its fingerprint with the command’s flags.`
      : `${MONEY_SAFE} If it is yours, open its address in a tab: there you see what is wrong.`,
  }),
  node_mixed_content: (d) => ({
    what: `This page is on https and may not reach ${host(d)} over http.`,
    then: `${MONEY_SAFE} Use an https address, or run Ostro on your own computer.`,
  }),
  node_wrong_network: (d) => ({
    what: `${host(d)} is on ${network(text(d, 'actual'))}; this wallet is on ${network(text(d, 'expected'))}.`,
    then: `${MONEY_SAFE} Choose a node of ${network(text(d, 'expected'))}.`,
  }),
  node_not_synchronised: (d) => ({
    what: `${host(d)} is still reading the chain itself: block ${count(number(d, 'height'))} of ${count(number(d, 'target'))}.`,
    then: `${MONEY_SAFE} Wait, or choose another node.`,
  }),
  node_timeout: (d) => ({
    what: `${host(d)} did not answer within ${count(number(d, 'seconds'))} seconds.`,
    then: `${MONEY_SAFE} ${TRY_OTHER_NODE}`,
  }),
  node_login: (d) =>
    d['hidden'] === true
      ? {
          what: `This browser hides what ${host(d)} asks of a login.`,
          then: `${MONEY_SAFE} Use another browser, or the extension.`,
        }
      : {
          what: d['tried'] === true ? `${host(d)} refuses this login.` : `${host(d)} requires a login.`,
          then: `${MONEY_SAFE} Enter its login in Settings, “Nodes”.`,
        },
  node_busy: (d) => ({ what: `${host(d)} is busy.`, then: `${MONEY_SAFE} Ostro asks again by itself.` }),
  node_http: (d) => ({
    what: `${host(d)} answered with error ${text(d, 'status')}.`,
    then: `${MONEY_SAFE} Check the address, or choose another node.`,
  }),
  node_bad_answer: (d) => {
    if (d['kind'] === 'relay')
      return {
        what: `Another node contradicts what the relay ${host(d)} said.`,
        then: `${MONEY_SAFE} What came through the relay is read again from whole blocks.`,
      };
    if (d['kind'] === 'indices')
      return {
        what: `${host(d)} contradicts what was read before.`,
        then: `${MONEY_SAFE} It or an earlier node is not honest. If other nodes say the same, choose “Read the chain again” in Settings.`,
      };
    return {
      what: `${host(d)} gave an answer that breaks the rules.`,
      then: `${MONEY_SAFE} Nothing of it was used. It is broken or not honest: choose another node.`,
    };
  },
  node_error: (d) => ({
    what: `${host(d)} could not do what it was asked.`,
    then: `${MONEY_SAFE} ${TRY_OTHER_NODE}`,
  }),
  node_restricted: (d) => ({
    what: `${host(d)} allows this to its operator only.`,
    then: `${MONEY_SAFE} The node is restricted: choose another, or its unrestricted port if it is yours.`,
  }),
  node_payment_required: (d) => ({
    what: `${host(d)} demands payment for its answers.`,
    then: `${MONEY_SAFE} Ostro pays no nodes: choose another.`,
  }),
  node_lacks_method: (d) => ({
    what: `${host(d)} does not have the method that was called.`,
    then: `${MONEY_SAFE} Its version is too old or too new: choose another node.`,
  }),
  node_too_old: (d) => ({
    what: `${host(d)} is too old: its RPC version is ${text(d, 'version')}, and ${text(d, 'oldest')} is needed.`,
    then: `${MONEY_SAFE} Update the node, or take another one.`,
  }),
  node_not_own: (d) => ({
    what: `Only your own node is asked for this, and ${host(d)} is not marked as yours.`,
    then: 'Nothing was sent. If it is yours, mark it so in Settings, “Nodes”.',
  }),
  bad_node_tls: () => UNEXPECTED,
  proxy_already_set: () => UNEXPECTED,
  bad_node_call: (d) => ({
    what: 'A parameter of this call is wrong.',
    why: text(d, 'what'),
    then: 'Nothing was sent. Correct it and call again.',
  }),
  bad_node_address: (d) => ({
    what: `“${text(d, 'address')}” is not an address of a node.`,
    then: 'It looks like https://node.example:18089. Only http and https work.',
  }),
  asked_elsewhere: (d) => ({
    what: `Only ${text(d, 'other').replace(/^https?:\/\//, '') || 'one node'} knows this question, and it is not in use now.`,
    why: `Ostro reads from ${host(d)} meanwhile, but asks no second node about your payments.`,
    then: `Nothing was sent. Wait until the node is back, or choose another.`,
  }),
  nodes_disagree: (d) => ({
    what: `${host({ address: d['node'] })} and ${host({ address: d['other'] })} disagree about ${DISAGREED[text(d, 'what')] ?? 'the chain'}.`,
    why: 'Ostro cannot tell which of them is wrong.',
    then: 'Nothing was sent; your money is safe. If they keep disagreeing, compare with a third node.',
  }),
  bad_node_list: (d) => ({
    what:
      (
        {
          twice: `${host(d)} is in the list twice.`,
          role: `${host(d)} is not in the list of nodes.`,
          too_many: 'There are too many nodes in the list.',
        } satisfies Record<FaultData<'bad_node_list'>['reason'], string> as Readonly<Record<string, string>>
      )[text(d, 'reason')] ?? 'This list of nodes cannot be used.',
    then: CHANGED,
  }),
  unknown_block: (d) => ({
    what: `The node knows no block ${text(d, 'at')}.`,
    then: 'Check the number, or wait until the block is mined.',
  }),
  cancelled: say('This was stopped before it was done.', 'Nothing was changed and nothing was sent.'),
  no_node: say('No node is chosen.', 'Your money is safe. Choose a node in Settings, “Nodes”.'),
  truncated: say(
    'What was received ends too early.',
    'Nothing of it was used. Try again, or choose another node.',
  ),
  trailing_bytes: say(
    'What was received has something left over.',
    'Nothing of it was used. Choose another node.',
  ),
  bad_varint: say(
    'The data that was received cannot be read.',
    'Nothing of it was used. Choose another node.',
  ),
  list_too_long: say('What was received is too long.', 'Nothing of it was used. Choose another node.'),
  bad_format: say(
    'The data that was received cannot be read.',
    'Nothing of it was used. Choose another node.',
  ),
  unknown_format: say(
    'This Ostro does not know this form of transaction.',
    'Nothing of it was used. A newer Ostro may read it.',
  ),
  commitment_mismatch: say('An amount does not match its proof.', 'It was not counted. Choose another node.'),
  bad_hex: say('This key is not valid.', 'It is made of 0 to 9 and a to f. Copy it again.'),
  unsound_proof: byReason<'unsound_proof'>('encoding', {
    header: {
      what: 'This is not a proof of this kind.',
      then: 'Choose what it should prove, or copy all of it.',
    },
    size: CUT_PROOF,
    encoding: CUT_PROOF,
    count: OTHER_TRANSFER,
    derivations: OTHER_TRANSFER,
    no_tx_key: OTHER_TRANSFER,
    data: CUT_PROOF,
    key_image_twice: FALSE_PROOF,
    output_twice: FALSE_PROOF,
    other_address: {
      what: 'This proof is of another address.',
      then: 'It shows nothing for this one. Ask whose wallet it is.',
    },
    unconfirmed: {
      what: 'A transfer of this proof is in no block yet.',
      then: 'It shows nothing before that. Check it again later.',
    },
    output_index: FALSE_PROOF,
    foreign_output: FALSE_PROOF,
  }),
  carrot_undefined: byReason<'carrot_undefined'>('tx_proof', {
    outputs: {
      what: 'Showing coins of Monero’s new rules to a signing device is not defined yet.',
      then: NOT_YET,
    },
    key_images: {
      what: 'Showing key images of coins of Monero’s new rules is not defined yet.',
      then: NOT_YET,
    },
    multisig: {
      what: 'Several signers cannot spend coins of Monero’s new rules together yet.',
      then: NOT_YET,
    },
    tx_key: {
      what: 'Payment keys of transfers of Monero’s new rules are not defined yet.',
      then: NOT_YET,
    },
    tx_proof: {
      what: 'Proofs of transfers of Monero’s new rules are not defined yet.',
      then: NOT_YET,
    },
    spend_proof: {
      what: 'Proofs of transfers of Monero’s new rules are not defined yet.',
      then: NOT_YET,
    },
    reserve: {
      what: 'Proofs of transfers of Monero’s new rules are not defined yet.',
      then: NOT_YET,
    },
  }),
  cannot_prove: byReason<'cannot_prove'>('not_ours', {
    tx_key: {
      what: 'The payment key of this transfer is not stored here.',
      then: 'Only the device that sent it can prove the payment.',
    },
    nothing_received: {
      what: 'This address got nothing in this transfer.',
      then: 'Choose the address that was paid.',
    },
    spend_key: NO_SPEND_KEY,
    full_wallet: NO_SPEND_KEY,
    not_ours: NOT_OURS,
    partly_ours: NOT_OURS,
    ring: {
      what: 'The node shows this transfer without the coin of this wallet.',
      then: 'Choose another node: this one is broken or not honest.',
    },
    zero_balance: { what: 'This wallet has no money that it could prove.', then: CHANGED },
    too_little: { what: 'There is less than that in this account.', then: 'Enter a smaller amount.' },
    zero_amount: { what: 'An amount of zero proves nothing.', then: 'Enter a larger amount.' },
  }),
  bad_proof: say('A proof does not fit.', 'It was not accepted.'),
  old_format: say(
    'This file was made by a program that is too old.',
    'Nothing of it was used. Create it again with a newer one.',
  ),
  bad_envelope: byReason<'bad_envelope'>('signature', {
    magic: {
      what: 'This is not the file that is needed here.',
      then: 'Nothing of it was used. Take the file of this step.',
    },
    size: OTHER_OR_DAMAGED,
    signature: OTHER_OR_DAMAGED,
  }),
} satisfies Partial<Sentences>;
