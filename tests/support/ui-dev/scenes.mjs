/**
 * Every screen for shots.mjs: `name: [scenario of the fake worker, route, steps]`.
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {(page: Page) => Promise<unknown>} Step
 * @typedef {readonly [scenario: string, route: string, act?: Step]} Scene
 */

const PAYEE =
  '8chd4Tmcme2juKfRxQ1GLAyPiHYSnoQBeRjRv6H89kbDNRofVLthYE3szv7S4odkU1CSVXwhi4fxEstBzDqgTPnhJ7mFYpT';
const OWN = '81mSDkKwGy2rnEM4iUWbQDEBmavDD8Scg2PxNb2LVhMEfcjXxgWV6DkELJihqd2CjN2DHnKwSstNSau6Y1u7EA9Ei4eS4Sb';
const MARA =
  '86mTMASi45ub7Qe4ZE36UT5G6cU4ud8Fhhe4deS4F3cw9KTAb8dLcukC7edhDQ7cn5d4gEYkbUrMWeWQLGsCmrG6dLa9wQe';
const LIKE_MARA =
  '86mT88wYWXXL6A7pNpHXvmBa2EaQAmb2qaLix6mwHaQBPrFbbrZNhFgtsqwDtGuSptFDaYPo22sJXHDmfPVtoPQ6F7F9wQe';
const WORDS =
  'absent bicycle cider gossip dwelling elbow fewest hybrid jubilee lemon sailor magically nozzle oatmeal pancakes quick ridges shelter textbook unveil vogue western yodel zodiac lemon';

const WORDS_16 =
  'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language';
const WORDS_13 =
  'mighty asleep maps already regular rays nanny tawny portents lectures unplugs veered portents';

// Each function makes one step on a screen.
/** @type {(name: string | RegExp, exact?: boolean) => Step} */
const press =
  (name, exact = typeof name === 'string') =>
  (page) =>
    page.getByRole('button', { name, exact }).click();
/** @type {(text: string, exact?: boolean) => Step} */
const tap =
  (text, exact = false) =>
  (page) =>
    page.getByText(text, { exact }).click();
/** @type {(text: string | RegExp) => Step} */
const see = (text) => (page) => page.getByText(text).first().waitFor();
/** @type {(label: string, text: string, exact?: boolean) => Step} */
const fill =
  (label, text, exact = true) =>
  (page) =>
    page.getByLabel(label, { exact }).fill(text);
/** @type {(name: string) => Step} */
const method = (name) => async (page) => {
  await fill('Find a method', name)(page);
  await page.getByRole('listitem').filter({ hasText: name }).first().getByRole('button').click();
};
/** Waits until the short message about the step before has gone. @type {Step} */
const quiet = (page) => page.locator('.region > *').first().waitFor({ state: 'hidden' });
/** A rate that was typed in Settings.
 * @type {Step} */
const typedRate = async (page) => {
  await sheet('Value in your currency')(page);
  await page.getByText('A rate that I type').click();
  await fill('One XMR is worth', '153.21')(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await quiet(page);
};
/** @type {(name: string) => Step} */
const nodeCall = (name) => async (page) => {
  await fill('Find a call', name)(page);
  await page.getByRole('listitem').filter({ hasText: name }).first().getByRole('button').click();
};
/**
 * Waits until the page has not changed for this long and the worker owes it no answer. Ends after 5 s all the same: a clock may run.
 * @param {number} ms
 * @returns {Step}
 */
export function rest(ms = 400) {
  return (page) =>
    page.evaluate(async (quiet) => {
      let changed = performance.now();
      const end = changed + 5000;
      const seen = new MutationObserver(() => {
        changed = performance.now();
      });
      seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      do {
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (globalThis.fakeWorker.port.unanswered > 0) changed = performance.now();
      } while (performance.now() < Math.min(changed + quiet, end));
      seen.disconnect();
    }, ms);
}
/** @type {(...refusal: Parameters<import('../fake-worker/port.ts').FakePort['refuseNext']>) => Step} */
const refuse =
  (...refusal) =>
  (page) =>
    page.evaluate((args) => globalThis.fakeWorker.port.refuseNext(...args), refusal);
/**
 * Joins steps to one.
 * @type {(...steps: Step[]) => Step}
 */
const visit =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step(page);
  };

/** @type {(route: string) => Step} */
const open = (route) => (page) =>
  page.evaluate((to) => {
    location.hash = to;
  }, route);

/** Gives a link with keys, for which the chain is then read. @type {Step} */
const readPaper = visit(
  fill('Words, keys or link', `monero_wallet:?spend_key=${'5'.repeat(64)}&height=2942000`),
  press('Look for the money'),
  see('You may use Ostro meanwhile'),
);
/** The chain is read for the keys, which have these amounts of XMR. @type {(unlocked: string, locked?: string) => Step} */
const foundOnPaper =
  (unlocked, locked = '0') =>
  (page) =>
    page.evaluate(
      (amounts) => {
        const [one = 0n, two = 0n] = amounts.map((amount) => BigInt(Math.round(Number(amount) * 1e12)));
        globalThis.fakeWorker.port.readPaper(one, two);
      },
      [unlocked, locked],
    );

const password = fill('Password for this device', 'correct horse');
/**
 * Locks the wallet and opens it again, as after the page has ended while a payment was being sent that was begun this long ago.
 * @type {(ago: number, failed?: boolean) => Step}
 */
const openAgain = (ago, failed = false) =>
  visit(
    (page) =>
      page.evaluate(([before, fails]) => {
        const { port } = globalThis.fakeWorker;
        const mark = { wallet: port.wallet, height: port.status.height, at: port.now - before };
        localStorage.setItem('ostro-sending', JSON.stringify(mark));
        if (fails) for (const entry of port.entries) if (entry.type === 'pending') entry.type = 'failed';
      }, /** @type {const} */ ([ago, failed])),
    sheet(/Account Everyday/),
    press('Lock now'),
    password,
    press('Open'),
    see('The last payment'),
    rest(200),
  );
const newcomer = visit(password, fill('Repeat the password', 'correct horse'));
/** A wallet was restored on a page without a node, which asks for one. @type {Step} */
const firstNode = visit(
  see('Choose a node'),
  fill('Address of the node', 'https://node.example'),
  press('Add this node'),
);
/** Restores a wallet, and finds no money. */
const restoresEmpty = visit(
  fill('Your words', WORDS_16),
  newcomer,
  see('These 16 words fit'),
  press('Restore the wallet'),
  firstNode,
  see('No money was found'),
);
const words = visit(newcomer, press('Show my words'), see('raven'));
/**
 * On the screen for four words: one right, one misspelled, the third still empty.
 * @type {Step}
 */
