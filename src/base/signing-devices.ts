/**
 * Signing devices that exchange animated codes with a watching wallet, from their sources and public pages: what they
 * show and read, their faults, and what this wallet does about each. docs/signing-devices.md has the same table
 * (tests/modules/signing-devices.test.ts compares them). Sources: KeystoneHQ/keystone3-firmware 3.0.0 (rust/apps/monero,
 * rust/rust_c/src/monero), XmrSigner/xmrsigner 0.10.1 (src/xmrsigner/models), cake-tech/cupcake (lib/coins/monero),
 * foundation.xyz/app-showcase/cake-signer, mrcyjanek/monero_c, feather-wallet/feather (src/qrcode).
 */
export interface SigningDevice {
  readonly name: string;
  /** The form of its pairing code. */
  readonly pairing: 'json' | 'link or json';
  /** Most bytes in a part of the codes that it shows; 0: unknown. */
  readonly partBytes: number;
  /** How this wallet shows codes to it: bytes in a part, and milliseconds for which each part is shown. */
  readonly shown: { readonly bytes: number; readonly ms: number };
  /** The device keeps outputs between two uses. Others need all outputs each time, and sets that continue no earlier ones. */
  readonly keepsOutputs: boolean;
  readonly faults: readonly DeviceFault[];
}
interface DeviceFault {
  readonly what: string;
  readonly answer: string;
}

/** The name of the wallet's attribute that holds the chosen device. */
export const DEVICE_ATTRIBUTE = 'ostro.signing_device';

export const SIGNING_DEVICES = {
  keystone: {
    name: 'Keystone 3 Pro',
    pairing: 'json',
    partBytes: 200,
    shown: { bytes: 120, ms: 200 },
    keepsOutputs: false,
    faults: [
      { what: 'no key images in signed sets', answer: 'inputs are found by their rings' },
      { what: 'a wrong key image of change', answer: 'it is not stored' },
      { what: 'indices above 127 as one byte', answer: 'sets leave them out' },
      { what: 'key images always begin at output 0', answer: 'all outputs are shown' },
      { what: 'pairs with height 0', answer: 'the page asks for it' },
    ],
  },
  passport: {
    name: 'Passport Prime',
    pairing: 'json',
    partBytes: 0,
    shown: { bytes: 100, ms: 250 },
    keepsOutputs: false,
    faults: [{ what: 'refuses integrated addresses', answer: 'the page says so' }],
  },
  xmrsigner: {
    name: 'XmrSigner',
    pairing: 'link or json',
    partBytes: 120,
    shown: { bytes: 60, ms: 400 },
    keepsOutputs: false,
    faults: [
      { what: 'parts of 10 bytes', answer: '40,000 parts are read' },
      {
        what: 'no outputs kept after it is switched off',
        answer: 'all are shown, and sets to sign have none',
      },
    ],
  },
  cupcake: {
    name: 'Cupcake',
    pairing: 'json',
    partBytes: 130,
    shown: { bytes: 150, ms: 200 },
    keepsOutputs: true,
    faults: [],
  },
  anonero: {
    name: 'ANONERO',
    pairing: 'json',
    partBytes: 130,
    shown: { bytes: 130, ms: 200 },
    keepsOutputs: true,
    faults: [],
  },
  other: {
    name: 'Feather, Ostro or another',
    pairing: 'link or json',
    partBytes: 150,
    shown: { bytes: 150, ms: 125 },
    keepsOutputs: true,
    faults: [],
  },
} as const satisfies Readonly<Record<string, SigningDevice>>;
export type DeviceId = keyof typeof SIGNING_DEVICES;
export const DEVICE_IDS = Object.keys(SIGNING_DEVICES) as DeviceId[];

/** The device with this id; `other` for an unknown or missing one. */
export function deviceWith(id: string | undefined): DeviceId {
  return DEVICE_IDS.find((each) => each === id) ?? 'other';
}
