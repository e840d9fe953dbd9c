import type { AccountNfts } from '@foyer/core/account'
import { type ShownNft, shownNft } from '@foyer/core/internal'
import type { Fetched } from '@foyer/core/query'
import { useMemo } from 'react'
import { useFetched } from '../useFetched.js'
import type { OfFamily } from './account.js'

export type { ShownNft } from '@foyer/core/internal'

export interface Nfts extends Pick<AccountNfts, 'known'>, Pick<Fetched<never>, 'status' | 'more' | 'loadMore'> {
  /** What came in the account's own transactions first, each received last first. */
  readonly nfts: readonly ShownNft[]
  /** Those that look as if they had been sent only to be seen. */
  readonly spam: readonly ShownNft[]
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * The NFTs that the chosen account holds on its network, by pages. They come from the operator's server, which checks each against the chain; where it
 * can't know of all, `known` is false.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { nfts, more, loadMore } = useFoyerNfts()
 * return <>{nfts.map(({ key, name, image }) => <figure key={key}><img src={image} alt="" />{name}</figure>)}</>
 */
export function useFoyerNfts({ family }: OfFamily = {}): Nfts {
  const { data: { nfts, known } = none, status, more, loadMore, refetch } = useFetched('nfts', { family })
  const listed = useMemo(() => nfts.map(shownNft), [nfts])
  return {
    status,
    known,
    more,
    loadMore,
    nfts: listed.filter(({ nft }) => !nft.isSpam),
    spam: listed.filter(({ nft }) => nft.isSpam),
    retry: refetch,
  }
}

const none: AccountNfts = { nfts: [], known: false }
