import { type Bytes, bytesOf, list, number, string } from './rlp.js'

/** An authorization that gives an account a contract's code on one chain (EIP-7702). */
export interface Authorization {
  /** Never 0, which would hold on every chain. */
  readonly chainId: bigint
  /** The contract whose code the account gets. */
  readonly delegate: string
  /** The account's own, by the time that it counts. */
  readonly nonce: bigint
}

export const authorizationFields = ({ chainId, delegate, nonce }: Authorization): readonly Bytes[] => [
  number(chainId),
  string(bytesOf(delegate)),
  number(nonce),
]

/** The bytes that are hashed and signed so that an account gets a contract's code. */
export const authorizationBytes = (authorization: Authorization): Uint8Array =>
  Uint8Array.from([5, ...list(authorizationFields(authorization))])
