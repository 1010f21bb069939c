/** What a visitor reads when a request to the wallet fails: what happened to the money, and the way on. */

const BY_REASON = {
  popup_blocked:
    'Nothing was paid: your browser did not open the wallet’s window. Allow pop-ups for this page, then press the button again.',
  needs_click: 'Nothing was paid: the wallet’s window is closed. Press the button again to open it.',
  window_closed:
    'The wallet’s window was closed before it answered. If you had agreed to the payment there, look into your wallet before you pay again.',
  may_succeed: 'The payment may be on its way. Look into your wallet before you pay again.',
  rejected_often: 'Nothing was paid. The wallet’s window says how you go on.',
};
const BY_CODE = {
  4001: 'You refused, and nothing was paid.',
  4100: 'Nothing was paid: the wallet did not allow it. Press the button again to be asked again.',
  4900: 'The wallet’s window went away. Press the button again to open it.',
  4901: 'Nothing was paid: the open wallet is on another network. Open another one and press the button again.',
};

/** `error`: a ProviderError. */
export function sentenceOf({ code, data }) {
  return BY_REASON[data.reason] ?? BY_CODE[code] ?? 'Nothing was paid. The wallet’s window says why.';
}
