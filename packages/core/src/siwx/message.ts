import type { NetworkId } from '../chain/ids.js'

/** What a visitor signs to sign in (CAIP-122); of an `eip155` account it is EIP-4361's [S3.23]. Times are as ISO 8601 writes them. */
export interface SiwxMessage {
  /** Where the sign-in is for: a host, with its port where it has one. */
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
