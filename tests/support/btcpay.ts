/**
 * What BTCPay Server and its Monero plugin do with monero-wallet-rpc: the command lines of its containers and the calls of the
 * plugin, in their order and with their parameters. Read from btcpayserver-docker (docker-fragments/monero.yml, June 2026)
 * and btcpayserver-monero-plugin (MoneroListener, MoneroRpcProvider, MoneroLikePaymentMethodHandler, MoneroLoadUpService and
 * MoneroLikeStoreController, 2026). docs/wallet-programs.md describes both.
 */
import { createServer, request } from 'node:http';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseJson, writeJson, type Json } from '../../src/base/json.ts';

type JsonObject = { readonly [key: string]: Json };

/** Flags of the container `monerod_wallet`, apart from its port, whose places tests choose. */
export function walletFlags(given: {
  readonly daemon: string;
  readonly walletDir: string;
  readonly callback: string;
}): readonly string[] {
  return [
    '--rpc-bind-ip=0.0.0.0',
    '--disable-rpc-login',
    '--confirm-external-bind',
    '--non-interactive',
    '--trusted-daemon',
    `--daemon-address=${given.daemon}`,
    `--wallet-dir=${given.walletDir}`,
    // Two spaces, as in its fragment.
    `--tx-notify=/bin/sh ./scripts/notifier.sh  -X GET ${given.callback}/monerolikedaemoncallback/tx?cryptoCode=xmr&hash=%s`,
  ];
}

/** The flag of the container `monerod` that tells of blocks. */
export function blockNotify(folder: string, callback: string): string {
  const script = join(folder, 'scripts/notifier.sh');
  return `--block-notify=/bin/sh ${script} -X GET ${callback}/monerolikedaemoncallback/block?cryptoCode=xmr&hash=%s`;
}

/** Writes `scripts/notifier.sh`, which is `curl $@` in its image; without curl, Node asks. */
export function writeNotifier(folder: string): void {
  const dir = join(folder, 'scripts');
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'notifier.sh');
  const program = "require('http').get(process.argv[1], (answer) => answer.resume())";
  const lines = [
    'if command -v curl > /dev/null; then exec curl -s "$@"; fi',
    `exec "${process.execPath}" -e "${program}" "$3"`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
}

export interface Invoice {
  readonly id: string;
  readonly address: string;
  readonly accountIndex: number;
  readonly addressIndex: number;
  /** Set once a payment is known. */
  payment?: { readonly txid: string; readonly amount: bigint; settled: boolean };
}

export interface BtcPay extends AsyncDisposable {
  /** Where the notifiers report. */
  readonly callback: string;
  readonly invoices: readonly Invoice[];
  /** Errors of calls that the plugin would log, and of answers that it could not read. */
  readonly errors: readonly string[];
  /** MoneroLoadUpService: the wallet that the settings made earlier. False: there is none. */
  loadUp(): Promise<boolean>;
  /** MoneroLikeStoreController: a watching wallet from address and view key. */
  setWallet(address: string, viewKey: string): Promise<void>;
  /** MoneroRpcProvider: each minute. */
  available(): Promise<boolean>;
  newInvoice(id: string): Promise<Invoice>;
}

