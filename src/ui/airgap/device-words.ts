/** The steps on each signing device, in the words of its own menus. Facts: src/base/signing-devices.ts. */
import type { DeviceId } from '../../base/signing-devices.ts';

interface DeviceWords {
  /** Where the device shows address and viewing key. */
  readonly pair: string;
  /** How it reads coins and shows key images. */
  readonly exchange: string;
  /** How it signs. */
  readonly sign: string;
  /** A limit of the device. */
  readonly care?: string;
}

export const DEVICE_WORDS: Readonly<Record<DeviceId, DeviceWords>> = {
  keystone: {
    // @wc-include
    pair: 'On the Keystone: Connect Software Wallet, then Feather. Leave its private mode off.',
    // @wc-include
    exchange:
      'On the Keystone: tap the scan symbol and read the code. It asks you to confirm, then shows key images.',
    // @wc-include
    sign: 'On the Keystone: tap the scan symbol and read the code. Compare, slide to sign, and it shows the signed payment.',
    // @wc-include
    care: 'Firmware of the kind Cypherpunk is needed.',
  },
  passport: {
    // @wc-include
    pair: 'On the Passport: open Cake Signer and let it show its pairing code.',
    // @wc-include
    exchange: 'On the Passport: scan the code in Cake Signer. It shows key images.',
    // @wc-include
    sign: 'On the Passport: scan the code in Cake Signer, compare and sign. It shows the signed payment.',
    // @wc-include
    care: 'It refuses integrated addresses, which contain a payment ID.',
  },
  xmrsigner: {
    // @wc-include
    pair: 'On the XmrSigner: Seeds, your seed, View only Wallet.',
    // @wc-include
    exchange: 'On the XmrSigner: Scan, then choose your seed. It shows key images.',
    // @wc-include
    sign: 'On the XmrSigner: Scan, then choose your seed. Compare, Approve Transaction, and it shows the signed payment.',
    // @wc-include
    care: 'Its codes have many small parts. In its settings, a higher QR code density makes them fewer.',
  },
  cupcake: {
    // @wc-include
    pair: 'In Cupcake: open the wallet and choose Link to Cake Wallet.',
    // @wc-include
    exchange: 'In Cupcake: Scan. It shows key images: Partial Key Images are enough.',
    // @wc-include
    sign: 'In Cupcake: Scan, compare and confirm the transaction. It shows the signed payment.',
  },
  anonero: {
    // @wc-include
    pair: 'On the ANON device: show the code of the view-only wallet.',
    // @wc-include
    exchange: 'On the ANON device: scan the code. It shows key images.',
    // @wc-include
    sign: 'On the ANON device: scan the code, compare and sign. It shows the signed payment.',
  },
  other: {
    // @wc-include
    pair: 'On the signing device: show its viewing key.',
    // @wc-include
    exchange: 'On the signing device: read the code. It shows key images.',
    // @wc-include
    sign: 'On the signing device: read the code, compare and sign. It shows the signed payment.',
  },
};
