import { addresses, tokenBalances, walletAssets } from '../actions/read.js'
import type { TokenBalance } from '../connector/family.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import {
  type AccountSubject,
  accountSubject,
  type Definition,
  type Fetched,
  type OfAccount,
} from '../query/definition.js'
import { watch } from '../query/watch.js'
import type { Transaction } from '../wire/transaction.js'
import type { SameAddress, SendAsset } from './form.js'

/** The time for which a wallet's list, and a token contract's word, count as fresh, and the polling interval while they are followed. */
const freshMs = 30_000
const pollMs = 10_000

/** The assets that a wallet lists, where it does; null where it doesn't. */
export const assetsOfWallet: Definition<
  OfAccount,
  readonly TokenBalance[],
  AccountSubject,
  readonly TokenBalance[] | null
> = {
  subject: accountSubject,
  key: ({ network, address }) => ['walletAssets', network.caipNetworkId, address],
  freshMs,
  staleBy: 'transaction',
  pollMs: ({ answers: [listed] }) => (listed ? pollMs : false),
  read: async ({ foyer, subject: { address, network }, signal }) =>
    (await walletAssets(foyer, { networkId: network.caipNetworkId, account: address, signal })) ?? null,
  data: ([listed]) => listed ?? undefined,
}

/** The holdings of the chosen account, to be sent. */
export type Holdings = Pick<Fetched<never>, 'status' | 'refetch'> & { readonly tokens: readonly TokenBalance[] }

/** Follows it: what its wallet lists counts before what the operator's server or the chain does [S3.13]. @returns stops */
function watchHoldings(foyer: Foyer, listener: (holdings: Holdings) => void): () => void {
  let listed: Holdings = { status: 'loading', tokens: [], refetch: () => {} }
  let byWallet: Holdings | undefined
  const pass = () => listener(byWallet ?? listed)
  const stops = [
    watch(foyer, 'tokens', {}, ({ data: tokens = [], status, refetch }) => {
      listed = { status, tokens, refetch }
      pass()
    }),
    watch(foyer, assetsOfWallet, {}, ({ data: tokens, status, refetch }) => {
      byWallet = tokens && { status, tokens, refetch }
      pass()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

interface TokenSubject extends AccountSubject {
  readonly token: string
}

/** One token by its address: what no list has is read from its contract. `ready` without data is an address that is no token's. */
export const tokenByAddress: Definition<
  { readonly token: string },
  TokenBalance,
  TokenSubject,
  readonly TokenBalance[]
> = {
  subject(foyer, { token }) {
    const subject = accountSubject(foyer, {})
    return subject && { ...subject, token }
  },
  key: ({ network, address, token }) => ['tokenBalances', network.caipNetworkId, address, token],
  freshMs,
  staleBy: 'transaction',
  pollMs: () => pollMs,
  read: ({ foyer, subject: { network, address, token }, signal }) =>
    tokenBalances(foyer, { tokens: [token], networkId: network.caipNetworkId, account: address, signal }),
  data: ([found]) => found?.[0],
}

/** The counterparties in the account's history: whom it has paid, and who else. */
export interface Counterparties {
  readonly paid: readonly string[]
  readonly met: readonly string[]
}

/** Whom the account has dealt with, by the newest page of its history. */
export const counterparties: Definition<OfAccount, Counterparties, AccountSubject, Counterparties> = {
  subject: accountSubject,
  key: ({ network, address }) => ['counterparties', network.caipNetworkId, address],
  freshMs,
  staleBy: 'transaction',
  async read({ context: { api, queries }, subject: { address, network }, signal }) {
    const [server, { history }] = await Promise.all([api?.(), queries()])
    if (!server) return noCounterparties
    const { data } = await history(server, { address, networkId: network.caipNetworkId, signal })
    return counterpartiesIn({ address, data })
  },
  data: ([known]) => known,
}

const noCounterparties: Counterparties = { paid: [], met: [] }

/** Pure: who paid is who signed; what others had an address do in a token says nothing of its owner. */
export function counterpartiesIn({
  address,
  data,
}: {
  readonly address: string
  readonly data: readonly Pick<Transaction, 'metadata'>[]
}): Counterparties {
  const own = address.toLowerCase()
  const isOwn = (other: string) => other.toLowerCase() === own
  const paid = data.flatMap(({ metadata: { sentFrom, sentTo } }) => (isOwn(sentFrom) && sentTo ? [sentTo] : []))
  const met = data.flatMap(({ metadata: { sentFrom } }) => (isOwn(sentFrom) || !sentFrom ? [] : [sentFrom]))
  return { paid: [...new Set(paid)], met: [...new Set(met)] }
}

/** The data that is fetched for a send. */
export interface Sources {
  readonly holdings: Holdings
  /** The chosen token, where no list has it. */
  readonly token: TokenBalance | undefined
  readonly known: Counterparties
  /** Compares addresses as the family does. */
  readonly isSame: SameAddress
}

export const noSources: Sources = {
  holdings: { status: 'idle', tokens: [], refetch: () => {} },
  token: undefined,
  known: noCounterparties,
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
      wanted === undefined
        ? () => {}
        : watch(foyer, tokenByAddress, { token: wanted }, ({ data: token }) => change({ token }))
  }
  const readRules = () => void addresses(foyer).then(({ isSame }) => change({ isSame }), contextOf(foyer).report)
  const stops = [
    watchHoldings(foyer, (holdings) => {
      if (holdings.status === 'failed' && sources.holdings.status !== 'failed') sayUnpriced(foyer)
      change({ holdings })
      followToken()
    }),
    // A history that can't be had is none.
    watch(foyer, counterparties, {}, ({ data = noCounterparties }) => change({ known: data })),
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
