/**
 * Proofs and signatures between the page and monero-wallet-cli, on a chain that both read: what one makes, the other
 * accepts; with another message, both refuse it.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { callRpc, daemonCertificate, startWalletRpc } from '../../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../../scripts/tools/setup/setup.mjs';
import { expect, test } from '../../support/app.ts';
import { getPaid, makeWallet, pay, receiveAddress, visit } from '../../e2e/journeys.ts';

const XMR = 1_000_000_000_000;
const MESSAGE = 'Order 4711';
const OTHER_MESSAGE = 'Order 4712';
const PASSWORD = 'pw';

interface Cli {
  /** Runs one command; answers what it prints. */
  readonly run: (...command: readonly string[]) => Promise<string>;
  /** Writes a file of the folder in which the commands run; answers its name. */
  readonly write: (text: string) => string;
  readonly read: (name: string) => string;
}

const openCli = (bin: string, dir: string, daemonUrl: string): Cli => {
  const all = [
    ...['--wallet-file', join(dir, 'theirs'), '--password', PASSWORD, '--log-file', join(dir, 'cli.log')],
    ...['--daemon-address', daemonUrl, '--trusted-daemon', '--no-dns', '--allow-mismatched-daemon-version'],
    ...daemonCertificate,
  ];
  return {
    run: (...command) =>
      new Promise((resolve) => {
        const options = { cwd: dir, timeout: 60_000 };
        const child = execFile(
          join(bin, 'monero-wallet-cli'),
          [...all, ...command],
          options,
          (_error, stdout, stderr) => {
            resolve(`${stdout}${stderr}`);
          },
        );
        // It asks for the password again before it uses a secret key.
        child.stdin?.end(`${PASSWORD}\n${PASSWORD}\n`);
      }),
    write: (text) => {
      writeFileSync(join(dir, 'given'), text);
      return 'given';
    },
    read: (name) => readFileSync(join(dir, name), 'utf8'),
  };
};

/** What the page has made. */
const made = async (page: Page, button: string): Promise<string> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  return (await page.locator('[data-proof]').textContent()) ?? '';
};
/** Opens the newest transfer of this amount. */
const openTransfer = async (page: Page, amount: string): Promise<void> => {
  await visit(page, 'history');
  await page.getByRole('link').filter({ hasText: amount }).first().click();
};
/** Makes a proof about a transfer of the history. */
const prove = async (page: Page, amount: string, what: string): Promise<string> => {
  await openTransfer(page, amount);
  await page.getByRole('link', { name: what }).click();
  await page.getByLabel('Message, if you want one').fill(MESSAGE);
  return made(page, 'Make the proof');
};

interface Given {
  readonly proof: string;
  readonly message: string;
  readonly txid?: string;
  readonly address?: string;
}
/** Checks what the CLI made on the page: right, and then with the wrong message. */
const accepts = async (
  page: Page,
  { proof, message, txid, address }: Given,
  sentence: string,
): Promise<void> => {
  const text = proof.startsWith('Sig');
  await visit(page, '');
  await visit(page, 'check');
  await page.getByLabel('Proof, payment key or signature').fill(proof);
  if (txid !== undefined) await page.getByLabel('Transaction ID').fill(txid);
  if (address !== undefined)
    await page
      .getByLabel(/^(?:Address of the signer|First address of the wallet|Address that was paid)$/)
      .fill(address);
  const messageField = page.getByLabel(text ? 'Signed text' : 'Message', { exact: true });
  const check = page.getByRole('button', { name: 'Check', exact: true });
  await messageField.fill(OTHER_MESSAGE);
  await check.click();
  await expect(page.getByText(/^This (?:proof|signature) is not valid\.$/)).toBeVisible();
  await messageField.fill(message);
  await check.click();
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('button', { name: 'Check another one' }).click();
};

