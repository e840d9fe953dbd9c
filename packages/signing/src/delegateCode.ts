import { type Address, domainSeparator, type Hex, keccak256, numberToHex, size, slice, toBytes, toHex } from 'viem'
import { delegateDomain } from './delegate.js'

/**
 * The delegate's code is the same on every network but for two words, the network's number and the hash of its domain there (EIP-712), which begin at these bytes.
 */
export const delegateCode = {
  bytes: 11_185,
  chainId: 5_801,
  domainSeparator: 5_843,
  /** keccak-256 of the code with zeros in the place of both words */
  hash: '0x29e80da8dce2a5184fbbe98d907f0b4c01c9ad4f40c485bb038c82f28db5425a',
} as const

const wordBytes = 32

/**
 * Whether a code is that of the delegate on this network, to the byte.
 * @param asked.code - as `eth_getCode` answers
 * @param asked.address - where it stands: the delegate's own
 */
export function isDelegateCode({
  code,
  chainId,
  address,
}: {
  readonly code: Hex
  readonly chainId: number
  readonly address: Address
}): boolean {
  if (size(code) !== delegateCode.bytes) return false
  const wordAt = (start: number) => slice(code, start, start + wordBytes)
  const domain = { ...delegateDomain, chainId, verifyingContract: address } as const
  if (wordAt(delegateCode.chainId) !== numberToHex(chainId, { size: wordBytes })) return false
  if (wordAt(delegateCode.domainSeparator) !== domainSeparator({ domain })) return false
  const bytes = toBytes(code)
  for (const start of [delegateCode.chainId, delegateCode.domainSeparator]) bytes.fill(0, start, start + wordBytes)
  return keccak256(toHex(bytes)) === delegateCode.hash
}
