/** A checkout without a server: it asks the visitor's wallet to pay an invoice, and checks the payment itself. */
import { createProvider, ProviderError } from '../sdk/ostro-connect.js';

const PRICE = 250_000_000_000n; // piconero: 0.25 XMR
const CHECK_AGAIN_MS = 2000;

const { wallet, node, address } = await (await fetch('../config.json')).json();
const monero = createProvider({ wallet, node });
const button = document.querySelector('#pay');
const state = document.querySelector('#state');

button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    await payAndCheck(newInvoice());
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    state.textContent = `Not paid. ${error.message}.`;
    button.disabled = false;
  }
});

/** The proof of a payment counts for this id alone, so that one payment cannot pay two invoices. */
const newInvoice = () => ({
  id: Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join(''),
  address,
  amount: PRICE,
  note: 'Bean Street: coffee beans, 250 g',
  confirmations: 1,
});

const payAndCheck = async (invoice) => {
  state.textContent = 'Please look at your wallet.';
  // This opens the wallet's window, so nothing may be awaited between the click and this request.
  await monero.request({
    method: 'monero_requestPermissions',
    params: { identity: true, spend: true },
  });
  const receipt = await monero.request({ method: 'monero_payInvoice', params: { invoice } });
  const { tx_hash } = receipt;
  const proof = receipt.proof ?? (await proofOf(invoice, tx_hash));
  for (;;) {
    const check = await monero.verifyPayment({ invoice, tx_hash, proof }).catch(notSeenYet);
    state.textContent = sentenceOf(check);
    if (check?.confirmed) return;
    await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_MS));
  }
};

const proofOf = async ({ id, address }, txid) => {
  const params = { txid, address, message: id };
  return (await monero.request({ method: 'get_tx_proof', params })).signature;
};

/** The shop's node may learn of the transaction a little later than the wallet's. */
const notSeenYet = (error) => {
  if (error instanceof ProviderError && error.data?.reason === 'unknown_tx') return undefined;
  throw error;
};

const sentenceOf = (check) => {
  if (check === undefined) return 'Sent. The shop’s node does not see the payment yet.';
  if (check.confirmed) return 'Paid. Your coffee is on its way.';
  return check.paid ? 'Paid. The payment waits for a block.' : 'The payment is smaller than the price.';
};