test('monero-wallet-cli accepts every proof and signature of the page, the page accepts those of the CLI, and both refuse wrong ones', async ({
  page,
  devnet,
}) => {
  const bin = await ensureMonero();
  const dir = mkdtempSync(join(tmpdir(), 'ostro-cli-proofs-'));
  const rpc = await startWalletRpc({ bin, dir, daemonUrl: devnet.daemonUrl, args: [] });
  const native = (method: string, params: object = {}): Promise<unknown> => callRpc(rpc.url, method, params);
  try {
    // Both sides are paid, and pay each other.
    await native('create_wallet', { filename: 'theirs', password: PASSWORD, language: 'English' });
    const { address: theirs } = (await native('get_address')) as { readonly address: string };
    await makeWallet(page, 'Everyday');
    await getPaid(page, devnet);
    const ours = await receiveAddress(page);
    await devnet.faucet(theirs, BigInt(3 * XMR));
    await devnet.mine(10);
    await pay(page, theirs, '1.25');
    await native('refresh');
    const { tx_hash: incoming } = (await native('transfer', {
      destinations: [{ address: ours, amount: XMR / 2 }],
    })) as { readonly tx_hash: string };
    await devnet.mine(10);
    await visit(page, 'history');
    await expect(page.getByText('+0.50').first()).toBeVisible();
    await native('refresh');
    await native('close_wallet');
    await rpc.child.stop();
    const cli = openCli(bin, dir, devnet.daemonUrl);
    /** The CLI finds the proof good with the message, and bad with another one. */
    const cliAccepts = async (command: readonly string[], proof: string, good: RegExp): Promise<void> => {
      const file = cli.write(proof);
      expect(await cli.run(...command, file, MESSAGE)).toMatch(good);
      expect(await cli.run(...command, file, OTHER_MESSAGE)).toMatch(/Bad signature/);
    };

    const sent = await prove(page, '−1.25', 'Prove this payment');
    const outgoing = /[0-9a-f]{64}/.exec(await page.locator('dl').innerText())?.[0] ?? '';
    expect(sent).toMatch(/^OutProofV2/);
    await cliAccepts(['check_tx_proof', outgoing, theirs], sent, /Good signature[^]*1\.25/);

    const received = await prove(page, '+0.50', 'Prove this payment');
    expect(received).toMatch(/^InProofV2/);
    await cliAccepts(['check_tx_proof', incoming, ours], received, /Good signature[^]*0\.5/);

    const spending = await prove(page, '−1.25', 'Prove that you made it');
    await cliAccepts(['check_spend_proof', outgoing], spending, /Good signature/);

    await visit(page, 'prove/money');
    await page.getByLabel('Message, if you want one').fill(MESSAGE);
    const reserve = await made(page, 'Make the proof');
    const main = await page.locator('[data-address]').first().getAttribute('data-address');
    await cliAccepts(
      ['check_reserve_proof', main!],
      reserve,
      /Good signature -- total: 9\.\d+, spent: 0\.0+,/,
    );

    await visit(page, 'prove/text');
    await page.getByLabel('Text', { exact: true }).fill(MESSAGE);
    const signature = await made(page, 'Sign');
    expect(await cli.run('verify', cli.write(MESSAGE), main!, signature)).toMatch(/Good signature from/);
    expect(await cli.run('verify', cli.write(OTHER_MESSAGE), main!, signature)).toMatch(/Bad signature/);

    // The other way round.
    expect(await cli.run('get_tx_proof', incoming, ours, MESSAGE)).toMatch(/signature file saved/);
    const cliSent = { proof: cli.read('monero_tx_proof'), txid: incoming, address: ours, message: MESSAGE };
    await accepts(page, cliSent, 'the address got this amount');

    expect(await cli.run('get_tx_proof', outgoing, theirs, MESSAGE)).toMatch(/signature file saved/);
    const cliReceived = {
      proof: cli.read('monero_tx_proof'),
      txid: outgoing,
      address: theirs,
      message: MESSAGE,
    };
    await accepts(page, cliReceived, 'the address got this amount');

    expect(await cli.run('get_spend_proof', incoming, MESSAGE)).toMatch(/signature file saved/);
    const cliSpending = { proof: cli.read('monero_spend_proof'), txid: incoming, message: MESSAGE };
    await accepts(page, cliSpending, 'its maker made this transfer');

    expect(await cli.run('get_reserve_proof', 'all', MESSAGE)).toMatch(/signature file saved/);
    const cliReserve = { proof: cli.read('monero_reserve_proof'), address: theirs, message: MESSAGE };
    await accepts(page, cliReserve, 'the owner of the address had this amount');

    const output = await cli.run('sign', cli.write(MESSAGE));
    const cliSignature = /SigV2\w+/.exec(output)?.[0] ?? '';
    await accepts(page, { proof: cliSignature, address: theirs, message: MESSAGE }, 'signed this text');
  } finally {
    await rpc.child.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
