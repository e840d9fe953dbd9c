import { delegateAddress } from '@foyer/evm/delegate'
import { type Hex, numberToHex, size, slice } from 'viem'
import type { KeptAuthorization } from '../db/schema/sponsor.js'
import { executedOf, type Operation } from '../sponsor/operation.js'

/** The parts of a paymaster, as JSON-RPC names them. */
export interface PaymasterFields {
  readonly paymaster: Hex
  readonly paymasterVerificationGasLimit: Hex
  readonly paymasterPostOpGasLimit: Hex
  readonly paymasterData: Hex
}

/** Takes the packed parts of a paymaster apart. */
export function paymasterFields(paymasterAndData: Hex): PaymasterFields {
  const part = (from: number, to: number) => numberToHex(BigInt(slice(paymasterAndData, from, to)))
  return {
    paymaster: slice(paymasterAndData, 0, 20),
    paymasterVerificationGasLimit: part(20, 36),
    paymasterPostOpGasLimit: part(36, 52),
    paymasterData: size(paymasterAndData) > 52 ? slice(paymasterAndData, 52) : '0x',
  }
}

/** As long as a real one, and one that recovers to somebody, so that what checks it goes on. */
export const unsigned: Hex = `0x${'ff'.repeat(15)}f0${'00'.repeat(16)}7a${'aa'.repeat(31)}1c`
const word: Hex = `0x7a${'aa'.repeat(31)}`

/** An authorization of an account that hasn't signed it yet. */
export const unsignedAuthorization = (nonce: number): KeptAuthorization => ({ nonce, yParity: 0, r: word, s: word })

/** An operation of EntryPoint 0.7 as JSON-RPC has it: for paymasters (ERC-7677) and for those who carry it out (ERC-4337, with EIP-7702's part). */
export function rpcOperation({ fees, authorization, signature, ...operation }: Operation) {
  return {
    sender: operation.sender,
    nonce: numberToHex(operation.nonce),
    callData: executedOf(operation),
    callGasLimit: numberToHex(operation.callGasLimit),
    verificationGasLimit: numberToHex(operation.verificationGasLimit),
    preVerificationGas: numberToHex(fees?.preVerificationGas ?? 0n),
    maxFeePerGas: numberToHex(fees?.maxFeePerGas ?? 0n),
    maxPriorityFeePerGas: numberToHex(fees?.maxPriorityFeePerGas ?? 0n),
    ...(fees && fees.paymasterAndData !== '0x' && paymasterFields(fees.paymasterAndData)),
    signature,
    ...(authorization !== null && {
      eip7702Auth: {
        address: delegateAddress,
        chainId: numberToHex(operation.chain),
        nonce: numberToHex(authorization.nonce),
        yParity: numberToHex(authorization.yParity),
        ...{ r: authorization.r, s: authorization.s },
      },
    }),
  }
}
