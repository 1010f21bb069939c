/** A tip jar: one button for each amount. */
import { createProvider, ProviderError } from '../sdk/ostro-connect.js';
import { sentenceOf } from '../failure.js';

const { wallet, address } = await (await fetch('../config.json')).json();
const monero = createProvider({ wallet });
const buttons = document.querySelectorAll('button');
const state = document.querySelector('#state');

const tip = async (amount) => {
  for (const button of buttons) button.disabled = true;
  state.textContent = 'Please look at your wallet.';
  try {
    // This opens the wallet's window, so nothing may be awaited between the click and this request.
    await monero.request({
      method: 'monero_requestPermissions',
      params: { identity: true, spend: true },
    });
    await monero.request({ method: 'transfer', params: { destinations: [{ address, amount }] } });
    state.textContent = 'Thank you!';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    state.textContent = sentenceOf(error);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
};
for (const button of buttons) button.addEventListener('click', () => tip(BigInt(button.dataset.piconero)));