const check = async (page) => {
  const [label = ''] = await page.locator('label').allTextContents();
  const [first = '', second = ''] = (label.match(/\d+/g) ?? []).map(
    (number) => WORDS_16.split(' ')[Number(number) - 1] ?? '',
  );
  await fill(label, `${first} ${second.slice(0, -1)}x`)(page);
  await page.getByRole('button', { name: 'Show the words again' }).focus();
};
const fillSend = visit(
  fill('To', PAYEE),
  see(/New to you|paid it/),
  fill('Amount', '1.25'),
  fill('Note, only for you', 'Bike, second half'),
  rest(),
);
const fillSeveral = visit(
  press('Paste a list'),
  fill('Recipients', `${MARA} 1.25 bike\n${PAYEE} 0.5`),
  press('Use this list'),
  see('2 recipients'),
  quiet,
);
const openReview = visit(
  (page) =>
    page
      .getByRole('button', { name: /^Check before/ })
      .filter({ visible: true })
      .click(),
  (page) => page.getByRole('dialog').waitFor(),
  rest(),
);
const review = visit(fillSend, openReview);
/** The review of a payment to 16 recipients. */
const reviewMany = visit(
  press('Paste a list'),
  fill('Recipients', Array.from({ length: 16 }, (_, i) => `${i % 2 ? MARA : PAYEE} 0.1`).join('\n')),
  press('Use this list'),
  see('16 recipients'),
  (page) => page.getByRole('button', { name: 'Check before sending' }).filter({ visible: true }).click(),
  (page) => page.getByRole('dialog').waitFor(),
  see('This payment needs 2 transactions'),
);
/** @type {(name: string | RegExp) => Step} */
const sheet = (name) =>
  visit(press(name, false), (page) => page.getByRole('dialog').last().waitFor(), rest());
/** A setting that a menu of Settings lists. @type {(menu: string, name: string) => Step} */
const listed = (menu, name) => visit(sheet(menu), sheet(name));
const giveViewKey = [
  press('Use a light-wallet server'),
  fill('Address of the server', 'https://light.example:8443'),
  press('Give it the view key'),
];
/**
 * Adds a node, also one that does not work.
 * @type {(address: string) => Step}
 */
const addNode = (address) => async (page) => {
  await press('Add a node')(page);
  await fill('Address of the node', address)(page);
  await press('Add this node')(page);
  const insist = page.getByRole('button', { name: 'Add it all the same' });
  const added = page.getByRole('dialog').waitFor({ state: 'hidden' });
  // A click that waited for the button would press it in the next scene.
  const asked = insist.waitFor().catch(() => undefined);
  await Promise.race([asked, added]);
  if (await insist.isVisible()) await insist.click();
  await added;
};
/**
 * The other device's data, as text.
 * @type {(kind: keyof typeof globalThis.fakeWorker.payloads, button?: string | RegExp) => Step}
 */
const text = (kind, button = /Read from the/) =>
  visit(
    press(button),
    tap('Paste a text'),
    async (page) =>
      fill(
        kind === 'companion' ? 'Text of the companion' : 'Text from the other device',
        await page.evaluate((which) => globalThis.fakeWorker.payloads[which], kind),
      )(page),
    press('Use this text'),
  );
const showToSigner = visit(
  (page) => page.getByRole('button', { name: 'Check before signing' }).filter({ visible: true }).click(),
  see('Nothing is paid before it is signed'),
);
const toSigner = visit(fillSend, showToSigner);

/** Marks two coins of different addresses. @type {Step} */
const chooseTwo = async (page) => {
  await page.getByRole('checkbox', { name: /^7\.0085 XMR/ }).check();
  await page.getByRole('checkbox', { name: /^2\.40001327 XMR/ }).check();
};
const useCoins = visit(press('Use these coins'), rest());

