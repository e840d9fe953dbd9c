import { decodeFunctionResult, encodeFunctionData, getAddress, parseAbi } from 'viem'
import type { Chain } from '../chains/chains.js'
import { readContracts } from '../contracts/readContracts.js'
import type { NftId } from './nft.js'

const abi = parseAbi([
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])

/** Some have the whole picture in it. */
const longestUri = 256 * 1024

/**
 * Asks an NFT's contract where its metadata is.
 * @returns null where it has none
 * @throws UpstreamError
 * @see EIP-721, EIP-1155 (`{id}` stands for the id in 64 hex digits)
 */
export async function nftUri({
  chain,
  id,
  signal,
}: {
  chain: Chain
  id: NftId
  signal: AbortSignal
}): Promise<string | null> {
  const functionName = id.standard === 'erc721' ? 'tokenURI' : 'uri'
  const data = encodeFunctionData({ abi, functionName, args: [id.tokenId] })
  const read = { kind: 'call', to: getAddress(id.contract), data, most: longestUri } as const
  const [answer] = await readContracts({ chain, reads: [read], signal })
  if (answer === null || answer === undefined || answer.length <= 66) return null
  try {
    const uri = decodeFunctionResult({ abi, functionName, data: answer })
    return uri.trim() === '' ? null : uri.replaceAll('{id}', id.tokenId.toString(16).padStart(64, '0'))
  } catch {
    return null // it gave what isn't a string, which is the same as giving none
  }
}
