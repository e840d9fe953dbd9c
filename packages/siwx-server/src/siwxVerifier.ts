import { type AccountId, type Family, formatAccountId, type NetworkId } from '@foyer/core/chain'
import {
  checkSiwx,
  createNonce,
  parseSiwxMessage,
  type SiwxMessage,
  SiwxMessageError,
  SiwxSignatureError,
  type SiwxVerifier,
  siwxDomain,
} from '@foyer/core/siwx'
import { InvalidSiwxDomainError } from './errors.js'
import type { Nonces } from './nonces.js'

export interface SiwxServerOptions {
  /** The host of the pages that sign in here, with its port where it has one; or several. Never what a request says of itself. */
  readonly domain: string | readonly string[]
  /** The one page that signs in; any page on the domain where it is left out. */
  readonly uri?: string | undefined
  /** The statement of the message; anything where it is left out. */
  readonly statement?: string | undefined
  /** CAIP-2: the networks whose accounts may sign in. */
  readonly chains: readonly NetworkId[]
  /** Of the families of those networks: `evmVerifier` of `@foyer/evm/verify` and its kin. */
  readonly verifiers: readonly SiwxVerifier[]
  readonly nonces: Nonces
  /** In ms since 1970. */
  readonly now?: (() => number) | undefined
}

/** The signed message that a page sends. */
export interface SignedSiwx {
  /** The text, letter by letter. */
  readonly message: string
  readonly signature: string
  readonly publicKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The account that signed in. */
export interface SiwxAccount {
  /** CAIP-10 */
  readonly accountId: AccountId
  readonly networkId: NetworkId
  readonly address: string
  /** The message that was signed, read out of the text. */
  readonly message: SiwxMessage
}

export interface SiwxServer {
  /** A nonce for one sign-in, kept until it is used or over. Give each visitor another, and answer with `Cache-Control: no-store`. */
  nonce(): Promise<string>
  /**
   * Verifies a sign-in: every field, then the signature, and then the nonce, which is used up by it. Nothing is sent on any chain.
   *
   * @throws SiwxMessageError, whose `field` says what was refused · SiwxSignatureError where the account didn't sign it · what a verifier rejects with where it couldn't be found out
   */
  verify(signed: SignedSiwx): Promise<SiwxAccount>
}

/**
 * Verifies sign-ins with a wallet (Sign In With X) in a dapp's own backend, on anything with the Web's own APIs: Node, Deno, Bun, workers at the edge.
 *
 * @throws InvalidSiwxDomainError
 * @see CAIP-122, EIP-4361
 * @example
 * const siwx = createSiwxVerifier({
 *   domain: 'app.example',
 *   chains: ['eip155:1'],
 *   verifiers: [evmVerifier({ rpcUrl: 'https://ethereum.example' })],
 *   nonces: memoryNonces(),
 * })
 * const { accountId } = await siwx.verify({ message, signature })
 */
export function createSiwxVerifier(options: SiwxServerOptions): SiwxServer {
  const { domain, uri, statement, chains, verifiers, nonces, now = Date.now } = options
  const domains = domainsOf(domain)
  const expected = { domain: (said: string) => domains.includes(said), uri, statement, chainId: chains }
  return {
    async nonce() {
      const nonce = createNonce()
      await nonces.add({ nonce, at: now() })
      return nonce
    },
    async verify({ message: text, signature, publicKey, signal }) {
      const message = parseSiwxMessage(text, { family: onlyFamily(verifiers) })
      const { chainId: networkId, accountAddress: address, nonce } = message
      const nonceGivenAt = await nonces.givenAt(nonce)
      // None is expected where this one wasn't given here, or is used or over.
      const expectedNonce = nonceGivenAt === undefined ? '' : nonce
      checkSiwx({ message, expected: { ...expected, nonce: expectedNonce, nonceGivenAt }, now: now() })
      const verifier = verifiers.find(({ family }) => networkId.startsWith(`${family}:`))
      if (!verifier) throw new SiwxMessageError({ field: 'chainId', fault: 'different' })
      const isValid = await verifier.verify({ networkId, address, message: text, signature, publicKey, signal })
      if (!isValid) throw new SiwxSignatureError()
      if (!(await nonces.use(nonce))) throw new SiwxMessageError({ field: 'nonce', fault: 'different' })
      return { accountId: formatAccountId({ networkId, address }), networkId, address, message }
    },
  }
}

/** A text that names no family is read where there is no other. */
function onlyFamily(verifiers: readonly SiwxVerifier[]): Family | undefined {
  const families = new Set(verifiers.map(({ family }) => family))
  return families.size === 1 ? verifiers[0]?.family : undefined
}

function domainsOf(domain: string | readonly string[]): readonly string[] {
  return (typeof domain === 'string' ? [domain] : domain).map((each) => {
    const host = siwxDomain(each)
    if (host === undefined) throw new InvalidSiwxDomainError()
    return host
  })
}