/** @type {(name: string) => Step} */
const pressInside = (name) => (page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
/** An amount of all digits that Monero has. */
const LARGEST = '18446744.073709551614';
const list150 = Array.from({ length: 150 }, (_, i) => `${i % 2 ? MARA : PAYEE} 0.0${100 + i}`).join('\n');
const OWN_NODE = '/own-node/https%3A%2F%2Fnode.example%3A18089';
const block = visit(
  fill('Block number, hash or transaction ID', '3381200'),
  press('Show the block'),
  see('Paid to its miner'),
);

/**
 * Reads a question to its end, and waits until its button may be pressed.
 * @type {(name: RegExp) => Step}
 */
const armed = (name) => async (page) => {
  await page.getByRole('group', { name: 'The request' }).evaluate(async (box) => {
    for (let top = 0; top < box.scrollHeight; top += 40) {
      box.scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
  });
  await page.getByRole('button', { name, disabled: false }).waitFor();
};
/** @type {(name: RegExp) => Step} */
const agree = (name) => visit(armed(name), press(name, false));
/** A proof as the fake worker makes them. */
const OUT_PROOF = `OutProofV2${'9xQ4TmcKfRxQ1GLAyPiHYSnoQBe'.repeat(5).slice(0, 132)}`;
/** @type {(text: string) => Step} */
const proof = (text) => fill('Proof, payment key or signature', text);
/** @type {(message: string) => Step} */
const paid = (message) =>
  visit(
    proof(OUT_PROOF),
    fill('Transaction ID', 'ab'.repeat(32)),
    fill('Address that was paid', PAYEE),
    fill('Message', message),
  );
const LONG = `https://${'account-'.repeat(7)}.${'secure-'.repeat(7)}.ostro.example.com.evil-shop.example`;

/** @type {Readonly<Record<string, Scene>>} */
export const scenes = {
  parts: ['home&parts', '/'],
  'framed-home': ['home&inside=shop.example', '/', rest()],
  'framed-start': ['new&inside=shop.example', '/start'],
  'site-connect': ['home&ask=connect', '/', armed(/Connect/)],
  'site-connect-long': [`home&ask=connect&origin=${LONG}`, '/', rest()],
  'site-connect-letters': ['home&ask=connect&origin=https://xn--80ak6aa92e.example', '/', rest()],
  'site-connect-all': [
    'home&ask=connect-all',
    '/',
    visit(tap('Let it pay without'), (page) => page.getByLabel('Savings').check()),
  ],
  'site-connect-network': ['home&ask=connect-network', '/', rest()],
  'site-payment': ['home&ask=payment&times=3', '/', armed(/Pay/)],
  'site-payment-long': [`home&ask=payment-long&origin=${LONG}`, '/', armed(/Pay/)],
  'site-invoice': ['home&ask=invoice', '/', armed(/Pay/)],
  'site-payments': ['home&ask=payments', '/', rest()],
  'site-payments-end': ['home&ask=payments', '/', armed(/Pay/)],
  'site-payment-problem': ['home&ask=payment-problem', '/', rest()],
  'site-payment-failed': ['home&ask=payment-fails', '/', visit(agree(/Pay/), see('refused this payment'))],
  'site-sign': ['home&ask=sign', '/', armed(/Sign/)],
  'site-budget': ['home&ask=budget', '/', armed(/Allow/)],
  'site-paid': ['home&ask=payment', '/', visit(agree(/Pay/), see('is on its way'))],
  'site-refused-often': [
    'home&ask=payment&times=5',
    '/',
    visit(press('Refuse'), rest(100), press('Refuse'), rest(100), press('Refuse'), see('may not ask')),
  ],
  'site-away': ['home&ask=none', '/', press('Look at the wallet')],
  'site-locked': ['locked&ask=payment', '/'],
  'site-new': ['new&ask=payment', '/start'],

  start: ['new', '/start'],
  unlock: ['locked', '/'],
  'unlock-reading': ['locked-reading', '/'],
  'unlock-evicted': ['locked&evicted', '/'],
  'unlock-elsewhere': [
    'locked',
    '/',
    visit(press('Another wallet'), press('Savings box', false), password, press('Open'), see('Use it here')),
  ],
  'unlock-wrong': [
    'locked',
    '/',
    visit(fill('Password for this device', 'nope'), press('Open'), see('not the password')),
  ],
  'unlock-unfinished': [
    'locked',
    '/',
    visit(
      refuse('open_wallet', 'file_unfinished', { name: 'Everyday' }),
      password,
      press('Open'),
      see('is empty'),
    ),
  ],
  'unlock-passkey': ['locked&passkey=plain', '/'],
  'unlock-passkey-pin': [
    'locked&passkey=pin',
    '/',
    visit(fill('PIN of the passkey', '111111'), press('Open with passkey'), see('does not fit')),
  ],
  'unlock-passkey-refused': [
    'locked&passkey=plain',
    '/',
    visit(
      refuse('x_open_with_passkey', 'wrong_passkey', { pin: false }),
      press('Open with passkey'),
      see('does not open'),
    ),
  ],
  'unlock-passkey-damaged': ['locked&passkey=damaged', '/'],
  'unlock-list': ['locked', '/', press('Another wallet')],
  make: ['new', '/make', newcomer],
  'make-guessable': ['new', '/make', fill('Password for this device', '12345678')],
  'make-words': ['new', '/make', words],
  'make-words-25': ['new', '/make', visit(words, press('Use 25 words instead'), see('bicycle'))],
  'make-words-print': ['new', '/make', visit(words, tap('Print them'), see('Writing by hand is safer'))],
  'make-check': ['new', '/make', visit(words, press('I have written them down'), check)],
  restore: [
    'new',
    '/restore',
    visit(fill('Your words', WORDS.replace('sailor', 'sailer')), see('Use “sailor”')),
  ],
  'restore-good': [
    'new',
    '/restore',
    visit(
      fill('Your words', WORDS),
      see('The words fit'),
      tap('A block', true),
      fill('Start from block', '2942000'),
      tap('More', true),
      newcomer,
    ),
  ],
  'restore-16-devnet': [
    'new',
    '/restore',
    visit(
      (page) =>
        page.evaluate((seed) => {
          globalThis.fakeWorker.port.answerNext('x_check_seed', {
            kind: 'polyseed',
            language: 'English',
            word_count: seed.split(' ').length,
            address: '',
            was_deprecated: false,
            restore_height: 0,
          });
        }, WORDS_16),
      fill('Your words', WORDS_16),
      see('does not fit this chain'),
    ),
  ],
  'restore-16': ['new', '/restore', visit(fill('Your words', WORDS_16), see('These 16 words fit'))],
  'restore-13': ['new', '/restore', visit(fill('Your words', WORDS_13), see('MyMonero has closed'))],
  'restore-13-done': [
    'new',
    '/restore',
    visit(
      fill('Your words', WORDS_13),
      see('MyMonero has closed'),
      tap('Not known', true),
      newcomer,
      press('Restore the wallet'),
      firstNode,
      see('Move this money'),
    ),
  ],
  'restore-nothing': ['new', '/restore', restoresEmpty],
  'restore-link': [
    'new',
    '/restore',
    visit(
      fill('Your words', `monero_wallet:?spend_key=${'5'.repeat(64)}&height=2942000`),
      see('These keys fit'),
    ),
  ],
  'restore-encrypted': [
    'new',
    '/restore',
    visit(fill('Your words', WORDS_16.split(' ').reverse().join(' ')), see('Password of the words')),
  ],
  'restore-too-many': [
    'new',
    '/restore',
    visit(fill('Your words', `${WORDS} sailor anvil`), see('These are 27 words')),
  ],
  'restore-unclear-start': [
    'new',
    '/restore',
    visit(
      fill('Your words', `${WORDS}\nRestore height: 3405511\nCreated 2019-03-07`),
      see('do not fit together'),
    ),
  ],
  'restore-name': [
    'new',
    '/restore',
    visit(fill('Name of the wallet', 'a\u202eb'), fill('Your words', ''), see('hidden character')),
  ],
  watch: ['new', '/watch'],
  file: [
    'new',
    '/file',
    visit(
      (page) =>
        page.getByLabel('Choose the file').setInputFiles({
          name: 'Savings.keys',
          mimeType: '',
          buffer: Buffer.from('ab'.repeat(600), 'hex'),
        }),
      see('Keys of a Monero wallet'),
      tap('Notes and names too'),
    ),
  ],
  'file-empty': ['new', '/file'],
  'nodes-none': ['new', '/node'],
  'first-node': ['nonode', '/first-node'],
  'first-node-found': ['nonode', '/first-node', visit(press('Find three that answer now'), rest())],
  'first-node-refused': [
    'nonode',
    '/first-node',
    visit(fill('Address of the node', 'https://down.example'), press('Add this node'), rest()),
  ],

  home: ['home', '/'],
  'home-asking': ['asking', '/', see('blocks are missing')],
  'home-asking-date': ['asking', '/', visit(see('blocks are missing'), press('From a date on'))],
  'home-missing': ['missing', '/', see('Not shown yet')],
  'home-sync': ['sync', '/'],
  'home-empty': ['empty', '/'],
  'home-long': ['long', '/'],
  'home-many': ['many', '/'],
  'home-devnet': ['devnet', '/'],
  'home-problem': ['problem', '/'],
  'home-rules': ['rules', '/'],
  'home-rules18': ['rules18', '/'],
  'home-carrot': ['carrot', '/'],
  'home-announced': ['announced', '/'],
  'home-standin': ['standin', '/'],
  'home-disagreement': ['disagreement', '/'],
  'home-nonode': ['nonode', '/'],
  'home-change': [
    'empty',
    '/',
    visit(
      (page) =>
        page.evaluate(() => {
          const { port } = globalThis.fakeWorker;
          port.entries.push(port.entry('pending', '1.25'));
          for (const own of port.account(0).addresses.slice(0, 1)) own.balance = 1_242_900_000_000n;
          port.changed();
        }),
      see('change, back in 10 blocks'),
    ),
  ],
  'connection-nonode': ['nonode', '/connection'],
  'receive-nonode': ['nonode', '/receive/0/1'],
  'home-late': ['late', '/'],
  'home-watch': ['watch', '/'],
  'home-signers': ['signers', '/'],
  'home-hidden': ['home', '/', press('Hide amounts')],
  'home-message': ['home', '/settings', visit(typedRate, open('#/'), see('Spendable now'))],
  'home-sending-made': ['home', '/', openAgain(3_600_000)],
  'home-sending-failed': ['home', '/', openAgain(3_600_000, true)],
  'home-sending-none': ['home', '/', openAgain(0)],
  'account-sheet': ['home', '/', sheet(/Account Everyday/)],
  broken: ['home&broken', '/', see('cannot start')],
  connection: ['problem', '/connection'],
  'connection-rules': ['rules', '/connection'],
  'connection-standin': ['standin', '/connection'],
  'connection-disagreement': ['disagreement', '/connection'],
  receive: ['home', '/receive', visit(fill('Ask for an amount', '0.85', false), rest(200))],
  'receive-message': ['home', '/receive', press('Copy')],
  'receive-long': ['long', '/receive', visit(fill('Ask for an amount', LARGEST, false), rest(200))],
  'receive-sharing': [
    'empty',
    '/receive',
    visit(
      (page) =>
        page.evaluate(() => {
          globalThis.fakeWorker.port.setStatus({ sharing: true });
        }),
      see('Nothing may be paid here now'),
    ),
  ],
  send: ['home', '/send'],
  'send-long': ['long', '/send', visit(fillSend, press('Send all'), rest(300))],
  'send-150': [
    'home',
    '/send',
    // A list that is longer than the screen lies below any message.
    visit(
      press('Paste a list'),
      fill('Recipients', list150),
      press('Use this list'),
      see('150 recipients'),
      quiet,
    ),
  ],
  'send-151': [
    'home',
    '/send',
    visit(
      press('Paste a list'),
      fill('Recipients', `${list150}\n${PAYEE} 1`),
      press('Use this list'),
      see('Divide the list'),
    ),
  ],
  'send-sending-made': ['home', '/', visit(openAgain(3_600_000), open('#/send'), see('The last payment'))],
  'send-filled': ['home', '/send', fillSend],
  'send-bad': ['home', '/send', visit(fill('To', PAYEE.slice(0, 60)), fill('Amount', '15'), rest(200))],
  'send-all': ['home', '/send', visit(fillSend, press('Send all'), rest(300))],
  'send-unclear': [
    'home',
    '/send',
    visit(fill('To', `${PAYEE} payment ID 7a9e`), see('does not understand')),
  ],
  'send-contact': ['home', '/send', visit(fill('To', 'mar'), rest(200))],
  'send-choose': ['home', '/send', sheet('Choose a contact')],
  'send-lookalike': ['home', '/send', visit(fill('To', LIKE_MARA), see('This is not the address of Mara'))],
  'send-save': ['home', '/send', visit(fillSend, sheet('Save as a contact'))],
  'send-several': ['home', '/send', fillSeveral],
  'send-list': [
    'home',
    '/send',
    visit(
      press('Paste a list'),
      fill('Recipients', `${MARA} 1.25\n${PAYEE.slice(0, 80)} 2\n${PAYEE} 1,000`),
      press('Use this list'),
      see('Line 3'),
    ),
  ],
  'review-several': [
    'home',
    '/send',
    visit(
      fillSeveral,
      (page) => page.getByRole('button', { name: 'Check before sending' }).filter({ visible: true }).click(),
      (page) => page.getByRole('dialog').waitFor(),
      rest(),
    ),
  ],
  contacts: ['home', '/contacts', see('Mara')],
  'contacts-edit': ['home', '/contacts', sheet('Edit Mara')],
  'contacts-none': ['empty', '/contacts', see('No contacts yet')],
  'contacts-new': ['home', '/contacts', visit(sheet('New contact'), press('Save the contact'), rest())],
  'send-many': ['home', '/send', visit(reviewMany, rest())],
  'send-many-partly': [
    'home',
    '/send',
    visit(
      reviewMany,
      refuse('x_send_prepared', 'sent_partly', { sent: 1, of: 2 }),
      press(/^Send 1.6/),
      see('15 recipients were paid.'),
      rest(),
    ),
  ],
  'send-many-left': [
    'home',
    '/send',
    visit(
      reviewMany,
      refuse('x_send_prepared', 'sent_partly', { sent: 1, of: 2 }),
      press(/^Send 1.6/),
      see('15 recipients were paid.'),
      // By now the message has gone that the list was taken.
      (page) => page.locator('.toast').waitFor({ state: 'hidden' }),
      press('Back to the form'),
      see('Only 1 recipient is left'),
      rest(),
    ),
  ],
  'send-many-sent': ['home', '/send', visit(reviewMany, press(/^Send 1.6/), see('On its way'), rest())],
  'message-sheet': [
    'home',
    '/settings/companion',
    visit(press('Make a companion'), press('Save as a file'), see('File saved')),
  ],
  'contacts-remove': ['home', '/contacts', visit(press('Remove Mara'), see('Undo'))],
  'send-watch': ['watch', '/send', fillSend],
  'send-coins': ['home', '/send', visit(fillSend, sheet(/^Choose coins/), chooseTwo)],
  'send-coins-chosen': ['home', '/send', visit(fillSend, sheet(/^Choose coins/), chooseTwo, useCoins)],
  'send-coins-little': [
    'home',
    '/send',
    visit(fillSend, fill('Amount', '9.6'), sheet(/^Choose coins/), chooseTwo, useCoins, fill('Amount', '12')),
  ],
  review: ['home', '/send', review],
  'review-lookalike': [
    'home',
    '/send',
    visit(
      fill('To', LIKE_MARA),
      see('This is not the address of Mara'),
      fill('Amount', '1.25'),
      openReview,
      refuse('x_send_prepared', 'tx_rejected', { reason: '', flags: [] }),
      press(/^Send 1.25/),
      see('refused this payment'),
    ),
  ],
  'review-fee': ['signers', '/send', visit(fillSend, fill('Amount', '0.0001'), openReview)],
  'review-refused': [
    'home',
    '/send',
    visit(
      review,
      refuse('x_send_prepared', 'tx_rejected', { reason: '', flags: [] }),
      press(/^Send 1.25/),
      see('refused this payment'),
    ),
  ],
  sent: ['home', '/send', visit(review, press(/^Send 1.25/), see('On its way'))],
  'sent-own': [
    'home',
    '/send',
    visit(
      fill('To', OWN),
      fill('Amount', '1.25'),
      rest(300),
      openReview,
      press(/^Send 1.25/),
      see('Then you can spend it again'),
    ),
  ],
  'sent-unsure': [
    'home',
    '/send',
    visit(
      review,
      (page) =>
        page.evaluate(() => {
          globalThis.fakeWorker.port.relayAnswerLost = true;
        }),
      press(/^Send 1.25/),
      rest(),
    ),
  ],
  history: ['home', '/history'],
  ask: [
    'home',
    '/receive',
    visit(fill('Ask for an amount', '0.85', false), sheet(/^Make a payment request/)),
  ],
  'ask-wrong': [
    'home',
    '/receive',
    visit(sheet(/^Make a payment request/), fill('Amount', '1.2.3'), pressInside('Make the request'), rest()),
  ],
  requests: ['home', '/requests', see('Order 1043')],
  'requests-done': ['home', '/requests', visit(press('Done'), see('Order 1046'))],
  'requests-none': ['empty', '/requests', see('No payment requests yet')],
  request: ['home', '/requests/0/2', see('Nothing has come in yet')],
  'request-part': ['home', '/requests/0/4', see('is missing')],
  'request-paid': ['home', '/requests/0/7', see('This request is paid')],
  'request-expired': ['home', '/requests/0/9', see('Nothing had come in')],
  'request-late': ['home', '/requests/0/10', see('came in after that')],
  'request-large': ['home', '/requests/0/2', sheet('Show large')],
  'request-share': ['home', '/requests/0/2', sheet('Share')],
  'history-save': ['home', '/history', sheet('Save as a file')],
  'history-search': [
    'home',
    '/history',
    visit(press('Search'), (page) => page.getByRole('searchbox').fill('shop')),
  ],
  'history-filter': [
    'home',
    '/history',
    visit(sheet('Filter'), fill('At least', '2'), fill('At most', '1'), press('Show the transfers'), rest()),
  ],
  'history-filtered': [
    'home',
    '/history',
    visit(sheet('Filter'), fill('First day', '2020-05-04'), fill('At least', '1'), press(/^Show \d/), rest()),
  ],
  'history-select': [
    'home',
    '/history',
    visit(press('Select'), (page) => page.getByRole('checkbox').nth(1).check(), rest()),
  ],
  'history-largest': [
    'home',
    '/history',
    visit(
      sheet('Filter'),
      (page) => page.getByRole('combobox', { name: 'Order' }).selectOption('largest'),
      press(/^Show \d/),
      rest(),
    ),
  ],
  shortcuts: ['home', '/history', visit((page) => page.keyboard.press('?'), rest())],
  'history-long': ['long', '/history'],
  'history-many': ['many', '/history', see('Order')],
  'history-many-searched': [
    'many',
    '/history',
    visit(press('Search'), (page) => page.getByRole('searchbox').fill('Order 12'), see('Order 12'), rest()),
  ],
  'history-empty': ['empty', '/history'],
  balance: ['years', '/balance', see('Locked money')],
  'balance-numbers': [
    'years',
    '/balance',
    visit(press('One year'), tap('Show the numbers'), see('At the end of')),
  ],
  'balance-account': [
    'home',
    '/balance',
    visit((page) => page.getByLabel('Account').selectOption('2'), rest()),
  ],
  'balance-hidden': [
    'years',
    '/',
    visit(press('Hide amounts'), tap('History'), tap('Balance over time'), rest()),
  ],
  'balance-many': ['many', '/balance', see('Highest')],
  'balance-long': ['long', '/balance', see('Highest')],
  'balance-none': ['empty', '/balance', see('No balance to draw yet')],
  transfer: ['home', '/history', tap('Coffee shop')],
  'transfer-long': ['long', '/history', tap('Refund for')],
  'transfer-unknown': ['long', '/history', tap('payee not known')],
  'transfer-failed': ['home', '/history', tap('Hosting, May')],
  'transfer-waiting': ['home', '/history', tap('Bike, second half')],
  'transfer-note-removed': [
    'home',
    '/history',
    visit(
      tap('Coffee shop'),
      fill('Note, only for you', ''),
      (page) => page.getByLabel('Note, only for you').press('Tab'),
      see('Undo'),
    ),
  ],
  'transfer-key': [
    'home',
    '/history',
    visit(tap('Coffee shop'), sheet('Show the payment key'), password, press('Show the key'), see('Copy')),
  ],
  'transfer-late': ['late', '/history', tap('Hosting, May')],
  'transfer-missing': ['late', '/history', tap('Bike, second half')],
  'transfer-give-up': [
    'late',
    '/history',
    visit(tap('Bike, second half'), press('Give it up …'), see('Keep waiting')),
  ],
  'transfer-in': ['home', '/history', tap('Payment from Mara')],
  'transfer-move': ['home', '/history', tap('Moved to Savings')],
  coins: ['home', '/coins', see('7.0085')],
  'coins-frozen': ['home', '/coins', visit(press(/^Freeze the coin of 3/), see('Coin frozen'))],
  'coins-split': ['home', '/coins', sheet(/^Split my largest/)],
  'coins-split-cost': [
    'home',
    '/coins',
    visit(sheet(/^Split my largest/), press('Show the cost'), see('Network fee'), rest()),
  ],
  'coins-watch': ['watch', '/coins', see('7.0085')],
  'coins-none': ['empty', '/coins', see('has no coins')],
  paper: ['home', '/paper', see('Words, keys or link')],
  'paper-wrong': [
    'home',
    '/paper',
    visit(fill('Words, keys or link', '5d5d5d5d'), fill('Date', '2024-06-01'), see('neither words nor keys')),
  ],
  'paper-reading': ['home', '/paper', readPaper],
  'paper-found': ['home', '/paper', visit(readPaper, foundOnPaper('1.5'), see('Send all of it here'))],
  'paper-locked': [
    'home',
    '/paper',
    visit(readPaper, foundOnPaper('1.5', '0.25'), see('Send all of it here')),
  ],
  'paper-nothing': ['home', '/paper', visit(readPaper, foundOnPaper('0'), see('Nothing is there'))],
  'paper-sent': [
    'home',
    '/paper',
    visit(readPaper, foundOnPaper('1.5', '0.25'), press('Send all of it here'), see('on its way')),
  ],
  'accounts-long': ['long', '/accounts'],
  accounts: ['home', '/accounts/1'],
  'accounts-tag': ['home', '/accounts/1', sheet('Change its tag')],
  'accounts-by-tag': ['home', '/accounts', press(/^Business/)],
  'account-new': ['home', '/accounts', sheet('New account')],

  address: ['home', '/address/0/2', see('What came in here')],
  'address-first': ['home', '/address/1/0', see('Nothing has come in here yet')],
  'address-none': ['home', '/address/0/99', see('does not exist yet')],
  storage: ['home', '/storage', see('143 files')],
  'storage-short': ['home&evicted', '/storage', see('143 files')],
  'home-short': ['home&evicted', '/', see('Little space')],
  'storage-remove': [
    'home',
    '/storage',
    visit(
      see('143 files'),
      sheet('Remove everything from this device'),
      fill('Password of “Everyday”', 'nope'),
      pressInside('Remove everything'),
      rest(),
    ),
  ],
  'storage-removed': [
    'home',
    '/storage',
    visit(
      see('143 files'),
      (page) =>
        page.evaluate(() => {
          for (const wallet of globalThis.fakeWorker.port.wallets) wallet.open_elsewhere = false;
        }),
      sheet('Remove everything from this device'),
      (page) => page.getByRole('checkbox').check(),
      fill('Password of “Everyday”', 'correct horse'),
      pressInside('Remove everything'),
      see('You can close this tab'),
    ),
  ],
  'storage-locked': [
    'locked',
    '/storage',
    visit(
      see('143 files'),
      sheet('Remove everything from this device'),
      pressInside('Remove everything'),
      rest(),
    ),
  ],

  sites: ['home', '/sites'],
  'sites-none': ['empty', '/sites'],
  'site-offer': ['home&extension&offer', '/', see('It may then ask you')],
  'sites-extension': ['home&extension', '/sites', see('Turn the site on')],
  'sites-one': ['home', '/sites/1', see('Asked')],
  'sites-edit': [
    'home',
    '/sites/1',
    visit(
      fill('At most', '0.2'),
      (page) => page.getByLabel('Everyday').first().check(),
      // In one piece: axe reports a target of which the bar of the button covers a part.
      (page) => page.getByLabel('In each').scrollIntoViewIfNeeded(),
    ),
  ],
  'sites-forget': ['home', '/sites/1', visit(press('Disconnect this site'), rest())],
  'sites-gone': ['home', '/sites/2', see('given its permissions back')],
  'install-home': ['home&install=ready', '/'],
  'install-home-apple': ['home&install=apple', '/'],
  'install-unsaved': ['many', '/', see('since this wallet was last saved')],
  'install-sheet': ['home&install=ready', '/settings/install'],
  'install-sheet-apple': ['home&install=apple', '/settings/install'],
  'install-sheet-done': ['home&install=done', '/settings/install'],
  'install-sheet-none': ['home&install=none', '/settings/install'],
  'install-notify': ['home', '/settings/notify'],
  'shared-link-locked': [`locked&shared=monero:${PAYEE}`, '/shared'],
  'shared-link': [`home&shared=monero:${PAYEE}%3Ftx_amount=1.25`, '/shared', see(/A valid address/)],
  'shared-link-typed': [
    'home',
    '/send',
    visit(fillSend, open(`/pay/monero:${PAYEE}`), see('payment link was opened')),
  ],
  'shared-wallet-open': ['home&shared=Savings.keys', '/shared'],
  'shared-wallet': ['locked&shared=Savings.keys', '/shared'],
  'shared-unknown': ['home&shared=hello', '/shared'],
  'version-ready': ['home&version=ready', '/'],
  'version-held': ['home&version=held', '/'],
  'version-locked': ['locked&version=ready', '/'],
  'version-refused': ['locked&version=refused', '/'],
  'version-older': ['locked&version=older', '/'],
  'version-unlogged': ['home&version=unlogged', '/'],
  'release-older': ['home&release=older', '/', see('opens no wallet')],
  'release-unlogged': ['home&release=unlogged', '/', see('opens no wallet')],
  'version-sheet': ['home&version=ready', '/', sheet('What is new')],
  'offline-start': ['new&offline', '/', see('offline edition')],
  'offline-memory': ['new&offline&memory', '/', see('stores nothing')],
  'offline-signer': ['home&offline', '/', see('Signing device')],
  'offline-signer-memory': ['home&offline&memory', '/', see('Signing device')],
  'offline-watch': ['watch&offline', '/', see('has no network')],
  'offline-settings': ['home&offline', '/settings'],
  'offline-storage': ['home&offline', '/storage', see('Allowed by the browser')],
  'offline-about': ['home&offline', '/settings', sheet('About Ostro')],
  'offline-check': ['new&offline', '/check', visit(proof(OUT_PROOF), see('The offline edition asks none'))],
  settings: ['home', '/settings'],
  // After `settings`: tests/e2e/accessible.spec.ts looks at the first scene of a screen, and this one closes the wallet.
  'unlock-not-removed': [
    'home',
    '/settings',
    visit(
      sheet('Remove this wallet from the device'),
      tap('I have my words on paper'),
      password,
      refuse('x_delete_wallet', 'storage_unavailable', { why: 'private' }),
      // The wallet is closed before it is erased.
      (page) =>
        page.evaluate(() => {
          document.querySelector('dialog')?.querySelector('form')?.requestSubmit();
          globalThis.fakeWorker.port.setStatus({ wallet: '', phase: 'closed' });
        }),
      see('is still on this device'),
    ),
  ],
  'settings-data': ['home', '/settings', sheet('Data and battery')],
  'settings-bare': ['home&bare', '/settings'],
  'settings-search': ['home', '/settings', fill('Find a setting', 'seed')],
  'settings-no-match': ['home', '/settings', fill('Find a setting', 'zebra')],
  console: ['home', '/console'],
  'console-found': ['home', '/console', fill('Find a method', 'balance')],
  'console-method': ['home', '/console', method('transfer')],
  'console-answer': [
    'home',
    '/console',
    visit(method('get_balance'), press('Call'), see('unlocked_balance')),
  ],
  'console-json': [
    'home',
    '/console',
    visit(method('transfer'), press('Fill in an example'), press('Write JSON'), rest(100)),
  ],
  'console-sends': [
    'home',
    '/console',
    visit(
      method('transfer'),
      fill('destinations (needed)', '[{"amount": 250000000000, "address": "8chd4T"}]'),
      press('Call'),
      see('at once and without a review'),
    ),
  ],
  'console-secret': [
    'home',
    '/console',
    visit(method('query_key'), press('Call'), see('The password is still missing')),
  ],
  'console-refused': [
    'home',
    '/console',
    visit(
      method('set_account_tag_description'),
      fill('tag (needed)', 'none'),
      press('Call'),
      see('What a program gets'),
    ),
  ],
  'console-calls': [
    'home',
    '/console',
    visit(method('get_balance'), press('Call'), see('unlocked_balance'), press('Back'), see('Last calls')),
  ],
  'rates-off': ['home', '/settings', sheet('Value in your currency')],
  'rates-source': ['home', '/settings', visit(sheet('Value in your currency'), tap('CoinGecko'), rest())],
  'rates-typed': ['home', '/settings', visit(typedRate, sheet('Value in your currency'))],
  'rates-home': ['home', '/settings', visit(typedRate, open('#/'), see('Rate:'))],
  'rates-history': ['home', '/settings', visit(typedRate, open('#/history'), see(/about €/))],
  'rates-unclear': [
    'home',
    '/settings',
    visit(typedRate, open('#/send'), fill('The same in EUR', '1,000'), see('a thousand times more')),
  ],
  'rates-send': [
    'home',
    '/settings',
    visit(typedRate, open('#/send'), fill('The same in EUR', '25'), see('Rate:')),
  ],
  'contacts-file': ['home', '/contacts', visit(press('Contacts as a file'), see('Choose a file'))],
  'contacts-file-read': [
    'home',
    '/contacts',
    visit(
      press('Contacts as a file'),
      fill(
        'Or paste it',
        `address,description\n${PAYEE},"Ada"\n5xyz,"Bakery"\n888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H,"Monero donations"`,
      ),
      press('Look at it'),
      see('cannot be added'),
    ),
  ],
  'history-notes': [
    'home',
    '/history',
    visit(press('Save as a file'), press('Take over notes from a file'), see('Notes from a file')),
  ],
  'node-console': ['home', '/node-console', see('For your own node')],
  'node-console-answer': [
    'home',
    '/node-console',
    visit(
      nodeCall('get_block_headers_range'),
      fill('start_height (needed)', '7'),
      fill('end_height (needed)', '9'),
      press('Call'),
      see('untrusted'),
    ),
  ],
  'node-console-command': [
    'home',
    '/node-console',
    visit(nodeCall('/pop_blocks'), fill('nblocks (needed)', '3'), press('Call'), see('takes blocks off')),
  ],
  'node-console-restricted': [
    'home',
    '/node-console',
    visit(nodeCall('get_bans'), press('Call'), see('to its operator only')),
  ],
  nodes: [
    'home',
    '/nodes',
    visit(see('Works'), (page) => page.getByText('Its state', { exact: true }).first().click()),
  ],
  'nodes-late': [
    'home',
    '/nodes',
    visit(see('Works'), addNode('https://late.example:18089'), addNode('https://cors.example:18089'), rest()),
  ],
  'nodes-add': ['home', '/nodes', visit(press('Add a node'), tap('Choose from public nodes'), rest())],
  'nodes-tested': [
    'home',
    '/nodes',
    visit(press('Add a node'), tap('Choose from public nodes'), press('Test all of them now'), rest(1500)),
  ],
  'nodes-reason': [
    'home',
    '/nodes',
    visit(
      press('Add a node'),
      fill('Address of the node', 'https://cors.example:18089'),
      press('Test'),
      rest(),
    ),
  ],
  'nodes-login': [
    'home',
    '/nodes',
    visit(press('Add a node'), fill('Address of the node', 'https://login.example'), press('Test'), rest()),
  ],
  'nodes-relay': [
    'home',
    '/nodes',
    visit(
      press('Add a node'),
      fill(
        'Address of the node',
        'ostro-relay:https://ostro:secret@home.example:28089#5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
      ),
      tap('Its certificate'),
      rest(),
    ),
  ],
  'nodes-light-add': ['home', '/nodes', visit(press('Use a light-wallet server'), rest())],
  'nodes-light': ['home', '/nodes', visit(...giveViewKey, rest())],
  'nodes-light-lied': ['home', '/nodes', visit(...giveViewKey, press('Read from nodes again'), rest())],
  'home-light': [
    'home',
    '/nodes',
    visit(
      ...giveViewKey,
      see('They are not read'),
      (page) => page.evaluate(() => void (location.hash = '#/')),
      rest(),
    ),
  ],
  'nodes-extension': ['home&extension', '/nodes', visit(press('Add a node'), rest())],
  'nodes-edit': ['home', '/nodes', visit(press('Edit second.example:18089'), rest())],
  'nodes-remove': ['home', '/nodes', visit(press('Remove second.example:18089'), rest())],
  'settings-appearance': ['home', '/settings', sheet('Language and appearance')],
  'settings-backup': ['home', '/settings', sheet('Backup')],
  'settings-experts': ['home', '/settings', sheet('For experts')],
  'settings-lock': ['home', '/settings', listed('Security', 'Lock automatically')],
  'settings-programs': [
    'home',
    '/settings',
    visit(
      listed('For experts', 'Programs on this site'),
      tap('Allowed to those who know a login'),
      rest(100),
    ),
  ],
  'settings-programs-missing': [
    'home',
    '/settings',
    visit(
      listed('For experts', 'Programs on this site'),
      tap('Allowed to those who know a login'),
      press('Save'),
      see('The password is still missing.'),
    ),
  ],
  'settings-wider': ['home', '/settings', listed('Missing money', 'Look for missing coins')],
  'settings-words': [
    'home',
    '/settings',
    visit(listed('Backup', 'Show my words again'), password, press('Show my words'), see('bicycle')),
  ],
  'settings-words-print': [
    'home',
    '/settings',
    visit(
      listed('Backup', 'Show my words again'),
      ...[password, press('Show my words'), tap('Print them'), see('Writing by hand is safer')],
    ),
  ],
  'settings-view': [
    'home',
    '/settings',
    listed('View-only, offline, multisig', 'Viewing key for a watching wallet'),
  ],
  'settings-view-shown': [
    'home',
    '/settings',
    visit(
      listed('View-only, offline, multisig', 'Viewing key for a watching wallet'),
      password,
      press('Show the viewing key'),
      see('Copy all as a link'),
    ),
  ],
  'settings-file': ['home', '/settings', listed('Backup', 'Save the wallet as a file')],
  'settings-move': ['home', '/settings/move', see('Take it along')],
  'settings-moved': [
    'home',
    '/settings/move',
    visit(
      tap('It shows the same there', true),
      press('Remove it here'),
      see('in the other place now'),
      rest(),
    ),
  ],
  'settings-move-code': [
    'home',
    '/settings/move',
    visit(tap('As a code'), password, press('Show the code'), see('Copy as text')),
  ],
  'settings-move-extension': ['home&extension', '/settings/move', see('Take it along')],
  'settings-read-closed': ['home&extension', '/settings', sheet('Read while closed')],
  companion: ['home', '/settings/companion', see('This wallet has:')],
  'companion-made': ['home', '/settings/companion', visit(press('Make a companion'), see('Keep it beside'))],
  'companion-reading': [
    'home',
    '/settings/companion',
    visit(press('Read a companion'), tap('Paste a text'), see('Text of the companion')),
  ],
  'companion-refused': [
    'home',
    '/settings/companion',
    visit(
      refuse('x_import_companion', 'bad_companion', { reason: 'other_wallet' }),
      text('companion', 'Read a companion'),
      see('another wallet'),
    ),
  ],
  'companion-read': [
    'home',
    '/settings/companion',
    visit(text('companion', 'Read a companion'), see('Added:')),
  ],
  'companion-asked': [
    'new',
    '/restore',
    visit(
      restoresEmpty,
      (page) =>
        page.evaluate(() => {
          globalThis.fakeWorker.port.setStatus({ phase: 'reading' });
        }),
      see('Do you have a companion'),
    ),
  ],
  'settings-cold': ['home', '/settings', listed('View-only, offline, multisig', 'Sign without a network')],
  'settings-names': [
    'home',
    '/settings',
    visit(listed('For experts', 'OpenAlias names'), tap('Names too', true)),
  ],
  'settings-integrated': [
    'home',
    '/settings',
    visit(listed('For experts', 'Integrated addresses'), press('Show'), see('Address without payment ID')),
  ],
  'settings-password': ['home', '/settings', listed('Security', 'Change the password')],
  'settings-password-passkey': ['home&passkey=plain', '/settings', listed('Security', 'Change the password')],
  'settings-passkey': ['home', '/settings', listed('Security', 'Open with a passkey')],
  'settings-passkey-pin': [
    'home',
    '/settings',
    visit(
      listed('Security', 'Open with a passkey'),
      tap('Ask for a PIN'),
      fill('New PIN', '12345'),
      fill('Repeat the PIN', '1234'),
    ),
  ],
  'settings-passkey-none': ['home&passkey=none', '/settings', listed('Security', 'Open with a passkey')],
  'settings-passkey-remove': ['home&passkey=plain', '/settings', listed('Security', 'Open with a passkey')],
  'settings-passkey-damaged': [
    'home&passkey=damaged',
    '/settings',
    listed('Security', 'Open with a passkey'),
  ],
  'settings-missing': ['home', '/settings', sheet('Missing money')],
  'settings-again': ['home', '/settings', listed('Missing money', 'Read the chain again')],
  'settings-read-again': [
    'home',
    '/settings',
    visit(listed('Missing money', 'Read the chain again'), press('Read again'), see('Nothing new was found')),
  ],
  'settings-not-read-again': [
    'home',
    '/settings',
    visit(
      listed('Missing money', 'Read the chain again'),
      refuse('rescan_blockchain', 'node_unreachable', { address: 'node.example:18089' }),
      press('Read again'),
      see('was not read again'),
    ),
  ],
  'settings-remove': ['home', '/settings', sheet('Remove this wallet from the device')],
  'settings-values': [
    'home',
    '/settings',
    visit(
      listed('For experts', 'Data stored by programs'),
      fill('Name of the value', 'shop.order'),
      press('Show its value'),
      see('may rely'),
    ),
  ],
  'settings-about': ['home', '/settings', sheet('About Ostro')],

  'own-node': ['home', OWN_NODE, see('Up to date')],
  'own-node-down': ['home', '/own-node/https%3A%2F%2Fdown.example', see('does not answer')],
  'own-node-mining': [
    'home',
    OWN_NODE,
    visit(sheet(/^Mining/), press('Start mining'), see('uses more power')),
  ],
  'own-node-wrong': [
    'home',
    OWN_NODE,
    visit(
      sheet(/^Mining/),
      fill('Rewards go to', 'wrong'),
      press('Start mining'),
      press('Start mining'),
      see('The node did not do this'),
    ),
  ],
  'own-node-peers': ['home', OWN_NODE, sheet(/^Other nodes/)],
  'own-node-bans': [
    'home',
    OWN_NODE,
    visit(
      sheet(/^Banned nodes/),
      fill('Address or subnet', '198.51.100.0/24'),
      press('Ban it'),
      press('Ban it'),
      see('is banned for a day'),
    ),
  ],
  'own-node-limits': [
    'home',
    OWN_NODE,
    visit(sheet(/^Limits/), press('Set these limits'), see('receives at')),
  ],
  'own-node-chains': ['home', OWN_NODE, sheet(/^Rules and other chains/)],
  'own-node-database': [
    'home',
    OWN_NODE,
    visit(sheet(/^Database/), press('Remove them'), see('Removes the')),
  ],
  'own-node-log': ['home', OWN_NODE, sheet(/^Log/)],
  'own-node-stop': [
    'home',
    OWN_NODE,
    visit(sheet(/^Stop the node/), pressInside('Stop the node'), see('No wallet can use the node')),
  ],
  explorer: ['home', '/explorer', see('They fill')],
  'explorer-ask': ['home', '/explorer', fill('Block number, hash or transaction ID', 'ab'.repeat(32))],
  'explorer-bad': [
    'home',
    '/explorer',
    visit(
      fill('Block number, hash or transaction ID', 'abc'),
      press('Show the block'),
      see('A block has a number'),
    ),
  ],
  'explorer-block': ['home', '/explorer', block],
  'explorer-transaction': [
    'home',
    '/explorer',
    visit(block, press(/Yours/), press('Ask for this transaction'), see('What is yours')),
  ],
  'explorer-fork': [
    'home',
    '/explorer',
    visit(block, press(/^39023902/), press('Ask for this transaction'), see('One of all coins')),
  ],

  check: ['new', '/check'],
  'check-payment': ['home', '/check', visit(proof(OUT_PROOF), see('Address that was paid'))],
  'check-nonode': ['nonode', '/check', visit(proof(OUT_PROOF), see('A node must be asked'))],
  'check-invalid': ['locked', '/check', visit(paid('wrong'), press('Check'), see('This proof is not valid'))],
  'check-bad': ['new', '/check', visit(proof('hello'), press('Check'), see('This is no proof'))],
  'check-valid': ['locked', '/check', visit(paid('Order 4711'), press('Check'), see('got this amount'))],
  'check-reserve': [
    'home',
    '/check',
    visit(
      proof(OUT_PROOF.replace('OutProof', 'ReserveProof')),
      fill('First address of the wallet', PAYEE),
      press('Check'),
      see('is left'),
    ),
  ],
  'check-key': ['new', '/check', visit(proof('c0ffee00'.repeat(8)), see('Payment key'))],
  'check-text': [
    'new',
    '/check',
    visit(
      proof(OUT_PROOF.replace('OutProof', 'Sig')),
      fill('Address of the signer', PAYEE),
      fill('Signed text', 'I sell the red bicycle to Mara.\nBerlin, 2 June'),
      press('Check'),
      see('signed this text'),
    ),
  ],
  'check-link': ['new', '/check/proof=x', see('This link is damaged')],
  prove: ['home', '/prove'],
  'prove-payment': [
    'home',
    '/history',
    visit(tap('Coffee shop'), tap('Prove this payment'), see('The proof shows that')),
  ],
  'prove-made': [
    'home',
    '/history',
    visit(
      tap('Coffee shop'),
      tap('Prove this payment'),
      fill('Message, if you want one', 'Order 4711'),
      press('Make the proof'),
      see('The proof is made'),
    ),
  ],
  'prove-made-long': [
    'home',
    '/history',
    visit(
      tap('Coffee shop'),
      tap('Prove that you made it'),
      press('Make the proof'),
      see('The proof is made'),
    ),
  ],
  'prove-money': [
    'home',
    '/prove/money',
    visit(tap('At least an amount in an account'), fill('At least', '5000'), press('Make the proof'), rest()),
  ],
  'prove-text': ['home', '/prove/text'],
  'prove-watch': ['watch', '/prove/text'],

  cold: ['cold', '/'],
  'cold-take': ['cold', '/', visit(press(/Read from the/), tap('Paste a text'))],
  'cold-key-images': ['cold', '/', visit(text('outputs'), see('With these key images'))],
  'cold-review': ['cold', '/', visit(text('unsigned'), see('Do not sign'))],
  'cold-review-fee': [
    'cold',
    '/',
    visit(
      (page) =>
        page.evaluate((payee) => {
          globalThis.fakeWorker.port.answerNext('x_describe_set', {
            summary: {
              amount_in: 2_400_000_000_000n,
              amount_out: 1_250_000_000_000n,
              change_amount: 0n,
              change_address: '',
              fee: 1_150_000_000_000n,
              fee_share: 9200,
              recipients: [{ address: payee, amount: 1_250_000_000_000n }],
            },
            desc: [{ unlock_time: 0n, dummy_outputs: 0 }],
          });
        }, PAYEE),
      text('unsigned'),
      see('Usual fees are far below'),
    ),
  ],
  'cold-signed': ['cold', '/', visit(text('unsigned'), press(/^Sign 1.25/), see('which sends it'))],
  'cold-settings': ['cold', '/settings'],
  signing: ['watch', '/signing'],
  'signing-devices': ['watch', '/signing', visit(press('Which device signs?'), see('Keystone 3 Pro'))],
  'signing-chosen': [
    'watch',
    '/signing',
    visit(press('Which device signs?'), press('XmrSigner'), see('Scan, then choose your seed')),
  ],
  'signing-coins': ['watch', '/signing', visit(press('Show 3 coins'), see('read the key images'))],
  'signing-done': ['watch', '/signing', visit(text('keyImages'), see('Both devices know'))],
  'signing-discard': ['watch', '/send', visit(toSigner, press('Discard this payment'), see('Discard it'))],
  'signing-payment': ['watch', '/send', toSigner],
  'signing-fee': ['watch', '/send', visit(fillSend, fill('Amount', '0.0001'), rest(), showToSigner)],
  'signing-lookalike': [
    'watch',
    '/send',
    visit(
      fill('To', LIKE_MARA),
      // Until the address is checked, a press does nothing.
      see('This is not the address of Mara'),
      fill('Amount', '0.001'),
      rest(),
      showToSigner,
      see('This is not the address of Mara'),
      see('of what is paid'),
    ),
  ],
  'signing-several': ['watch', '/send', visit(fillSeveral, showToSigner)],
  'signing-ready': ['watch', '/send', visit(toSigner, text('signed'), see('are what you asked for'))],

  'signers-plan': ['empty', '/signers'],
  'signers-used': ['home', '/signers'],
  'signers-round': ['empty', '/signers', visit(password, press('Begin with 2 of 3'), see('Round 1 of 3'))],
  'signers-round-again': [
    'empty',
    '/signers',
    visit(
      password,
      press('Begin with 2 of 3'),
      see('Round 1 of 3'),
      open('#/settings'),
      see('Security'),
      open('#/signers'),
      see('Show my message'),
    ),
  ],
  signers: ['signers', '/signers'],
  'signers-coins': ['signers', '/signers', visit(press('Exchange multisig info'), see('read the same from'))],
  'signers-shown': [
    'signers',
    '/send',
    visit(review, press('Make it, for all to sign'), see('You have signed')),
  ],
  'signers-review': ['signers', '/signers', visit(text('multisigSet', /Read a payment/), see('Total'))],
};
