/** Sealed data of signing devices, damaged: one bit, the end, a byte more, or the seal. */
export interface Damaged {
  readonly how: string;
  readonly hex: string;
  /** The content, if it was cut. */
  readonly cut?: Uint8Array;
}

/** `below`: a random number. `sealed`: an envelope with this content, in hex. */
export function damaged(
  content: Uint8Array,
  below: (end: number) => number,
  sealed: (content: Uint8Array) => string,
): Damaged {
  const at = below(content.length);
  const bit = below(8);
  switch (below(4)) {
    case 0: {
      const bent = content.slice();
      bent[at]! ^= 1 << bit;
      return { how: `bit ${bit} of byte ${at} of ${content.length}`, hex: sealed(bent) };
    }
    case 1: {
      const cut = content.subarray(0, at);
      return { how: `cut at ${at}`, hex: sealed(cut), cut };
    }
    case 2:
      return { how: 'a byte more', hex: sealed(Uint8Array.of(...content, at & 255)) };
    default: {
      const hex = sealed(content);
      const place = 2 * (26 + below(hex.length / 2 - 26));
      const digit = hex[place] === '0' ? '1' : '0';
      return { how: 'its seal broken', hex: hex.slice(0, place) + digit + hex.slice(place + 1) };
    }
  }
}
