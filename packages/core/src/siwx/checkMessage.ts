import { familyTraits } from '../chain/families.js'
import { isFamily, type NetworkId } from '../chain/ids.js'
import { parseUrl } from '../networks/urls.js'
import { isDomain, partsOf, readTime } from './grammar.js'
import type { SiwxField, SiwxMessage } from './siwx.js'
import { type SiwxFault, SiwxMessageError } from './siwxErrors.js'

/** The furthest that a client's clock may be from the server's, in milliseconds [F6]. */
export const clockSlackMs = 60_000

type ExpectedFields = {
  readonly [Field in Exclude<SiwxField, 'domain' | 'chainId'>]?: SiwxMessage[Field] | undefined
}

/** The fields that a sign-in must have. Those beside the domain that are given must be the same, letter by letter. */
export interface ExpectedSiwx extends ExpectedFields {
  /** The host of the pages that sign in here, as {@link siwxDomain} writes it; or which hosts are. */
  readonly domain: string | ((domain: string) => boolean)
  /** CAIP-2; one or several. Any where it is left out. */
  readonly chainId?: NetworkId | readonly NetworkId[] | undefined
  /** When the nonce was given, in ms since 1970, where that is known: the message is written after it. Now by default. */
  readonly nonceGivenAt?: number | undefined
}

/** A sign-in to check. */
export interface SiwxCheck {
  /** The signed message: read out of the text, never what a client says beside it (X4). */
  readonly message: SiwxMessage
  readonly expected: ExpectedSiwx
  /** In ms since 1970. */
  readonly now: number
}

/**
 * Checks a sign-in against what was expected, and the time: all but the signature and whether the nonce was used before. The page's address has to
 * be on the domain; the message is issued between when the nonce was given and now, by the server's clock and 60 seconds more either way.
 *
 * @throws {@link SiwxMessageError} with the one field that is refused [F6]
 * @see EIP-4361, "Verifying a signed message"; X1, X5
 * @example checkSiwx({ message: parseSiwxMessage(text), expected: { domain: 'app.example', nonce }, now: Date.now() })
 */
export function checkSiwx({ message, expected, now }: SiwxCheck): void {
  for (const field of order) {
    const fault = checks[field]({ message, expected, now })
    if (fault) throw new SiwxMessageError({ field, fault })
  }
}

type Check = (check: SiwxCheck) => SiwxFault | undefined

/** A field whose text has to be the expected one, where there is one. */
const same =
  (field: 'nonce' | 'statement' | 'requestId'): Check =>
  ({ message, expected }) =>
    differs(message[field], expected[field])

const differs = (said: string | undefined, expected: string | undefined): 'different' | undefined =>
  expected === undefined || said === expected ? undefined : 'different'

const checks: Readonly<Record<SiwxField, Check>> = {
  version: ({ message, expected }) =>
    message.version === '1' ? differs(message.version, expected.version) : 'different',
  domain: ({ message: { domain }, expected }) => {
    if (!isDomain(domain)) return 'form'
    const isExpected = typeof expected.domain === 'string' ? domain === expected.domain : expected.domain(domain)
    return isExpected ? undefined : 'different'
  },
  uri: ({ message: { uri, domain }, expected }) =>
    isPageOf({ uri, domain }) ? differs(uri, expected.uri) : 'different',
  chainId: ({ message: { chainId }, expected }) => {
    const chains = typeof expected.chainId === 'string' ? [expected.chainId] : expected.chainId
    return (chains?.includes(chainId) ?? true) ? undefined : 'different'
  },
  accountAddress: ({ message: { accountAddress, chainId }, expected }) =>
    expected.accountAddress === undefined ||
    isSameSiwxAddress({ chainId, one: accountAddress, other: expected.accountAddress })
      ? undefined
      : 'different',
  nonce: same('nonce'),
  issuedAt: ({ message, expected, now }) => {
    const issuedAt = readTime(message.issuedAt)
    if (issuedAt === undefined) return 'form'
    if (issuedAt > now + clockSlackMs) return 'early'
    if (issuedAt < Math.min(expected.nonceGivenAt ?? now, now) - clockSlackMs) return 'late'
    return differs(message.issuedAt, expected.issuedAt)
  },
  expirationTime: ({ message: { expirationTime }, expected, now }) => {
    if (expirationTime === undefined) return differs(expirationTime, expected.expirationTime)
    const time = readTime(expirationTime)
    if (time === undefined) return 'form'
    return now < time ? differs(expirationTime, expected.expirationTime) : 'late'
  },
  notBefore: ({ message: { notBefore }, expected, now }) => {
    if (notBefore === undefined) return differs(notBefore, expected.notBefore)
    const time = readTime(notBefore)
    if (time === undefined) return 'form'
    return now >= time ? differs(notBefore, expected.notBefore) : 'early'
  },
  statement: same('statement'),
  requestId: same('requestId'),
  resources: ({ message, expected }) =>
    expected.resources === undefined || JSON.stringify(message.resources ?? []) === JSON.stringify(expected.resources)
      ? undefined
      : 'different',
}

const order: readonly SiwxField[] = [
  'version',
  'domain',
  'uri',
  'chainId',
  'accountAddress',
  'nonce',
  'issuedAt',
  'notBefore',
  'expirationTime',
  'statement',
  'requestId',
  'resources',
]

/** The page is on the very host and port, by http or https, and names no user. */
function isPageOf({ uri, domain }: { readonly uri: string; readonly domain: string }): boolean {
  const url = parseUrl(uri)
  if (!url) return false
  const { protocol, host, username, password } = url
  return /^https?:$/.test(protocol) && host === domain && username === '' && password === ''
}

export interface IsSameSiwxAddressParameters {
  readonly chainId: NetworkId
  readonly one: string
  readonly other: string
}

/**
 * Whether two addresses name one account of a chain: eip155's and bech32 are compared without regard to case, all others letter by letter.
 *
 * @example isSameSiwxAddress({ chainId: 'eip155:1', one: '0xAB…', other: '0xab…' }) // true
 */
export function isSameSiwxAddress({ chainId, one, other }: IsSameSiwxAddressParameters): boolean {
  if (one === other) return true
  const { family } = partsOf(chainId)
  const caseless = isFamily(family) ? familyTraits(family).caseless : undefined
  return caseless?.test(one) === true && caseless.test(other) && one.toLowerCase() === other.toLowerCase()
}
