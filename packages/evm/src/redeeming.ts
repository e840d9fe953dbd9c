/**
 * The calldata by which a session's key redeems, as it is written, signed and read: by the page that has the key, and
 * by the server that pays for it.
 */

import { delegationManager } from '@foyer/signing/delegate'
import {
  type Address,
  concat,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  slice,
  zeroHash,
} from 'viem'

export { deadlineContract, deadlineData, withDeadline } from '@foyer/signing/deadline'
export { delegationManager }

/** A call that an account makes because a session's key redeems its permission. */
export interface RedeemedCall {
  readonly to: Address
  /** In wei, of the account. */
  readonly value: bigint
  readonly data: Hex
}

const managerAbi = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)'])
const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)'])

const executionOf = ({ to, value, data }: RedeemedCall): Hex => concat([to, numberToHex(value, { size: 32 }), data])

/**
 * Encodes what the delegation manager is called with by the key (ERC-7710): one permission, one call.
 *
 * @param context - of the permission, as the wallet answered it
 */
export const redeemDelegationData = (context: Hex, call: RedeemedCall): Hex =>
  encodeFunctionData({
    ...{ abi: managerAbi, functionName: 'redeemDelegations' },
    args: [[context], [zeroHash], [executionOf(call)]],
  })

/** Encodes the same as a call of the key's own account, which makes it by an operation that others pay for (ERC-7579, ERC-4337). */
export function redeemingCallData(context: Hex, call: RedeemedCall): Hex {
  const execution = executionOf({ to: delegationManager, value: 0n, data: redeemDelegationData(context, call) })
  return encodeFunctionData({ abi: executeAbi, args: [zeroHash, execution] })
}

/** Reads the call that such an operation redeems. @throws where it isn't one */
export function redeemedIn(callData: Hex): RedeemedCall {
  const [, execution] = decodeFunctionData({ abi: executeAbi, data: callData }).args
  const { args } = decodeFunctionData({ abi: managerAbi, data: slice(execution, 52) })
  const [first = '0x'] = args[2]
  return {
    to: slice(first, 0, 20),
    value: BigInt(slice(first, 20, 52)),
    data: first.length === 106 ? '0x' : slice(first, 52),
  }
}

/** In whose name an operation is paid for, and until when it may be sent. */
export interface PayingConsent {
  /** The network's own number. */
  readonly chainId: number
  /** The operation's hash, as the EntryPoint has it: the chain, the key, the permission, its call and the nonce are in it. */
  readonly operation: Hex
  readonly projectId: string
  /** The server's name of the session. */
  readonly session: string
  /** In seconds since 1970. */
  readonly validUntil: number
}

/** Returns what the key signs beside the operation (EIP-712), so that a copy of it is worth nothing in another project's name, or later. */
export const consentTypedData = ({ chainId, validUntil, ...consent }: PayingConsent) =>
  ({
    domain: { name: 'Foyer sponsored session', version: '1', chainId },
    primaryType: 'PayingConsent',
    types: {
      PayingConsent: [
        { name: 'operation', type: 'bytes32' },
        { name: 'projectId', type: 'string' },
        { name: 'session', type: 'string' },
        { name: 'validUntil', type: 'uint256' },
      ],
    },
    message: { ...consent, validUntil: BigInt(validUntil) },
  }) as const
