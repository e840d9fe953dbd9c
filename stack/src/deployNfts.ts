import { type Address, concat, encodeAbiParameters, parseAbi, parseAbiParameters } from 'viem'
import { bytecodeOf } from './artefact.js'
import { deployCode } from './deployCode.js'

/** What the ERC-721 of {@link deployNfts} can do besides the standard. */
export const localNftAbi = parseAbi([
  'function mint(address to, uint256 tokenId, string uri)',
  'function burn(uint256 tokenId)',
  'function approve(address to, uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function ownerOf(uint256 tokenId) view returns (address)',
])

/** What the ERC-1155 of {@link deployNfts} can do besides the standard. */
export const localEditionsAbi = parseAbi([
  'function mint(address to, uint256 id, uint256 amount)',
  'function mintBatch(address to, uint256[] ids, uint256[] amounts)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])

/** Collections on a local chain, in which anyone can mint. */
export interface LocalNfts {
  /** ERC-721 */
  readonly nft: Address
  /** ERC-1155 */
  readonly editions: Address
}

export interface DeployNftsParameters {
  url: string
  name?: string | undefined
  symbol?: string | undefined
  /** where the metadata of the ERC-1155 is, with `{id}` for the token */
  editionsUri?: string | undefined
}

/**
 * Puts an ERC-721 and an ERC-1155 on a development chain.
 * @throws {@link DeployError}
 * @example
 * const { nft, editions } = await deployNfts({ url: chain.url })
 */
export async function deployNfts({
  url,
  name = 'Foyer Pictures',
  symbol = 'PIC',
  editionsUri = '',
}: DeployNftsParameters): Promise<LocalNfts> {
  const ofNft = encodeAbiParameters(parseAbiParameters('string name, string symbol'), [name, symbol])
  const nft = await deployCode({
    url,
    step: 'deploy the ERC-721',
    initCode: concat([bytecodeOf('../contracts/FoyerNft.json'), ofNft]),
  })
  const ofEditions = encodeAbiParameters(parseAbiParameters('string uri'), [editionsUri])
  const editions = await deployCode({
    url,
    step: 'deploy the ERC-1155',
    initCode: concat([bytecodeOf('../contracts/FoyerEditions.json'), ofEditions]),
  })
  return { nft, editions }
}
