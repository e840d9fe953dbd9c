import { parseUrl } from '@foyer/core/links'
import { parseSiwxMessage, type SiwxMessage, SiwxMessageError } from '@foyer/core/siwx'
import type { WalletNetwork } from '@foyer/core/words'

/**
 * Whether a text is a sign-in at the page that asks for it, and nothing more: written exactly as the standard has it, for
 * the account that signs and a network of its family, with the page's own host as its domain and an address of the page's
 * own origin. A resource that isn't an address of the page may grant something (ReCap) or lead elsewhere, and is no part of one; nor are gaps, behind which a
 * part of it may be out of sight.
 * @see EIP-4361, CAIP-122, EIP-5573
 */
export function isOwnSignIn({
  text,
  address,
  network,
  peerUrl,
}: {
  readonly text: string
  /** The account that signs. */
  readonly address: string
  readonly network: Pick<WalletNetwork, 'chainId'>
  /** The origin that asks. */
  readonly peerUrl: string
}): boolean {
  const message = read(text)
  const page = parseUrl(peerUrl)
  if (!message || !page || page.origin === 'null') return false
  const { resources = [], accountAddress, chainId } = message
  const family = familyIn(network.chainId)
  return (
    message.domain === page.host &&
    [message.uri, ...resources].every((each) => isOf(page, each)) &&
    !gap.test(text) &&
    familyIn(chainId) === family &&
    // The letters of other families' addresses are others in capitals.
    (family === 'eip155' ? accountAddress.toLowerCase() === address.toLowerCase() : accountAddress === address)
  )
}

/** So many blanks in a row are no punctuation. */
const gap = /[^\S\n]{3}/

/** Whether an address is one of a page's origin as it is read: without a user before the host, and of nothing but the letters that an address has (RFC 3986). */
function isOf(page: URL, address: string): boolean {
  const url = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/.test(address) ? parseUrl(address) : undefined
  // The authority as it is written: a parser drops an empty user.
  return url?.origin === page.origin && !/^\w+:\/\/[^/?#]*@/.test(address)
}

const familyIn = (chainId: string): string | undefined => chainId.split(':')[0]

function read(text: string): SiwxMessage | undefined {
  try {
    return parseSiwxMessage(text)
  } catch (error) {
    if (error instanceof SiwxMessageError) return undefined // a text like any other
    throw error
  }
}
