import { authorizationBytes } from './authorization.js'
import { bytesOf, list, number, string } from './rlp.js'

/** The fees of an operation that a contract takes upon itself, by what its owner has signed for that (ERC-7677). */
export interface OperationFees {
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** The contract's address, the gas that it may verify with and end with, each in 16 bytes, and its own data. */
  readonly paymasterAndData: string
}

/**
 * A user operation of an account with the delegate's code (EntryPoint 0.7) that others send and pay for: its fees and its pre-verification gas are zero, unless a paymaster
 * pays them; it has no init code. It is approved by its fields.
 */
export interface SponsoredOperation {
  /** Never 0. */
  readonly chainId: bigint
  readonly account: string
  /** The EntryPoint's for the account. */
  readonly nonce: bigint
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
  /** The calldata for the account: its own `execute`. */
  readonly callData: string
  /**
   * The authorization that switches the account to the delegate's code before, with the account's own nonce; null where
   * it has that.
   */
  readonly authorization: { readonly delegate: string; readonly nonce: bigint } | null
  /** The fees that a paymaster pays; undefined where there is nothing to pay. */
  readonly fees?: OperationFees | undefined
}

/** The first byte of what an operation is approved by, which no transaction and no message begins with. */
export const operationType = 6

/** The bytes by which an operation is approved and compared: the authorization, where there is one, and every field that the operation's signature is over [F13]. */
export const partsOfSponsored = ({
  chainId,
  authorization,
  ...operation
}: SponsoredOperation): readonly Uint8Array[] => {
  const { account, nonce, verificationGasLimit, callGasLimit, callData, fees } = operation
  return [
    ...(authorization ? [authorizationBytes({ chainId, ...authorization })] : []),
    Uint8Array.from([
      operationType,
      ...list([
        ...[number(chainId), string(bytesOf(account)), number(nonce)],
        ...[number(verificationGasLimit), number(callGasLimit), string(bytesOf(callData))],
        ...(fees ? partsOfFees(fees) : []),
      ]),
    ]),
  ]
}

const partsOfFees = ({ preVerificationGas, maxFeePerGas, maxPriorityFeePerGas, paymasterAndData }: OperationFees) => [
  ...[preVerificationGas, maxFeePerGas, maxPriorityFeePerGas].map(number),
  string(bytesOf(paymasterAndData)),
]
