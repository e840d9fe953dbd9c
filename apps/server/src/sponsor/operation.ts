import { type LowerHex, lowerHex } from '@foyer/core/chain'
import { delegateAddress, delegateDomain, entryPoint } from '@foyer/evm/delegate'
import { readsOnce } from '@foyer/evm/readsOnce'
import { withDeadline } from '@foyer/evm/redeeming'
import {
  type Address,
  concat,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  recoverTypedDataAddress,
  size,
  slice,
  zeroHash,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import type { KeptAuthorization, KeptOperation } from '../db/schema/sponsor.js'

/** The part of an operation that a paymaster pays for. */
export interface OperationFees {
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly paymasterAndData: Hex
}

/** An operation of an account, whose fees are zero unless a paymaster pays them. */
export interface Operation extends KeptOperation {
  readonly fees?: OperationFees | undefined
  /** of the network, without its family */
  readonly chain: number
  /** in lower case */
  readonly sender: Address
  readonly nonce: bigint
}

/** One of the calls that an operation makes in the account's name. */
export interface OperationCall {
  readonly to: LowerHex
  readonly data: LowerHex
}

export const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)'])
export const batchType = [
  {
    type: 'tuple[]',
    components: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const
const packedType =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)'

/** The parts of the EntryPoint's interface that are used here. */
export const entryPointAbi = parseAbi([
  `function handleOps(${packedType}[] ops, address beneficiary)`,
  'function getNonce(address sender, uint192 key) view returns (uint256)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

/** ERC-7579: a single call, and a batch in which all take effect or none. */
export const modes = { single: zeroHash, batch: pad('0x01', { dir: 'right' }) } as const

/**
 * Reads which calls an account is to make. Whatever isn't written as it would be written here is refused: what is judged is what runs.
 * @returns null for anything but the account's `execute` of one call, or of a batch that is one
 */
export function callsIn(callData: LowerHex): readonly OperationCall[] | null {
  const execution = decoded(() => decodeFunctionData({ abi: executeAbi, data: callData }))
  if (execution === null) return null
  const [mode, data] = execution.args
  const encoded = (written: Hex) =>
    lowerHex(encodeFunctionData({ abi: executeAbi, args: [mode, written] })) === callData
  if (mode === modes.single) {
    if (size(data) < 52 || !encoded(data)) return null
    const rest = size(data) === 52 ? '0x' : slice(data, 52)
    return [{ to: lowerHex(slice(data, 0, 20)), data: lowerHex(rest) }]
  }
  if (mode !== modes.batch) return null
  if (!readsOnce({ inputs: batchType, data })) return null
  const batch = decoded(() => decodeAbiParameters(batchType, data))
  if (batch === null || !encoded(encodeAbiParameters(batchType, batch))) return null
  const [calls] = batch
  return calls.length === 0 ? null : calls.map(({ to, data }) => ({ to: lowerHex(to), data: lowerHex(data) }))
}

/** @returns null for what can't be decoded */
function decoded<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null // why it can't be makes no difference
  }
}

const twoIn = (high: bigint | number, low: bigint | number): Hex =>
  concat([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])

const accountGasLimits = ({ verificationGasLimit, callGasLimit }: Operation): Hex =>
  twoIn(verificationGasLimit, callGasLimit)

/** Returns what the account is called with: its calls behind their deadline. What is none of its own calls is refused wherever it is judged, and stays as it is. */
export const executedOf = ({ callData, validUntil }: Pick<Operation, 'callData' | 'validUntil'>): Hex =>
  withDeadline(callData, validUntil) ?? callData

/** The operation as the EntryPoint takes it, but for its signature. */
const packed = ({ fees, ...operation }: Operation) =>
  ({
    sender: operation.sender,
    nonce: operation.nonce,
    initCode: '0x',
    callData: executedOf(operation),
    accountGasLimits: accountGasLimits(operation),
    preVerificationGas: fees?.preVerificationGas ?? 0n,
    gasFees: fees ? twoIn(fees.maxPriorityFeePerGas, fees.maxFeePerGas) : zeroHash,
    paymasterAndData: fees?.paymasterAndData ?? '0x',
  }) as const

/** The operation's name at the EntryPoint, which the signature isn't a part of. @see ERC-4337 */
export function hashOf(operation: Operation): Hex {
  const { preVerificationGas, gasFees, paymasterAndData, callData } = packed(operation)
  const inner = encodeAbiParameters(
    ['address', 'uint256', 'bytes32', 'bytes32', 'bytes32', 'uint256', 'bytes32', 'bytes32'].map((type) => ({ type })),
    [
      ...[operation.sender, operation.nonce, keccak256('0x'), keccak256(callData)],
      ...[accountGasLimits(operation), preVerificationGas, gasFees, keccak256(paymasterAndData)],
    ],
  )
  return keccak256(
    encodeAbiParameters(
      ['bytes32', 'address', 'uint256'].map((type) => ({ type })),
      [keccak256(inner), entryPoint, BigInt(operation.chain)],
    ),
  )
}

/** Returns the data that the account's key signs: every field, for this account and network, at this EntryPoint. */
export const typedDataOf = (operation: Operation) =>
  ({
    domain: { ...delegateDomain, chainId: operation.chain, verifyingContract: operation.sender },
    primaryType: 'PackedUserOperation',
    types: {
      PackedUserOperation: [
        { name: 'sender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'initCode', type: 'bytes' },
        { name: 'callData', type: 'bytes' },
        { name: 'accountGasLimits', type: 'bytes32' },
        { name: 'preVerificationGas', type: 'uint256' },
        { name: 'gasFees', type: 'bytes32' },
        { name: 'paymasterAndData', type: 'bytes' },
        { name: 'entryPoint', type: 'address' },
      ],
    },
    message: { ...packed(operation), entryPoint },
  }) as const

/** Whether an operation is signed by its account's key. */
export async function isSigned(operation: Operation): Promise<boolean> {
  const { signature, sender } = operation
  return isIts(sender, () => recoverTypedDataAddress({ ...typedDataOf(operation), signature }))
}

/** A network's own number, of its id. @param chainId - of EVM (CAIP-2) */
export const numberOf = (chainId: string): number => Number(chainId.slice('eip155:'.length))

/** Half of the curve's order: EIP-7702 takes no signature whose `s` is above it, and skips it without a word. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** Whether an authorization switches the account to the delegate, on this network alone. */
export async function isAuthorized(request: {
  readonly authorization: KeptAuthorization
  readonly chain: number
  readonly sender: Address
}): Promise<boolean> {
  const { authorization, chain, sender } = request
  if (BigInt(authorization.s) > halfOrder) return false
  return isIts(sender, () =>
    recoverAuthorizationAddress({ authorization: signedAuthorization({ authorization, chain }) }),
  )
}

/** An authorization as a transaction carries it. */
export const signedAuthorization = ({
  authorization,
  chain,
}: {
  readonly authorization: KeptAuthorization
  readonly chain: number
}) => ({ ...authorization, chainId: chain, address: delegateAddress }) as const

/** A signature that no key can have made is no one's. */
export const isIts = (sender: Address, recover: () => Promise<Address>): Promise<boolean> =>
  Promise.resolve()
    .then(recover)
    .then(
      (signer) => signer.toLowerCase() === sender,
      () => false,
    )

/** Encodes the call of the EntryPoint. @param beneficiary - whom it would give the fees, which are none */
export const handleOpsOf = (operation: Operation, beneficiary: Address): Hex =>
  encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'handleOps',
    args: [[{ ...packed(operation), signature: operation.signature }], beneficiary],
  })

const gasOf = {
  transaction: 21_000,
  /** of a byte of calldata that isn't zero, and what at least is paid for it (EIP-7623) */
  byte: 16,
  leastByte: 40,
  /** of an authorization of an account that is new to the chain (EIP-7702) */
  authorization: 25_000,
  /** what the EntryPoint does besides, and wants to be left */
  entryPoint: 70_000,
} as const

/** The gas that the transaction of an operation is given: what is used is never more, whatever the operation does. */
export function gasFor(operation: Operation): number {
  const { verificationGasLimit, callGasLimit, authorization } = operation
  const bytes = size(handleOpsOf(operation, entryPoint))
  const begins =
    gasOf.transaction + gasOf.byte * bytes + (authorization === null ? 0 : gasOf.authorization) + gasOf.entryPoint
  // Of what is left, a call gets 63 parts of 64 (EIP-150); the operation is two calls deep.
  const executes = Math.ceil(((verificationGasLimit + callGasLimit) * 64 * 64) / (63 * 63))
  return Math.max(begins + executes, gasOf.transaction + gasOf.leastByte * bytes)
}
