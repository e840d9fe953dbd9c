import type { SiwxFactory } from '../config/siwxHost.js'
import { layOutSiwxMessage } from '../siwx/index.js'

/** The arguments of the older client's `createMessage`. */
export interface SiweMessageArgs extends SiweMessageParams {
  /** `did:pkh:eip155:1:0x…` */
  readonly address: string
  readonly chainId: number
  readonly nonce: string
  readonly version: '1'
  readonly iat: string
}

export interface SiweMessageParams {
  readonly chains: readonly number[]
  readonly methods?: readonly string[] | undefined
  readonly domain: string
  readonly uri: string
  readonly type?: string | undefined
  readonly nbf?: string | undefined
  readonly exp?: string | undefined
  readonly statement?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
  /** In seconds. */
  readonly expiry?: number | undefined
  readonly iat?: string | undefined
}

/** The signed-in account, as the host's server says. */
export interface SiweSession {
  readonly address: string
  readonly chainId: number
}

/** The host's own functions, which speak with its server. */
export interface SiweConfigOptions {
  /** Whether a visitor who doesn't sign in is disconnected; true unless said. */
  readonly required?: boolean | undefined
  /** False switches signing in off. */
  readonly enabled?: boolean | undefined
  /** True unless said, as the two below: what the session doesn't outlive. */
  readonly signOutOnDisconnect?: boolean | undefined
  readonly signOutOnAccountChange?: boolean | undefined
  readonly signOutOnNetworkChange?: boolean | undefined
  /**
   * The lifetime of a nonce requested while the visitor is asked to sign in, in ms; then it is asked for again. 5 minutes by default; 0 asks
   * for it at the press alone.
   */
  readonly nonceRefetchIntervalMs?: number | undefined
  /**
   * The interval at which the session is asked for while the visitor is signed in, in ms; it is asked for as well when the page loads, and when the
   * account or the network changes. A visitor without one is signed out, and comes to the sign-in where it is required. 5 minutes unless said; 0 never asks.
   */
  readonly sessionRefetchIntervalMs?: number | undefined
  readonly getNonce: (address?: string) => Promise<string>
  readonly getMessageParams?: (() => Promise<SiweMessageParams>) | undefined
  readonly createMessage: (args: SiweMessageArgs) => string
  readonly verifyMessage: (signed: {
    readonly message: string
    readonly signature: string
    readonly cacao?: unknown
    readonly data?: unknown
  }) => Promise<boolean>
  readonly getSession: () => Promise<SiweSession | null>
  readonly signOut: () => Promise<boolean>
  readonly onSignIn?: ((session?: SiweSession) => void) | undefined
  readonly onSignOut?: (() => void) | undefined
}

/**
 * Has visitors sign in with Ethereum by functions of the host: the older way, for code that has it. Accounts of other families count as signed in.
 *
 * @see EIP-4361
 * @example createFoyer({ …, siweConfig: createSiweConfig({ getNonce, getMessageParams, createMessage, verifyMessage, getSession, signOut }) })
 */
export function createSiweConfig(options: SiweConfigOptions): SiwxFactory {
  if (options.enabled === false) return () => undefined
  return async (host) => (await import('./siwxOfSiwe.js')).siwxOfSiwe({ options, host })
}

/**
 * Writes the text that an account signs, of what `createMessage` of the older client is given.
 *
 * @throws SiwxMessageError for a field that would make lines of its own
 * @see EIP-4361
 * @example createSiweConfig({ …, createMessage: formatSiweMessage })
 */
export function formatSiweMessage({ address, ...args }: SiweMessageArgs): string {
  const { domain, uri, version, nonce, iat, statement, exp, nbf, requestId, resources } = args
  return layOutSiwxMessage({
    word: 'Ethereum',
    reference: getDidChainId(address),
    accountAddress: getDidAddress(address),
    ...{ domain, uri, version, nonce, statement, requestId, resources },
    issuedAt: iat,
    expirationTime: exp,
    notBefore: nbf,
  })
}

/**
 * The account's address in a text that it signed.
 *
 * @returns an empty text where there is none
 * @example getAddressFromMessage(message) // '0x…'
 */
export const getAddressFromMessage = (message: string): string => /0x[a-fA-F0-9]{40}/.exec(message)?.[0] ?? ''

/**
 * The network that a signed text is for, by CAIP-2.
 *
 * @returns `eip155:1` where it says none
 * @example getChainIdFromMessage(message) // 'eip155:10'
 */
export const getChainIdFromMessage = (message: string): `eip155:${string}` =>
  `eip155:${/Chain ID: (\d+)/.exec(message)?.[1] ?? '1'}`

/**
 * The address of an account that is written as `did:pkh`.
 *
 * @example getDidAddress('did:pkh:eip155:1:0x…') // '0x…'
 */
export const getDidAddress = (did: string): string => did.split(':').at(-1) ?? ''

/**
 * The network of an account that is written as `did:pkh`, as its family has it.
 *
 * @example getDidChainId('did:pkh:eip155:10:0x…') // '10'
 */
export const getDidChainId = (did: string): string => did.split(':')[3] ?? ''
