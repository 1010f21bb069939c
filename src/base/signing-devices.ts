/**
 * Signing devices that exchange animated codes with a watching wallet, from their sources and public pages: what they
 * show and read, their faults, and what this wallet does about each. docs/signing-devices.md has the same table
 * (tests/modules/signing-devices.test.ts compares them). Sources: KeystoneHQ/keystone3-firmware 3.0.0 (rust/apps/monero,
 * rust/rust_c/src/monero), XmrSigner/xmrsigner 0.10.1 (src/xmrsigner/models), cake-tech/cupcake (lib/coins/monero),
 * foundation.xyz/app-showcase/cake-signer, mrcyjanek/monero_c, feather-wallet/feather (src/qrcode).
 */
export interface SigningDevice {
  readonly name: string;
  /** How this wallet shows codes to it: bytes in a part, and milliseconds for which each part is shown. */
  readonly shown: { readonly bytes: number; readonly ms: number };
  /** The device keeps outputs between two uses. Others need all outputs each time, and sets that continue no earlier ones. */
  readonly keepsOutputs: boolean;
}

/** The name of the wallet's attribute that holds the chosen device. */
export const DEVICE_ATTRIBUTE = 'ostro.signing_device';

export const SIGNING_DEVICES = {
  keystone: { name: 'Keystone 3 Pro', shown: { bytes: 120, ms: 200 }, keepsOutputs: false },
  passport: { name: 'Passport Prime', shown: { bytes: 100, ms: 250 }, keepsOutputs: false },
  xmrsigner: { name: 'XmrSigner', shown: { bytes: 60, ms: 400 }, keepsOutputs: false },
  cupcake: { name: 'Cupcake', shown: { bytes: 150, ms: 200 }, keepsOutputs: true },
  anonero: { name: 'ANONERO', shown: { bytes: 130, ms: 200 }, keepsOutputs: true },
  other: { name: 'Feather, Ostro or another', shown: { bytes: 150, ms: 125 }, keepsOutputs: true },
} as const satisfies Readonly<Record<string, SigningDevice>>;
export type DeviceId = keyof typeof SIGNING_DEVICES;
export const DEVICE_IDS = Object.keys(SIGNING_DEVICES) as DeviceId[];

/** The device with this id; `other` for an unknown or missing one. */
export function deviceWith(id: string | undefined): DeviceId {
  return DEVICE_IDS.find((each) => each === id) ?? 'other';
}

/** Facts for documents and stand-ins, which the wallet itself does not read. */
interface DeviceFacts {
  /** The form of its pairing code. */
  readonly pairing: 'json' | 'link';
  /** Bytes in a part of the codes that it shows, by default. For Passport Prime a guess: its page does not say. */
  readonly partBytes: number;
  readonly faults: readonly { readonly what: string; readonly answer: string }[];
}
export const DEVICE_FACTS: Readonly<Record<DeviceId, DeviceFacts>> = {
  keystone: {
    pairing: 'json',
    partBytes: 200,
    faults: [
      { what: 'no key images in signed sets', answer: 'inputs are found by their rings' },
      { what: 'a wrong key image of change', answer: 'it is not stored' },
      { what: 'indices above 127 as one byte', answer: 'sets leave them out' },
      { what: 'an additional key wherever there is one', answer: 'sets have needed ones only' },
      { what: 'key images always begin at output 0', answer: 'all outputs are shown' },
      { what: 'pairs with height 0', answer: 'the page asks for it' },
    ],
  },
  passport: {
    pairing: 'json',
    partBytes: 100,
    faults: [{ what: 'refuses integrated addresses', answer: 'the page says so' }],
  },
  xmrsigner: {
    pairing: 'link',
    partBytes: 30,
    faults: [
      { what: 'parts of 10 bytes at its lowest density', answer: '40,000 parts are read' },
      {
        what: 'no outputs kept after it is switched off',
        answer: 'all are shown, and sets to sign have none',
      },
    ],
  },
  cupcake: { pairing: 'json', partBytes: 130, faults: [] },
  anonero: { pairing: 'json', partBytes: 130, faults: [] },
  other: { pairing: 'json', partBytes: 150, faults: [] },
};
