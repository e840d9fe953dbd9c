import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { authorizationBytes } from './authorization.js'
import { delegateDomain, entryPoint } from './delegate.js'
import type { SponsoredOperation } from './sponsored.js'

export type { OperationFees, SponsoredOperation } from './sponsored.js'

/** The type of what the account's key signs. @see ERC-4337 */
const operationType =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,address entryPoint)'
const domainType = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

const hashed = (text: string): Uint8Array => keccak_256(utf8ToBytes(text))
const bytes = (hex: string): Uint8Array => hexToBytes(hex.slice(2))
const word = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'))
const addressWord = (address: string): Uint8Array => word(BigInt(address))

const nothing = keccak_256(new Uint8Array())

/** Both limits in one word, as the EntryPoint has them. */
const gasLimits = ({ verificationGasLimit, callGasLimit }: SponsoredOperation): Uint8Array =>
  word((verificationGasLimit << 128n) | callGasLimit)

/**
 * Returns what is to be paid, and by whom, as the EntryPoint has it: the pre-verification gas, both fees in one word,
 * and the hash of the paymaster's part.
 */
const feeWords = ({ fees }: SponsoredOperation): readonly Uint8Array[] =>
  fees
    ? [
        word(fees.preVerificationGas),
        word((fees.maxPriorityFeePerGas << 128n) | fees.maxFeePerGas),
        keccak_256(bytes(fees.paymasterAndData)),
      ]
    : [word(0n), word(0n), nothing]

/** The bytes that are hashed and signed so that the EntryPoint carries an operation out (EIP-712): for this account on this chain, at this EntryPoint alone. */
export function signedBytesOf(operation: SponsoredOperation): Uint8Array {
  const { chainId, account, nonce, callData } = operation
  const { name, version } = delegateDomain
  const domain = [hashed(domainType), hashed(name), hashed(version), word(chainId), addressWord(account)]
  const fields = [
    ...[hashed(operationType), addressWord(account), word(nonce), nothing, keccak_256(bytes(callData))],
    ...[gasLimits(operation), ...feeWords(operation), addressWord(entryPoint)],
  ]
  return concatBytes(Uint8Array.of(0x19, 1), keccak_256(concatBytes(...domain)), keccak_256(concatBytes(...fields)))
}

/** Returns the hash of an operation at its EntryPoint, whatever its signature. @see ERC-4337 */
export function operationHashOf(operation: SponsoredOperation): `0x${string}` {
  const { chainId, account, nonce, callData } = operation
  const fields = [
    ...[addressWord(account), word(nonce), nothing, keccak_256(bytes(callData))],
    ...[gasLimits(operation), ...feeWords(operation)],
  ]
  const hash = keccak_256(concatBytes(keccak_256(concatBytes(...fields)), addressWord(entryPoint), word(chainId)))
  return `0x${bytesToHex(hash)}`
}

/** Signs the authorization, where there is one, then the operation. @throws TypeError for one that holds on every chain */
export async function signSponsored(
  operation: SponsoredOperation,
  sign: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<readonly Uint8Array[]> {
  const { chainId, authorization } = operation
  if (chainId <= 0n) throw new TypeError('An authorization names its chain.')
  const signatures = authorization ? [await sign(authorizationBytes({ chainId, ...authorization }))] : []
  return [...signatures, await sign(signedBytesOf(operation))]
}
