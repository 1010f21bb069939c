/**
 * OpenAlias: DNS names that stand for addresses, in TXT records. Upstream: `get_account_address_as_str_from_url`,
 * `address_from_txt_record` (src/common/dns_utils.cpp); https://openalias.org.
 */
export interface OpenAlias {
  readonly address: string;
  /** Empty when the record has none. */
  readonly recipientName: string;
  /** The record asks for a payment ID, which no wallet can give today. */
  readonly asksPaymentId?: true;
}

/** The DNS name of a typed name, in which `@` means a dot. Undefined when the text is not a name. */
export function aliasName(text: string): string | undefined {
  const name = text.trim().replace('@', '.').replace(/\.$/, '').toLowerCase();
  return name.length <= 253 && /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/.test(name) ? name : undefined;
}

/** The Monero records among the TXT records of a name, in order. */
export function readAliases(texts: readonly string[]): readonly OpenAlias[] {
  return texts.flatMap((text) => {
    if (!/^\s*oa1:xmr\s/i.test(text)) return [];
    const address = field(text, 'recipient_address');
    // A main address or subaddress (95 characters), or an integrated address (106).
    return address.length === 95 || address.length === 106
      ? [
          {
            address,
            recipientName: field(text, 'recipient_name'),
            ...(field(text, 'tx_payment_id') !== '' && { asksPaymentId: true as const }),
          },
        ]
      : [];
  });
}

const field = (text: string, name: string): string =>
  (new RegExp(`[\\s;]${name}=([^;]*)`).exec(text)?.[1] ?? '').trim();
