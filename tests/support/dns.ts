/** DNS messages as a resolver writes them, for tests; for src/daemon/dns. */
import { concat, utf8 } from '../../src/base/bytes.ts';

const u16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff);

export function nameBytes(name: string): Uint8Array {
  return concat(
    ...name.split('.').map((label) => concat(Uint8Array.of(utf8(label).length), utf8(label))),
    Uint8Array.of(0),
  );
}

export function record(name: string, type: number, data: Uint8Array): Uint8Array {
  return concat(nameBytes(name), u16(type), u16(1), new Uint8Array(4), u16(data.length), data);
}

/** One TXT record of these strings. */
export function txt(name: string, ...texts: readonly string[]): Uint8Array {
  return record(
    name,
    16,
    concat(...texts.map((text) => concat(Uint8Array.of(utf8(text).length), utf8(text)))),
  );
}

export function dnsAnswer({
  name,
  records,
  authenticated = true,
  truncated = false,
  code = 0,
  count = records.length,
}: {
  readonly name: string;
  readonly records: readonly Uint8Array[];
  readonly authenticated?: boolean;
  readonly truncated?: boolean;
  readonly code?: number;
  readonly count?: number;
}): Uint8Array {
  return concat(
    u16(0),
    u16(0x8180 | (authenticated ? 0x20 : 0) | (truncated ? 0x200 : 0) | code),
    u16(1),
    u16(count),
    u16(0),
    u16(0),
    nameBytes(name),
    u16(16),
    u16(1),
    ...records,
  );
}
