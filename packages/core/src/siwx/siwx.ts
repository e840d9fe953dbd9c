import type { Family, NetworkId } from '../chain/ids.js'

/** The message of a sign-in (CAIP-122); of an `eip155` account it is EIP-4361's [S3.23]. Times are as ISO 8601 writes them. */
export interface SiwxMessage {
  /** The host that the sign-in is for, with its port where it has one. */
  readonly domain: string
  /** In its family's own form, without a network. */
  readonly accountAddress: string
  /** CAIP-2. */
  readonly chainId: NetworkId
  /** The page. */
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly issuedAt: string
  readonly statement?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** The name of a field of a sign-in message. */
export type SiwxField = keyof SiwxMessage

/** A sign-in: what was signed, and by what. */
export interface SiwxSession {
  readonly data: SiwxMessage
  /** The text that was signed, letter by letter. */
  readonly message: string
  /** As the family writes it: hex for eip155, base58 for solana, base64 for bip122. */
  readonly signature: string
  /** The account's public key, where a verifier needs it and it doesn't follow from the address. */
  readonly publicKey?: string | undefined
  /** The signed message as a wallet gave it (CAIP-74), where the visitor signed in while connecting. */
  readonly cacao?: unknown
}

/** The message to sign, and its text. */
export interface SiwxRequest extends SiwxMessage {
  toString(): string
}

export interface CreateMessageParameters {
  readonly accountAddress: string
  readonly chainId: NetworkId
  readonly notBefore?: string | undefined
}

/**
 * A dapp's store of sign-ins (Sign In With X). The caller that adds sessions verifies each of them; a list with one that doesn't hold is refused whole.
 *
 * @see CAIP-122
 */
export interface Siwx {
  /** Builds the message that the visitor is to sign. */
  createMessage(request: CreateMessageParameters): Promise<SiwxRequest>
  /** @throws where the session doesn't hold: nothing is kept */
  addSession(session: SiwxSession): Promise<void>
  revokeSession(chainId: NetworkId, address: string): Promise<void>
  /** In the place of all; none signs out. @throws where one doesn't hold: all stay as they were */
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  /** Those that hold now. */
  getSessions(chainId: NetworkId, address: string): Promise<readonly SiwxSession[]>
  /** Whether a visitor who doesn't sign in is disconnected; true where it is left out. */
  getRequired?(): boolean
}

/** A message that an account is said to have signed, before anything of it is checked. */
export interface SignedMessage {
  /** CAIP-2 */
  readonly networkId: string
  readonly address: string
  readonly message: string | Uint8Array
  /** As the family writes it. */
  readonly signature: string
}

/** A verifier's arguments. */
export interface SignedText {
  /** CAIP-2. */
  readonly networkId: NetworkId
  readonly address: string
  readonly message: string
  readonly signature: string
  readonly publicKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Verifies the signed messages of one chain family. */
export interface SiwxVerifier {
  readonly family: Family
  /** @returns whether the account signed the message; rejects only where that couldn't be found out, as when a chain doesn't answer */
  verify(signed: SignedText): Promise<boolean>
}