/** Connects to the two programs. An invoice is settled with one confirmation, the plugin's medium speed. */
export async function startBtcPay({
  walletPort,
  daemonUrl,
}: {
  /** Known later than the callback's address. */
  readonly walletPort: () => number;
  readonly daemonUrl: () => string;
}): Promise<BtcPay> {
  const invoices: Invoice[] = [];
  const errors: string[] = [];
  const wallet = (method: string, params?: object): Promise<JsonObject> =>
    call(`http://127.0.0.1:${walletPort()}`, method, params, 'monerod_wallet:18082');
  const daemon = (method: string, params?: object): Promise<JsonObject> =>
    call(daemonUrl(), method, params, undefined);
  const note = (error: unknown): void => void errors.push(String(error));

  const update = (txid: string, amount: bigint, confirmations: number, address: string): void => {
    const invoice = invoices.find((each) => each.address === address);
    if (!invoice) return;
    invoice.payment ??= { txid, amount, settled: false };
    if (confirmations >= 1) invoice.payment.settled = true;
  };
  /** MoneroListener.OnTransactionUpdated. */
  const onTransaction = async (hash: string): Promise<void> => {
    const { subaddress_accounts } = await wallet('get_accounts', {});
    for (const { account_index } of subaddress_accounts as readonly JsonObject[]) {
      const found = await wallet('get_transfer_by_txid', { txid: hash, account_index }).catch(
        () => undefined,
      );
      if (!found) continue;
      const first = found['transfer'] as JsonObject;
      for (const each of found['transfers'] as readonly JsonObject[])
        update(
          text(first['txid']),
          big(each['amount']),
          Number(first['confirmations']),
          text(each['address']),
        );
      return;
    }
  };
  /** MoneroListener.UpdateAnyPendingMoneroLikePayment. */
  const onBlock = async (): Promise<void> => {
    const pending = invoices.filter(({ payment }) => !payment?.settled);
    if (pending.length === 0) return;
    const found = await wallet('get_transfers', {
      ...{ in: true, out: false, pending: false, failed: false, pool: false, account_index: 0 },
      subaddr_indices: pending.map(({ addressIndex }) => addressIndex),
    });
    for (const each of (found['in'] ?? []) as readonly JsonObject[])
      update(text(each['txid']), big(each['amount']), Number(each['confirmations']), text(each['address']));
  };
  const server = createServer((req, res) => {
    res.end();
    const url = new URL(req.url ?? '', 'http://btcpayserver');
    const hash = url.searchParams.get('hash') ?? '';
    if (url.pathname === '/monerolikedaemoncallback/tx') onTransaction(hash).catch(note);
    if (url.pathname === '/monerolikedaemoncallback/block') onBlock().catch(note);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    callback: `http://127.0.0.1:${port}`,
    invoices,
    errors,
    loadUp: () =>
      wallet('open_wallet', { filename: 'wallet', password: '' }).then(
        () => true,
        () => false,
      ),
    setWallet: async (address, viewkey) => {
      await wallet('generate_from_keys', { address, viewkey, filename: 'wallet', restore_height: 0 });
    },
    available: async () => {
      const { busy_syncing } = await daemon('get_info');
      const { height } = await wallet('get_height');
      return busy_syncing === false && Number(height) > 0;
    },
    newInvoice: async (id) => {
      const [fee, made] = await Promise.all([
        daemon('get_fee_estimate', {}),
        wallet('create_address', { account_index: 0, label: `btcpay invoice #${id}` }),
      ]);
      if (!(Number(fee['fee']) > 0)) errors.push('no fee');
      const invoice = {
        id,
        address: text(made['address']),
        accountIndex: 0,
        addressIndex: Number(made['address_index']),
      };
      invoices.push(invoice);
      return invoice;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The plugin's client: JSON without `id`, without fields that are null, and its own host name in the containers' network. */
const call = async (
  base: string,
  method: string,
  params: object | undefined,
  host: string | undefined,
): Promise<JsonObject> => {
  const body = writeJson({ method, jsonrpc: '2.0', ...(params && { params }) });
  const { status, answer } = await post(`${base}/json_rpc`, body, host);
  if (status !== 200) throw new Error(`${method}: HTTP ${status}`);
  const { result, error } = parseJson(answer) as JsonObject;
  if (error !== undefined) throw new Error(`${method}: ${writeJson(error)}`);
  return result as JsonObject;
};

const post = (
  url: string,
  body: string,
  host: string | undefined,
): Promise<{ readonly status: number | undefined; readonly answer: string }> =>
  new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      ...(host !== undefined && { Host: host }),
    };
    request(url, { method: 'POST', headers }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => resolve({ status: res.statusCode, answer: Buffer.concat(parts).toString() }));
      res.on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });

const text = (value: Json | undefined): string => {
  if (typeof value !== 'string') throw new Error('expected a text');
  return value;
};
const big = (value: Json | undefined): bigint => BigInt(value as number | bigint);
