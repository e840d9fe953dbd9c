import type { TokenBalancesState } from '../account/tokenBalances.js'
import { addresses } from '../actions/read.js'
import type { TokenBalance } from '../connector/family.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { SameAddress, SendAsset } from './asset.js'
import { type Counterparties, nobody, watchCounterparties, watchHoldings, watchToken } from './holdings.js'

/** What is fetched for a send. */
export interface Sources {
  readonly holdings: TokenBalancesState
  /** The chosen token, where no list has it. */
  readonly token: TokenBalance | undefined
  readonly known: Counterparties
  /** How the family compares addresses. */
  readonly isSame: SameAddress
}

export const noSources: Sources = {
  holdings: { status: 'idle', tokens: [], refetch: () => {} },
  token: undefined,
  known: nobody,
  isSame: (one, other) => one.toLowerCase() === other.toLowerCase(),
}

/** Follows what is fetched for a send, while it is drawn. */
export function followSources({ foyer, emit }: { readonly foyer: Foyer; readonly emit: (sources: Sources) => void }): {
  /** Follows the chosen asset, where it is a token that no list has. */
  readonly choose: (asset: SendAsset | undefined) => void
  readonly stop: () => void
} {
  let sources = noSources
  let chosen: SendAsset | undefined
  let followed: string | undefined
  let stopToken = () => {}
  let stopped = false
  const change = (found: Partial<Sources>) => {
    if (stopped) return
    sources = { ...sources, ...found }
    emit(sources)
  }
  const followToken = () => {
    const wanted = unlisted({ asset: chosen, sources })
    if (wanted === followed || stopped) return
    stopToken()
    followed = wanted
    if (sources.token) change({ token: undefined })
    stopToken =
      wanted === undefined ? () => {} : watchToken(foyer, { address: wanted }, ({ token }) => change({ token }))
  }
  const readRules = () => void addresses(foyer).then(({ isSame }) => change({ isSame }), contextOf(foyer).report)
  const stops = [
    watchHoldings(foyer, (holdings) => {
      if (holdings.status === 'failed' && sources.holdings.status !== 'failed') sayUnpriced(foyer)
      change({ holdings })
      followToken()
    }),
    watchCounterparties(foyer, (known) => change({ known })),
    foyer.subscribe(({ family }) => family, readRules),
  ]
  readRules()
  return {
    choose(asset) {
      chosen = asset
      followToken()
    },
    stop() {
      stopped = true
      for (const stop of [...stops, stopToken]) stop()
    },
  }
}

/** The token that has to be asked for by itself. */
function unlisted({
  asset,
  sources: { holdings, isSame },
}: {
  readonly asset: SendAsset | undefined
  readonly sources: Sources
}): string | undefined {
  if (asset?.type !== 'token' || holdings.status === 'loading' || holdings.status === 'idle') return undefined
  const isListed = holdings.tokens.some(({ address }) => address !== undefined && isSame(address, asset.address))
  return isListed ? undefined : asset.address
}

/** The prices come with what the account holds: without one there is no other [S8.10]. */
function sayUnpriced(foyer: Foyer): void {
  contextOf(foyer).update(() => ({ snackbar: { variant: 'error', message: 'send.priceFailed' } }))
}
