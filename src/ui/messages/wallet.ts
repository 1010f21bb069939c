/**
 * Messages for faults of wallets on this device and their content. Made from a fault's data, never from an error's
 * message.
 */
import { count } from '../format/format.ts';
import {
  byReason,
  CHANGED,
  host,
  network,
  NOTHING_SENT,
  number,
  say,
  text,
  type Sentence,
  type Sentences,
} from './message.ts';

/** The fault of a payment request, by its field. */
const PROBLEM: Readonly<Record<string, string>> = {
  purpose: 'Use at most 200 characters, on one line.',
  message: 'Use at most 300 characters, on one line.',
  note: 'Use at most 500 characters.',
  expires: 'The request must end later than now.',
};

const NO_SUCH_LIST: Sentence = { what: 'There is no such list of coins.', then: CHANGED };
const UNREADABLE_COINS: Sentence = {
  what: 'The list of coins in this file cannot be read.',
  then: `${CHANGED} Create the file again on the other device.`,
};

export const OF_WALLETS = {
  wallet_exists: (d) => ({
    what: `There is already a wallet named “${text(d, 'name')}” here.`,
    then: 'Choose another name.',
  }),
  wallet_not_found: (d) => ({
    what: `The wallet “${text(d, 'name')}” is not on this device any more.`,
    then: 'You removed it, or the browser did. Its words bring it back: your money is on the chain.',
  }),
  bad_wallet_name: say(
    'This name does not work.',
    'Leave out / \\ and :, spaces at its ends, and endings such as .keys.',
  ),
  wrong_password: say(
    'This is not the password of this wallet.',
    'Small and capital letters count. Try again.',
  ),
  no_passkey: say('This wallet has no passkey here any more.', 'Open it with its password.'),
  wrong_passkey: (d) =>
    d.pin === true
      ? {
          what: 'The PIN does not fit this passkey.',
          then: 'Try again, or open the wallet with its password.',
        }
      : { what: 'This passkey does not open this wallet.', then: 'Open it with its password.' },
  passkey_damaged: say(
    'What this device stores for the passkey is damaged.',
    'The password still opens the wallet. Then set the passkey up again in Settings.',
  ),
  wrong_old_password: say(
    'This is not the password of this wallet.',
    'Small and capital letters count. Try again.',
  ),
  wrong_file_password: say(
    'This is not the password of this file.',
    'It is the one with which the file was made. Small and capital letters count.',
  ),
  bad_keys_file: byReason<'bad_keys_file'>('shape', {
    shape: {
      what: 'This is not a wallet file that Ostro can open.',
      then: 'Nothing was changed. Take the file whose name ends in .keys, or use your words.',
    },
    keys: {
      what: 'This wallet file is damaged: its keys do not belong together.',
      then: 'Nothing was changed. Take another copy, or restore the wallet with your words.',
    },
    device: {
      what: 'The keys of this wallet are in a hardware wallet, which Ostro cannot use.',
      then: 'Nothing was changed. To watch the wallet here, take its address and its private view key.',
    },
    lookahead: {
      what: 'The look-ahead of this wallet file is too large for Ostro.',
      then: 'Nothing was changed. Restore with your words, or lower it in the other wallet.',
    },
  }),
  bad_cache: byReason<'bad_cache'>('damaged', {
    shape: {
      what: 'The second file belongs to another wallet, or is too old.',
      then: 'Open the wallet file alone: the second one has only notes and names.',
    },
    old: {
      what: 'The second file is in a form from before 2022.',
      then: 'Save it once in a newer Monero wallet, or open the wallet file alone.',
    },
    damaged: {
      what: 'The notes and names beside this wallet file cannot be read.',
      then: 'Open the wallet file alone: the second one has only notes and names.',
    },
  }),
  wallet_open_elsewhere: (d) => ({
    what: `“${text(d, 'name')}” is open in another tab or window.`,
    then: 'Go on there, or use it here: then it closes there.',
  }),
  storage_full: say(
    'There is no space left on this device for Ostro.',
    'Nothing was lost. Free some space, then try again.',
  ),
  storage_unavailable: say(
    'This browser does not let Ostro keep anything.',
    'Open Ostro in a window that is not private, or allow site data for it.',
  ),
  storage_uncertain: say(
    'The disk failed while Ostro wrote.',
    'The change may be there all the same. Open the wallet again and look before you repeat it.',
  ),
  folder_read_only: say(
    'The folder of the wallets cannot be changed.',
    'Nothing was written. Make it writable, then try again.',
  ),
  folder_denied: say(
    'Ostro may not write into the folder of the wallets.',
    'Nothing was written. Give it the permission, then try again.',
  ),
  folder_changed: say(
    'Another program has changed the files of this wallet.',
    'Nothing was written. Close the wallet and open it again.',
  ),
  file_damaged: say(
    'The stored data of this wallet is damaged.',
    'Restore it with its words under another name: your money is on the chain.',
  ),
  file_unfinished: (d) => ({
    what: `“${text(d, 'name')}” is empty: Ostro was closed while it made this wallet.`,
    then: 'Remove it, then make it again or restore it.',
  }),
  file_too_new: say(
    'A newer Ostro used this wallet last.',
    'Nothing was changed. Reload the page to get it.',
  ),
  wallet_closed: say(
    'The wallet was locked meanwhile.',
    'Open it, and look at the history before you try again.',
  ),
  worker_failed: byReason<'worker_failed'>('silent', {
    silent: {
      what: 'The browser does not start a part of Ostro.',
      then: `${CHANGED} Try again. If that does not help, restart the browser.`,
    },
    script: {
      what: 'A part of the app could not be loaded.',
      then: `${CHANGED} Check your internet connection, then reload the page.`,
    },
    ended: {
      what: 'The browser has ended a part of Ostro.',
      then: `${CHANGED} Try again.`,
    },
  }),
  part_not_loaded: say(
    'A part of the app could not be loaded.',
    `${CHANGED} Check your internet connection, then reload the page.`,
  ),
  no_wallet: say('No wallet is open.', 'Open it with its password.'),
  other_network: (d) => ({
    what: `This wallet is on ${network(text(d, 'wallet'))}; this program is for ${network(text(d, 'expected'))}.`,
    then: `Nothing was changed. Start the program with the flag of the wallet's network.`,
  }),
  account_index: say('This account does not exist.', 'Choose another one.'),
  address_index: say('This address does not exist yet.', 'Make a new address instead.'),
  not_own_address: say('This address belongs to another wallet.', 'Use one of your own.'),
  bad_count: say('That many at once does not work.', CHANGED),
  watch_only: say(
    'This wallet can watch, not spend.',
    'Sign with the device that holds the keys, or restore it here with your words.',
  ),
  background_wallet: say(
    'This wallet only reads the chain for another wallet.',
    'Open the wallet that it belongs to, with that password.',
  ),
  background_syncing: say(
    'The spend key of this wallet is away, while it reads the chain.',
    'Close the wallet and open it with its password: then the key is back.',
  ),
  bad_background_type: say('There is no such way to read without the spend key.', CHANGED),
  wrong_spend_key: say('These words or keys belong to another wallet.', 'Check them, word by word.'),
  bad_log_level: say('There is no such log level.', CHANGED),
  not_deterministic: say(
    'No 25 words can be made for this wallet.',
    'It was made from keys or 13 words. Keep these, or move to a new wallet.',
  ),
  attribute_not_found: say('This setting does not exist.', CHANGED),
  unknown_tag: say('This tag does not exist.', CHANGED),
  bad_companion: byReason<'bad_companion'>('magic', {
    magic: {
      what: 'This is not a companion of your words.',
      then: `${CHANGED} Take the code, file or text that Ostro made for this wallet.`,
    },
    damaged: {
      what: 'This companion is damaged, or a part of it is missing.',
      then: `${CHANGED} Copy all of it again, or take another copy.`,
    },
    too_new: {
      what: 'A newer version of Ostro made this companion.',
      then: `${CHANGED} Update Ostro, then read it again.`,
    },
    too_large: {
      what: 'This wallet has too much for a companion.',
      then: `${CHANGED} Save the wallet as a file instead.`,
    },
    spend_key: {
      what: 'Only the wallet that can spend opens this companion.',
      then: `${CHANGED} Read it on the device that has the words.`,
    },
    other_wallet: {
      what: 'This companion belongs to another wallet.',
      then: `${CHANGED} Open the wallet with the words that it was made for.`,
    },
  }),
  book_index: say('This entry does not exist.', CHANGED),
  bad_txid: say('This is not a transaction ID.', 'It has 64 characters, 0 to 9 and a to f.'),
  unknown_tx: say(
    'This transfer is not known to the wallet.',
    'If it is new, it appears when reading is done.',
  ),
  no_tx_key: say(
    'The payment key of this transfer is not stored here.',
    'Only the device that sent it has the key.',
  ),
  unknown_key_image: say('This coin is not known to the wallet.', CHANGED),
  newer_rules: (d) => ({
    what: `${host(d)} says that Monero has new rules since block ${count(number(d, 'height'))}.`,
    then: 'Ostro needs an update to read further. Your money is safe, and your words stay valid.',
  }),
  sending_needs_update: say(
    'Under Monero’s new rules, payments of this Ostro are not valid.',
    'Nothing was sent; your money is safe. Update Ostro, then send.',
  ),
  reorg_too_deep: (d) => ({
    what: `The last ${count(number(d, 'depth'))} blocks of the chain are suddenly different.`,
    then: 'That is rare: the node may not be honest. Your wallet was not changed. Choose another node.',
  }),
  chain_mismatch: say(
    'This node has another chain than your wallet.',
    'Your wallet was not changed. Choose another node.',
  ),
  busy_refreshing: say(
    'Ostro is reading the chain right now.',
    `${NOTHING_SENT} Try again when reading is done.`,
  ),
  blocks_left_out: say('Days are missing in this wallet.', `${CHANGED} Let Ostro read them first, on Home.`),
  no_wallet_dir: say('No folder for wallets is set.', CHANGED),

  // Cold signing
  foreign_account: say(
    'This was made for another wallet.',
    `${CHANGED} Take the one that was made for this wallet.`,
  ),
  hot_wallet: say('This wallet reads the chain itself: it imports no coins.', CHANGED),
  bad_outputs: byReason<'bad_outputs'>('unreadable', {
    nothing_asked: NO_SUCH_LIST,
    start: NO_SUCH_LIST,
    gap: {
      what: 'Coins in between are missing in this file.',
      then: `${CHANGED} Create it again on the other device, with all coins.`,
    },
    total: UNREADABLE_COINS,
    index: UNREADABLE_COINS,
    foreign: {
      what: 'These coins do not belong to this wallet.',
      then: `${CHANGED} Create it on the other device, with the wallet of the same words.`,
    },
    unreadable: UNREADABLE_COINS,
  }),
  bad_key_images: byReason<'bad_key_images'>('conflict', {
    offset: {
      what: 'Key images of coins in between are missing in this file.',
      then: `${CHANGED} Create it again on the other device, with all coins.`,
    },
    too_many: {
      what: 'The other device knows coins that are not read here yet.',
      then: `${CHANGED} Wait until reading is done, then read the file again.`,
    },
    domain: {
      what: 'One of these key images is not valid.',
      then: `${CHANGED} Create the file again on the other device.`,
    },
    conflict: {
      what: 'These key images do not belong to this wallet.',
      then: `${CHANGED} Create the file again on the other device.`,
    },
  }),
  bad_unsigned_set: say(
    'This wallet may not sign this payment.',
    'Nothing was signed. Create it again. If that fails too, another person may control the device that made it.',
  ),
  bad_signed_set: say(
    'This signed payment does not belong to this wallet.',
    'Nothing was sent. Sign it again.',
  ),
  cannot_sign: say('This wallet cannot sign that.', 'Nothing was signed. Use the wallet that has the keys.'),
  key_image_unsigned: say(
    'A key image is not signed by this wallet.',
    `${CHANGED} Create the file again on the other device.`,
  ),
  bad_payment_request: (d) => ({
    what:
      text(d, 'reason') === 'characters'
        ? 'This text has characters that could make it look like another text.'
        : (PROBLEM[text(d, 'field')] ?? 'This payment request is not valid.'),
    then: CHANGED,
  }),
  no_payment_request: say('This payment request does not exist.', 'Choose one from the list.'),
  too_many_new_addresses: say(
    'Too many addresses of this account have never received money.',
    'A restore from your words could miss money at a new one. Use another account.',
  ),
  too_many_new_accounts: say(
    'Too many accounts of this wallet have never received money.',
    'A restore from your words could miss money in a new one. Forget unused sites, or use another wallet.',
  ),
  unknown_request: say(
    'This request of the site is too old, or was answered before.',
    'Nothing was sent. Start again on the site.',
  ),
  over_budget: say('The budget of this site does not cover the payment.', NOTHING_SENT),
} satisfies Partial<Sentences>;
