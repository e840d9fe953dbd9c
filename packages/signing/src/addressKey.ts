/**
 * Returns the text by which an address of any family is compared: hexadecimals in one case, and base58 and bech32 to the letter, as there another letter is
 * another address.
 *
 * @example addressKey('0xAbC0…') // '0xabc0…'
 */
export const addressKey = (address: string): string =>
  /^0x[0-9a-fA-F]+$/.test(address) ? address.toLowerCase() : address

/** Whether two addresses of any family are the same. */
export const isSameKey = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && addressKey(one) === addressKey(other))
