import { delegateAddress, delegateCode } from '@foyer/evm/delegate'
import { domainSeparator, type Hex, keccak256, numberToHex, size, slice, toBytes, toHex } from 'viem'

const wordBytes = 32

/**
 * Whether a code is that of the delegate on this network, to the byte.
 * @param code as `eth_getCode` answers
 */
export function isDelegateCode({ code, chainId }: { code: Hex; chainId: number }): boolean {
  if (size(code) !== delegateCode.bytes) return false
  const wordAt = (start: number) => slice(code, start, start + wordBytes)
  const domain = { ...delegateCode.domain, chainId, verifyingContract: delegateAddress } as const
  if (wordAt(delegateCode.chainId) !== numberToHex(chainId, { size: wordBytes })) return false
  if (wordAt(delegateCode.domainSeparator) !== domainSeparator({ domain })) return false
  const bytes = toBytes(code)
  for (const start of [delegateCode.chainId, delegateCode.domainSeparator]) bytes.fill(0, start, start + wordBytes)
  return keccak256(toHex(bytes)) === delegateCode.hash
}
