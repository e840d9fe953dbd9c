import * as v from 'valibot'
import type { Chain } from '../chains/chains.js'
import type { Provider } from '../provider/provider.js'
import { readable, row } from '../provider/rows.js'
import { AddressText } from '../rpc/bytes.js'
import type { NftId } from './nft.js'

/** A provider of the NFTs of any account on public networks. The contracts confirm what it names before it is shown. */
export interface NftProvider {
  /** Whether it knows a network. */
  has(chain: Pick<Chain, 'id'>): boolean
  /**
   * @param request.mark - the `next` of the page before
   * @returns so many at most, the contract's by its id
   * @throws ProviderError · the signal's reason
   */
  page(request: {
    chain: Pick<Chain, 'id'>
    /** in lower case */
    account: string
    mark: string | null
    most: number
    /** whose question it is, as `clientKey` gives it */
    client: string
    signal: AbortSignal
  }): Promise<{ readonly ids: readonly NftOfProvider[]; readonly next: string | null }>
}

export interface NftOfProvider extends NftId {
  /** whether the provider takes it for spam */
  readonly isSpam: boolean
}

export interface AlchemyParameters {
  key: string
  provider: Provider
  /** where it is asked; its own hosts if left out */
  origins?: ReadonlyMap<string, string> | undefined
}

/** Its own names of networks, by CAIP-2. @see https://www.alchemy.com/docs/reference/nft-api-endpoints */
const networks: readonly (readonly [id: string, name: string])[] = [
  ['eip155:1', 'eth-mainnet'],
  ['eip155:10', 'opt-mainnet'],
  ['eip155:100', 'gnosis-mainnet'],
  ['eip155:137', 'polygon-mainnet'],
  ['eip155:8453', 'base-mainnet'],
  ['eip155:42161', 'arb-mainnet'],
  ['eip155:42220', 'celo-mainnet'],
  ['eip155:43114', 'avax-mainnet'],
  ['eip155:59144', 'linea-mainnet'],
  ['eip155:80002', 'polygon-amoy'],
  ['eip155:84532', 'base-sepolia'],
  ['eip155:421614', 'arb-sepolia'],
  ['eip155:11155111', 'eth-sepolia'],
  ['eip155:11155420', 'opt-sepolia'],
]
const usualOrigins = new Map(networks.map(([id, name]) => [id, `https://${name}.g.alchemy.com`]))

const freshMs = 30_000
const standards = { ERC721: 'erc721', ERC1155: 'erc1155' } as const

const Owned = v.object({
  contract: v.object({
    address: AddressText,
    isSpam: v.nullish(v.boolean()),
  }),
  tokenId: v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,77})$/)),
  /** unknown for some contracts */
  tokenType: v.string(),
})
const Page = v.object({
  ownedNfts: v.array(row(Owned)),
  pageKey: v.nullish(v.pipe(v.string(), v.regex(/^[\w+/=:.~-]{1,300}$/))),
})

/**
 * Reads Alchemy's NFT API.
 * @see https://www.alchemy.com/docs/reference/getnftsforowner-v3
 */
export function createAlchemy({ key, provider, origins = usualOrigins }: AlchemyParameters): NftProvider {
  return {
    has: ({ id }) => origins.has(id),
    async page({ chain, account, mark, most, ...asker }) {
      const url = new URL(`${origins.get(chain.id)}/nft/v3/${encodeURIComponent(key)}/getNFTsForOwner`)
      const query = {
        owner: account,
        withMetadata: 'true',
        pageSize: String(most),
        ...(mark !== null && { pageKey: mark }),
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const { ownedNfts, pageKey } = await provider.ask({
        url: url.href,
        schema: Page,
        rows: (page) => page.ownedNfts,
        freshMs,
        ...asker,
      })
      const ids = readable(ownedNfts).flatMap(({ contract, tokenId, tokenType }) => {
        const standard = tokenType === 'ERC721' || tokenType === 'ERC1155' ? standards[tokenType] : null
        if (standard === null) return []
        return [{ contract: contract.address, tokenId: BigInt(tokenId), standard, isSpam: contract.isSpam === true }]
      })
      return { ids, next: pageKey ?? null }
    },
  }
}
