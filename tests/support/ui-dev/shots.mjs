/**
 * Pictures of every screen on the fake worker, and axe on each: `node tests/support/ui-dev/shots.mjs OUT [name…]`.
 * Builds the page first unless it finds OUT/site. Sizes: 390x844 and 1280x800, light and dark, and 320 px.
 */
import { createServer } from 'node:http';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { build } from 'vite';

const [out = 'shots', ...only] = process.argv.slice(2);
const site = resolve(out, 'site');
mkdirSync(out, { recursive: true });
if (!existsSync(site) || process.env['REBUILD'])
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: site, emptyOutDir: true },
  });

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html ostro";
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname;
  if (path.startsWith('/control')) {
    response.end('{}');
    return;
  }
  const file = join(site, path === '/' ? 'index.html' : path);
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': CSP,
  });
  response.end(readFileSync(file));
}).listen(0);
const base = `http://127.0.0.1:${server.address().port}`;

const PAYEE =
  '8chd4Tmcme2juKfRxQ1GLAyPiHYSnoQBeRjRv6H89kbDNRofVLthYE3szv7S4odkU1CSVXwhi4fxEstBzDqgTPnhJ7mFYpT';
const WORDS =
  'absent bicycle cider gossip dwelling elbow fewest hybrid jubilee lemon sailor magically nozzle oatmeal pancakes quick ridges shelter textbook unveil vogue western yodel zodiac lemon';
