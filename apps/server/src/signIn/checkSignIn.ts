import {
  checkSiwx,
  parseSiwxMessage,
  type SignedText,
  type SiwxMessage,
  SiwxMessageError,
  siwxDomain,
} from '@foyer/core/siwx'
import type { Chains } from '../chains/chains.js'
import { isOriginAllowed } from '../projects/origins.js'
import type { Project } from '../projects/project.js'
import { SignInRefusedError } from './refusals.js'

/** The terms that a signed text has to agree with. */
export interface SignInCheck {
  readonly text: string
  readonly project: Pick<Project, 'allowedOrigins' | 'development'>
  /** the `Origin` that the browser gave the request, where a page sent it */
  readonly origin: string | undefined
  /** out of the nonce's token */
  readonly nonce: string
  /** milliseconds since 1970 */
  readonly nonceGivenAt: number
  readonly now: number
}

/**
 * Reads what was signed, and checks all of it but the signature and whether the nonce was used: for a page of the project, by the page that asks [F6 F12].
 *
 * @throws {@link SignInRefusedError}
 */
export function checkSignIn({ text, project, origin, nonce, nonceGivenAt, now }: SignInCheck): SiwxMessage {
  try {
    const message = parseSiwxMessage(text)
    const allows = (page: string) => isOriginAllowed({ origin: page, project })
    const isPages = (domain: string) =>
      [`https://${domain}`, `http://${domain}`].some(allows) && (origin === undefined || siwxDomain(origin) === domain)
    checkSiwx({ message, expected: { domain: isPages, nonce, nonceGivenAt }, now })
    // A project that allows a host by https alone doesn't allow it by http.
    if (!allows(new URL(message.uri).origin)) throw new SignInRefusedError({ field: 'uri' })
    return message
  } catch (error) {
    if (error instanceof SiwxMessageError) throw new SignInRefusedError({ field: error.field, cause: error })
    throw error
  }
}

export interface Signed extends SignedText {
  readonly signal: AbortSignal
}

/** `key`: the account's own, so that the account is the same on every network; `contract`: the one at the address, by its word on its network. */
export type Signer = 'key' | 'contract'

/** Verifies as a chain family does, by the server's own networks where one has to be asked. */
export type VerifyOnChains = (request: { chains: Chains; signed: Signed }) => Promise<Signer | null>

/**
 * Finds out who signed a message.
 * @returns `key` where the account's own key did, so that the account is the same on every network of its family; `contract` where the
 * contract at the address says on its network that it did; null where the account didn't, or its family has no verifier
 * @throws ChainUnavailableError · UnknownChainError
 */
export type VerifySignature = (signed: Signed) => Promise<Signer | null>

/** Verifies with the server's own networks: a contract's signature is asked of its chain (X6). */
export const createVerifySignature =
  ({
    chains,
    readersOf,
  }: {
    chains: Chains
    readersOf: (networkId: string) => { readonly verify?: VerifyOnChains | undefined }
  }): VerifySignature =>
  async (signed) =>
    (await readersOf(signed.networkId).verify?.({ chains, signed })) ?? null
