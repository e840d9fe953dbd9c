import type { Hex } from '@foyer/core/chain'
import { encodeFunctionData, getAddress, hexToBigInt, isAddressEqual, parseAbi, size, slice } from 'viem'
import type { Chain } from '../chains/chains.js'
import { readContracts } from '../contracts/readContracts.js'
import type { NftId } from '../nfts/nft.js'

/** An NFT that is used as a picture. */
export interface AvatarNft {
  /** CAIP-2 */
  readonly chainId: string
  readonly id: NftId
}

/**
 * Reads an avatar that names an NFT, such as `eip155:1/erc721:0xb7F7…/2430`.
 * @returns null for any other text
 * @see ENSIP-12; CAIP-22, CAIP-29
 */
export function parseAvatarNft(text: string): AvatarNft | null {
  const found = /^(eip155:[1-9]\d{0,19})\/(erc721|erc1155):(0x[0-9a-fA-F]{40})\/(\d{1,78})$/.exec(text.trim())
  const [, chainId, standard, contract, tokenId] = found ?? []
  if (chainId === undefined || contract === undefined || tokenId === undefined) return null
  const id = { contract: contract.toLowerCase(), tokenId: BigInt(tokenId) }
  if (id.tokenId >= 2n ** 256n) return null
  return { chainId, id: { ...id, standard: standard === 'erc721' ? 'erc721' : 'erc1155' } }
}

const abi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
])

export interface HoldsNft {
  chain: Chain
  id: NftId
  owner: Hex
  signal: AbortSignal
}

/**
 * Whether an address has an NFT: only then is it the address's picture.
 * @throws UpstreamError
 */
export async function holdsNft({ chain, id, owner, signal }: HoldsNft): Promise<boolean> {
  const to = getAddress(id.contract)
  const data =
    id.standard === 'erc721'
      ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [id.tokenId] })
      : encodeFunctionData({ abi, functionName: 'balanceOf', args: [getAddress(owner), id.tokenId] })
  const [word] = await readContracts({ chain, reads: [{ kind: 'call', to, data }], signal })
  if (word === null || word === undefined || size(word) !== 32) return false
  return id.standard === 'erc721' ? isAddressEqual(slice(word, 12), owner) : hexToBigInt(word) > 0n
}