const newcomer = async (page) => {
  await page.getByLabel('Password for this device').fill('correct horse');
  await page.getByLabel('The same again').fill('correct horse');
};
const fillSend = async (page) => {
  await page.getByLabel('To', { exact: true }).fill(PAYEE);
  await page.getByText('New to you').or(page.getByText('paid it before')).waitFor();
  await page.getByLabel('Amount').fill('1.25');
  await page.getByLabel('Note, only for you').fill('Bike, second half');
  await page.waitForTimeout(350);
};
const review = async (page) => {
  await fillSend(page);
  await page.getByRole('button', { name: 'Check before sending' }).filter({ visible: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(400);
};
const sheet = (name) => async (page) => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(400);
};
/** What the other device would show, as text. */
const text =
  (kind) =>
  (page, title = 'Read from the') =>
    (async () => {
      await page.getByRole('button', { name: new RegExp(title) }).click();
      await page.getByText('Paste a text').click();
      await page
        .getByLabel('Text of the other device')
        .fill(await page.evaluate((which) => globalThis.parcels[which], kind));
      await page.getByRole('button', { name: 'Use this text' }).click();
    })();
/** name: [scenario, place, what to do] */
const screens = {
  start: ['new', '/start'],
  unlock: ['locked', '/'],
  'unlock-elsewhere': [
    'locked',
    '/',
    async (page) => {
      await page.getByRole('button', { name: 'Another wallet' }).click();
      await page.getByRole('button', { name: 'Savings box' }).click();
      await page.getByLabel('Password for this device').fill('correct horse');
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByText('Use it here').waitFor();
    },
  ],
  'unlock-wrong': [
    'locked',
    '/',
    async (page) => {
      await page.getByLabel('Password for this device').fill('nope');
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByText('not the password').waitFor();
    },
  ],
  'unlock-list': ['locked', '/', (page) => page.getByRole('button', { name: 'Another wallet' }).click()],
  make: ['new', '/make', newcomer],
  'make-words': [
    'new',
    '/make',
    async (page) => {
      await newcomer(page);
      await page.getByRole('button', { name: 'Show my words' }).click();
      await page.getByText('bicycle').waitFor();
    },
  ],
  'make-check': [
    'new',
    '/make',
    async (page) => {
      await newcomer(page);
      await page.getByRole('button', { name: 'Show my words' }).click();
      await page.getByText('bicycle').waitFor();
      await page.getByRole('button', { name: 'I have written them down' }).click();
      const labels = await page.locator('label').allTextContents();
      const words = WORDS.split(' ');
      const word = (i) => words[Number(labels[i].replace(/\D/g, '')) - 1];
      await page.getByLabel(labels[0], { exact: true }).fill(word(0));
      await page.getByLabel(labels[1], { exact: true }).fill(`${word(1).slice(0, -1)}x`);
      await page.getByLabel(labels[2], { exact: true }).focus();
    },
  ],
  restore: [
    'new',
    '/restore',
    async (page) => {
      await page.getByLabel('Your 25 words').fill(WORDS.replace('sailor', 'sailer'));
      await page.getByLabel('Date', { exact: true }).fill('2024-06-01');
      await page.getByText('Use “sailor”').waitFor();
    },
  ],
  'restore-good': [
    'new',
    '/restore',
    async (page) => {
      await page.getByLabel('Your 25 words').fill(WORDS);
      await page.getByText('The words fit').waitFor();
      await page.getByText('A block', { exact: true }).click();
      await page.getByLabel('Start from block').fill('2942000');
      await page.getByText('More', { exact: true }).click();
      await newcomer(page);
    },
  ],
  watch: ['new', '/watch'],
  home: ['home', '/'],
  'home-sync': ['sync', '/'],
  'home-empty': ['empty', '/'],
  'home-long': ['long', '/'],
  'home-devnet': ['devnet', '/'],
  'home-problem': ['problem', '/'],
  'home-nonode': ['nonode', '/'],
  'home-watch': ['watch', '/'],
  'home-hidden': ['home', '/', (page) => page.getByRole('button', { name: 'Hide amounts' }).click()],
  'account-sheet': ['home', '/', sheet(/Account Everyday/)],
  receive: [
    'home',
    '/receive',
    async (page) => {
      await page.getByLabel('Ask for an amount').fill('0.85');
      await page.waitForTimeout(200);
    },
  ],
  send: ['home', '/send'],
  'send-filled': ['home', '/send', fillSend],
  'send-bad': [
    'home',
    '/send',
    async (page) => {
      await page.getByLabel('To', { exact: true }).fill(PAYEE.slice(0, 60));
      await page.getByLabel('Amount').fill('15');
      await page.waitForTimeout(200);
    },
  ],
  'send-all': [
    'home',
    '/send',
    async (page) => {
      await fillSend(page);
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await page.waitForTimeout(300);
    },
  ],
  review: ['home', '/send', review],
  'review-refused': [
    'home',
    '/send',
    async (page) => {
      await review(page);
      await page.evaluate(() =>
        globalThis.port.refuseNext('relay_tx', 'tx_rejected', { reason: '', flags: [] }),
      );
      await page.getByRole('button', { name: /^Send 1.25/ }).click();
      await page.getByText('refused this payment').waitFor();
    },
  ],
  sent: [
    'home',
    '/send',
    async (page) => {
      await review(page);
      await page.getByRole('button', { name: /^Send 1.25/ }).click();
      await page.getByRole('heading', { name: 'On its way' }).waitFor();
    },
  ],
  'sent-unsure': [
    'home',
    '/send',
    async (page) => {
      await review(page);
      await page.evaluate(() => {
        globalThis.port.relayAnswerLost = true;
      });
      await page.getByRole('button', { name: /^Send 1.25/ }).click();
      await page.waitForTimeout(400);
    },
  ],
  history: ['home', '/history'],
  'history-search': [
    'home',
    '/history',
    async (page) => {
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('shop');
    },
  ],
  'history-empty': ['empty', '/history'],
  transfer: [
    'home',
    '/history',
    async (page) => {
      await page.getByText('Coffee shop').click();
      await page.getByRole('button', { name: 'Show the payment key' }).click();
    },
  ],
  'transfer-in': ['home', '/history', (page) => page.getByText('Payment from Mara').click()],
  'transfer-move': ['home', '/history', (page) => page.getByText('Moved to Savings').click()],
  accounts: ['home', '/accounts/1'],
  'account-new': ['home', '/accounts', sheet('New account')],
  settings: [
    'home',
    '/settings',
    async (page) => {
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('84 ms').waitFor();
    },
  ],
  'settings-cors': [
    'home',
    '/settings',
    async (page) => {
      await page.getByLabel('Address of the node').fill('https://cors.example:18089');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('Is it yours').waitFor();
    },
  ],
  'settings-theme': ['home', '/settings', sheet('Light or dark')],
  'settings-words': [
    'home',
    '/settings',
    async (page) => {
      await sheet('Show my words again')(page);
      await page.getByLabel('Password for this device').fill('correct horse');
      await page.getByRole('button', { name: 'Show my words', exact: true }).click();
      await page.getByText('bicycle').waitFor();
    },
  ],
  'settings-view': ['home', '/settings', sheet('Let someone watch')],
  'settings-storage': ['home', '/settings', sheet('What is stored')],
  'settings-password': ['home', '/settings', sheet('Change the password')],
  'settings-remove': ['home', '/settings', sheet('Remove this wallet from the device')],
  'settings-about': ['home', '/settings', sheet('About Ostro')],
  cold: ['cold', '/'],
  'cold-take': [
    'cold',
    '/',
    async (page) => {
      await page.getByRole('button', { name: /Read from the/ }).click();
      await page.getByText('Paste a text').click();
    },
  ],
  'cold-marks': ['cold', '/', text('outputs')],
  'cold-review': ['cold', '/', text('unsigned')],
  'cold-signed': [
    'cold',
    '/',
    async (page) => {
      await text('unsigned')(page);
      await page.getByRole('button', { name: /^Sign 1.25/ }).click();
      await page.getByText('which hands it to the network').waitFor();
    },
  ],
  'cold-settings': ['cold', '/settings'],
  signing: ['watch', '/signing'],
  'signing-coins': [
    'watch',
    '/signing',
    (page) => page.getByRole('button', { name: 'Show 3 coins', exact: true }).click(),
  ],
  'signing-done': [
    'watch',
    '/signing',
    async (page) => {
      await text('keyImages')(page);
      await page.getByText('Both devices know').waitFor();
    },
  ],
  'signing-untrusted': [
    'watch',
    '/signing',
    async (page) => {
      await page.evaluate(() => globalThis.port.refuseNext('x_import_key_images', 'untrusted_daemon'));
      await text('keyImages')(page);
      await page.getByText('asks much of the node').waitFor();
    },
  ],
  'signing-payment': [
    'watch',
    '/send',
    async (page) => {
      await review(page);
      await page.getByRole('button', { name: 'Show it to the signing device' }).click();
      await page.getByText('Nothing is paid before it is signed').waitFor();
    },
  ],
  'signing-ready': [
    'watch',
    '/send',
    async (page) => {
      await review(page);
      await page.getByRole('button', { name: 'Show it to the signing device' }).click();
      await page.getByText('Nothing is paid before it is signed').waitFor();
      await text('signed')(page);
      await page.getByText('The signature is here').waitFor();
    },
  ],
  'send-watch': ['watch', '/send', fillSend],
  'signers-plan': ['empty', '/signers'],
  'signers-used': ['home', '/signers'],
  'signers-round': [
    'empty',
    '/signers',
    async (page) => {
      await page.getByRole('button', { name: 'Begin with 2 of 3' }).click();
      await page.getByText('Round 1 of 3').waitFor();
    },
  ],
  signers: ['signers', '/signers'],
  'signers-coins': [
    'signers',
    '/signers',
    async (page) => {
      await page.getByRole('button', { name: 'Tell each other of coins' }).click();
      await page.getByText('read the same from').waitFor();
    },
  ],
  'signers-shown': [
    'signers',
    '/send',
    async (page) => {
      await review(page);
      await page.getByRole('button', { name: 'Make it, for all to sign' }).click();
      await page.getByText('You have signed').waitFor();
    },
  ],
  'signers-review': ['signers', '/signers', (page) => text('multisigSet')(page, 'Read a payment')],
  'home-signers': ['signers', '/'],
  file: [
    'new',
    '/file',
    async (page) => {
      await page
        .getByLabel('Choose the file')
        .setInputFiles({ name: 'Savings.keys', mimeType: '', buffer: Buffer.from('ab'.repeat(600), 'hex') });
      await page.getByText('Keys of a Monero wallet').waitFor();
      await page.getByText('Notes and names too').click();
    },
  ],
  'file-empty': ['new', '/file'],
  'settings-file': ['home', '/settings', sheet('Save the wallet as a file')],
  'settings-cold': ['home', '/settings', sheet('Sign without a network')],
  'settings-view-shown': [
    'home',
    '/settings',
    async (page) => {
      await sheet('Let someone watch')(page);
      await page.getByLabel('Password for this device').fill('correct horse');
      await page.getByRole('button', { name: 'Show the viewing key' }).click();
      await page.getByText('Copy all as a link').waitFor();
    },
  ],
  node: ['new', '/node'],
  connection: ['problem', '/connection'],
};
const sizes = {
  phone: { width: 390, height: 844 },
  wide: { width: 1280, height: 800 },
  small: { width: 320, height: 640 },
};

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', ...(process.env['TEXT200'] ? ['--blink-settings=defaultFontSize=32'] : [])],
});
let faults = 0;
const sizeNames = (process.env['SIZES'] ?? 'phone,wide').split(',');
const themes = (process.env['THEMES'] ?? 'light,dark').split(',');
for (const [name, [scenario, place, act]] of Object.entries(screens)) {
  if (only.length > 0 && !only.some((prefix) => name.startsWith(prefix))) continue;
  for (const size of sizeNames)
    for (const theme of themes) {
      const context = await browser.newContext({
        viewport: sizes[size],
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'UTC',
      });
      const page = await context.newPage();
      const say = (text) => {
        faults += 1;
        console.log(`${name} ${size} ${theme}: ${text}`);
      };
      page.on('pageerror', (error) => say(`error ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') say(`console ${message.text()}`);
      });
      try {
        await page.goto(`${base}/?scenario=${scenario}#${place}`);
        await page.locator('h1').first().waitFor();
        await page.waitForTimeout(150);
        await act?.(page);
        await page.waitForTimeout(100);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        for (const { id: rule, nodes } of violations)
          say(
            `axe ${rule}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} :: ${failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`,
          );
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) say(`scrolls sideways by ${wide}`);
        const little = await page.evaluate(() =>
          [...document.querySelectorAll('a,button,input:not(.vh),select,textarea,summary')]
            .map((element) => [
              element,
              (element.closest('label') ?? element.closest('.box') ?? element).getBoundingClientRect(),
              element.getBoundingClientRect(),
            ])
            .filter(
              ([, label, own]) =>
                own.width > 1 &&
                (Math.max(label.height, own.height) < 43.5 || Math.max(label.width, own.width) < 43.5),
            )
            .map(([element, , own]) => `${element.outerHTML.slice(0, 80)} ${own.width}x${own.height}`),
        );
        if (little.length > 0) say(`small targets: ${little.join(' | ')}`);
      } catch (error) {
        say(`failed: ${error.message.split('\n')[0]}`);
      }
      await page.screenshot({ path: join(out, `${name}-${size}-${theme}.png`) });
      await context.close();
    }
}
await browser.close();
server.close();
console.log(`${faults} faults`);
