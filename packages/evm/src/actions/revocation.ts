import type { Approval, DecodedCall } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'
import { InvalidTransferError } from '@foyer/core/errors'
import type { EvmCall } from '../family.js'
import { decodeCall, encodeCall, mostUint256, wordAddress } from './abi.js'
import { parseAddress } from './transfers.js'

const zeroAddress: Hex = `0x${'0'.repeat(40)}`

/**
 * Encodes the call that takes an approval back: `approve(spender, 0)` of a token, `approve(0x0, tokenId)` of an NFT,
 * `setApprovalForAll(operator, false)` of a collection. What it says is read back from its bytes, and has to be what
 * was asked for.
 *
 * @throws InvalidTransferError
 * @see EIP-20, EIP-721, EIP-1155
 */
export function revocation({ approval }: { readonly approval: Approval }): {
  readonly call: EvmCall & { readonly data: Hex }
  readonly decoded: DecodedCall
} {
  const { kind, tokenId = '' } = approval
  const contract = parseAddress(approval.contract)
  const spender = parseAddress(approval.spender)
  if (!contract) throw new InvalidTransferError({ field: 'asset' })
  if (!spender) throw new InvalidTransferError({ field: 'to' })
  const id = kind !== 'nft' ? 0n : /^\d{1,78}$/.test(tokenId) ? BigInt(tokenId) : mostUint256 + 1n
  if (id > mostUint256) throw new InvalidTransferError({ field: 'asset' })
  const data =
    kind === 'collection'
      ? encodeCall({ call: 'setApprovalForAll', words: [spender, 0n] })
      : encodeCall({ call: 'approve', words: kind === 'nft' ? [zeroAddress, id] : [spender, 0n] })
  const decoded = readRevocation({ contract, kind, data })
  if (!decoded) throw new InvalidTransferError({ field: 'asset' })
  return { call: { to: contract, data }, decoded }
}

/**
 * Reads the bytes of a revocation.
 * @returns undefined for bytes of anything else, an approval that grants something among them
 */
export function readRevocation({
  contract,
  kind,
  data,
}: Pick<Approval, 'kind' | 'contract'> & { readonly data: Hex }): DecodedCall | undefined {
  const call = kind === 'collection' ? 'setApprovalForAll' : 'approve'
  const [first, second] = decodeCall({ data, call, words: 2 }) ?? []
  const who = wordAddress(first)
  if (who === undefined || second === undefined) return undefined
  const said = (name: string, value: string) => ({ name, value })
  switch (kind) {
    case 'collection':
      if (second !== 0n) return undefined
      return { contract, method: 'setApprovalForAll', inputs: [said('operator', who), said('approved', 'false')] }
    case 'nft':
      if (who !== zeroAddress) return undefined
      return { contract, method: 'approve', inputs: [said('to', who), said('tokenId', `${second}`)] }
    case 'token':
      if (second !== 0n) return undefined
      return { contract, method: 'approve', inputs: [said('spender', who), said('amount', '0')] }
  }
}
