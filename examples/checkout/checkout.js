/** A checkout without a server: it asks the visitor's wallet to pay an invoice, and checks the payment itself. */
import { createProvider, ProviderError } from '../sdk/ostro-connect.js';
import { sentenceOf } from '../failure.js';

const PRICE = 250_000_000_000n; // piconero: 0.25 XMR
const CHECK_AGAIN_MS = 2000;

const { wallet, node, address } = await (await fetch('../config.json')).json();
const monero = createProvider({ wallet, node });
const button = document.querySelector('#pay');
const state = document.querySelector('#state');

button.addEventListener('click', async () => {
  button.disabled = true;
  state.textContent = 'Please look at your wallet.';
  const invoice = newInvoice();
  try {
    await watch(invoice, await pay(invoice));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    state.textContent = sentenceOf(error);
    button.disabled = false;
  }
});

/**
 * All invoices of this page have one address. The payer can prove one payment for several of them, so this page notes what
 * has paid. A shop gives each invoice an address of its own.
 */
const newInvoice = () => ({
  id: Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join(''),
  address,
  amount: PRICE,
  note: 'Bean Street: coffee beans, 250 g',
  confirmations: 1,
});

const pay = async (invoice) => {
  // This opens the wallet's window, so nothing may be awaited between the click and this request.
  await monero.request({
    method: 'monero_requestPermissions',
    params: { identity: true, spend: true },
  });
  return monero.request({ method: 'monero_payInvoice', params: { invoice } });
};

/** True if the transaction has paid for another order. */
const paidFor = (txHash, id) => (localStorage.getItem(txHash) ?? id) !== id;

/** The money is on its way: whatever fails from here on, the visitor need not pay again. */
const watch = async (invoice, receipt) => {
  for (;;) {
    if (paidFor(receipt.tx_hash, invoice.id)) {
      state.textContent = 'This payment has paid for another order.';
      return;
    }
    try {
      receipt = await withProof(invoice, receipt);
      const { paid, confirmed } = await monero.verifyPayment({ invoice, ...receipt });
      state.textContent = confirmed
        ? 'Paid. Your coffee is on its way.'
        : paid
          ? 'Paid. The payment waits for a block.'
          : 'The payment is smaller than the price.';
      if (paid) localStorage.setItem(receipt.tx_hash, invoice.id);
      if (confirmed) return;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // The shop's node may learn of the transaction a little later than the wallet's.
      state.textContent =
        error.data.reason === 'unknown_tx'
          ? 'Sent. The shop’s node does not see the payment yet.'
          : 'Sent. The shop cannot check the payment now, and tries again.';
    }
    await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_MS));
  }
};

/** Rarely the wallet could not make the proof when it paid. */
const withProof = async ({ id, address }, receipt) => {
  if (receipt.proof) return receipt;
  const params = { txid: receipt.tx_hash, address, message: id };
  return { ...receipt, proof: (await monero.request({ method: 'get_tx_proof', params })).signature };
};
