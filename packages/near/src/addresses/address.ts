/** Dots, hyphens and underscores stand between letters and digits, one at a time. */
const name = /^(?:(?:[a-z\d]+[-_])*[a-z\d]+\.)*(?:[a-z\d]+[-_])*[a-z\d]+$/
/** The account is called by its first key, by an address of Ethereum's, or by what its contract starts with: it needs no one to create it. */
const unnamed = /^(?:[\da-f]{64}|0[xs][\da-f]{40})$/
/** Only digits of a key, of which some are missing or too many. */
const digits = /^[\da-f]{50,80}$/

/** Is an account there as soon as something is sent to it? Of ed25519 the name is the key. */
export const isImplicit = (address: string): boolean => unnamed.test(address)

/** Is a text written as the digits of a key are, but with too few or too many? */
export const hasWrongLength = (text: string): boolean => digits.test(text) && text.length !== 64

/**
 * Reads an account's name, as it is written: names are in lower case.
 * @param networkId - CAIP-2: names that end as those of the other public network do are none of this
 */
export function readAddress(text: string, networkId?: string | undefined): string | undefined {
  if (text.length < 2 || text.length > 64 || !name.test(text) || hasWrongLength(text)) return undefined
  const elsewhere = networkId === 'near:mainnet' ? '.testnet' : networkId === 'near:testnet' ? '.near' : undefined
  return elsewhere !== undefined && text.endsWith(elsewhere) ? undefined : text
}
