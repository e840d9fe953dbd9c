import { type StandIn, type StandInAnswer, type StandInRequest, startStandIn } from './standIn.js'

/** An NFT that somebody holds, as the provider has it. */
export interface ListedNft {
  readonly contract: string
  readonly tokenId: bigint
  readonly tokenType: 'ERC721' | 'ERC1155' | 'NOT_A_CONTRACT'
  readonly balance: bigint
  readonly isSpam?: boolean | undefined
}

export interface StartAlchemyParameters {
  readonly key: string
  /** what it says that an address holds, true or not */
  readonly owned: (owner: string) => readonly ListedNft[]
}

/**
 * Alchemy's list of an owner's NFTs.
 * @see https://www.alchemy.com/docs/reference/getnftsforowner-v3
 */
export function startAlchemy({ key, owned }: StartAlchemyParameters): Promise<StandIn> {
  const answer = ({ path, query }: StandInRequest): StandInAnswer => {
    if (!path.startsWith(`/nft/v3/${key}/`))
      return { status: 401, body: { error: { message: 'Must be authenticated!' } } }
    if (!path.endsWith('/getNFTsForOwner')) return { status: 404, body: { error: { message: 'Unsupported method' } } }
    const owner = query.get('owner') ?? ''
    const pageSize = Number(query.get('pageSize') ?? 100)
    if (!/^0x[0-9a-fA-F]{40}$/.test(owner) || pageSize < 1 || pageSize > 100) {
      return { status: 400, body: { error: { message: 'owner or pageSize is invalid' } } }
    }
    const all = owned(owner.toLowerCase())
    const start = Number(Buffer.from(query.get('pageKey') ?? '', 'base64').toString() || 0)
    const end = start + pageSize
    const shown = all.slice(start, end).map(({ contract, tokenId, tokenType, balance, isSpam }) => ({
      contract: { address: contract, name: null, symbol: null, tokenType, ...(isSpam !== undefined && { isSpam }) },
      tokenId: String(tokenId),
      tokenType,
      name: null,
      image: { cachedUrl: null, originalUrl: null },
      balance: String(balance),
    }))
    const pageKey = end < all.length ? Buffer.from(String(end)).toString('base64') : null
    return { body: { ownedNfts: shown, totalCount: all.length, pageKey } }
  }
  return startStandIn({ answer })
}
