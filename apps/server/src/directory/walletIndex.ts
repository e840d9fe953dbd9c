import { parseUrl } from '@foyer/core/links'
import { coreBuild, coreBuildExcludes, type Wallet, type WalletsQuery, type WalletsReply } from '@foyer/core/wire'

/** A directory that is ready to be asked, all in memory. */
export interface WalletIndex {
  /** A page of what matches, and how much matches in all. Never throws; what matches nothing has an empty page. */
  list(query: WalletsQuery): WalletsReply
  /** @returns the name of the wallet whose picture has this id */
  nameOfImage(imageId: string): string | undefined
  /** Every wallet, in order. */
  readonly wallets: readonly Wallet[]
}

interface Entry {
  readonly wallet: Wallet
  readonly chains: ReadonlySet<string>
  /** as a search compares it */
  readonly name: string
  /** where else a search looks: the announced name and the homepage's host */
  readonly other: string
}

/** The rank of a search's match: the smaller, the earlier. */
const noMatch = 4

/**
 * Indexes wallets for queries. They are sorted by `order`, those without one last, then by name.
 * @see S7.23, S7.24
 */
export function createWalletIndex(wallets: readonly Wallet[]): WalletIndex {
  const entries = [...wallets].sort(byOrder).map(entryOf)
  const names = new Map(entries.map(({ wallet }) => [wallet.image_id ?? wallet.id, wallet.name]))
  return {
    wallets: entries.map(({ wallet }) => wallet),
    nameOfImage: (imageId) => names.get(imageId),
    list({ page, entries: size, search, ...query }) {
      const matching = entries.filter(matcher(query))
      const found = search === undefined ? matching : ranked({ entries: matching, search: foldText(search) })
      const data = found.slice((page - 1) * size, page * size).map(({ wallet }) => wallet)
      return { data, count: found.length }
    },
  }
}

function entryOf(wallet: Wallet): Entry {
  const { chains = [], name, rdns, homepage } = wallet
  const host = parseUrl(homepage ?? '')?.hostname ?? ''
  return { wallet, chains: new Set(chains), name: foldText(name), other: foldText(`${rdns ?? ''} ${host}`) }
}

function byOrder(one: Wallet, other: Wallet): number {
  const [first, second] = [one.order ?? Number.MAX_VALUE, other.order ?? Number.MAX_VALUE]
  if (first !== second) return first - second
  const [name, otherName] = [foldText(one.name), foldText(other.name)]
  if (name !== otherName) return name < otherName ? -1 : 1
  return one.id < other.id ? -1 : 1 // ids are unique, so that every node has one and the same order
}

type Filter = Omit<WalletsQuery, 'page' | 'entries' | 'search'>

function matcher({ include, exclude, chains, badge_type: badge, sv }: Filter): (entry: Entry) => boolean {
  const included = include === undefined ? null : idsOf(include)
  const excluded = idsOf([...(exclude ?? []), ...(sv?.startsWith(coreBuild) ? coreBuildExcludes : [])])
  return ({ wallet, chains: own }) =>
    !excluded.has(wallet.id) &&
    (included === null || included.has(wallet.id)) &&
    (chains === undefined || chains.some((chain) => own.has(chain))) &&
    (badge === undefined || badge === (wallet.badge_type ?? 'none'))
}

/** Ids are hex, and hosts write them as they like. */
const idsOf = (ids: readonly string[]) => new Set(ids.map((id) => id.toLowerCase()))

/** Ranks matches: the start of the name, of a word, anywhere in the name, then in other fields. */
function ranked({ entries, search }: { entries: readonly Entry[]; search: string }): Entry[] {
  const groups: Entry[][] = Array.from({ length: noMatch }, () => [])
  for (const entry of entries) groups[rankOf({ entry, search })]?.push(entry)
  return groups.flat()
}

function rankOf({ entry: { name, other }, search }: { entry: Entry; search: string }): number {
  if (name.startsWith(search)) return 0
  if (name.includes(` ${search}`)) return 1
  if (name.includes(search)) return 2
  return other.includes(search) ? 3 : noMatch
}

/**
 * A text as a search compares it: without case, accents, width and spaces at its ends.
 * @example
 * foldText('  Ébène ') // 'ebene'
 */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/**
 * Adds the operator's own networks to the wallets of their family. A network that no wallet lists is one that no public
 * list knows; a wallet receives it when it connects (EIP-3085), so it can still be used.
 * @param request.chains - CAIP-2 ids of the networks that the server serves
 */
export function withOwnChains(request: { wallets: readonly Wallet[]; chains: readonly string[] }): readonly Wallet[] {
  const { wallets, chains } = request
  const listed = new Set(wallets.flatMap((wallet) => wallet.chains ?? []))
  const own = chains.filter((chain) => !listed.has(chain))
  if (own.length === 0) return wallets
  return wallets.map((wallet) => {
    const families = new Set(wallet.chains?.map(familyOf))
    const added = own.filter((chain) => families.has(familyOf(chain)))
    return added.length === 0 ? wallet : { ...wallet, chains: [...(wallet.chains ?? []), ...added] }
  })
}

const familyOf = (chain: string) => chain.slice(0, chain.indexOf(':'))
