import type { TokenBalance } from '../connector/family.js'
import type { SameAddress, SendAsset } from './asset.js'

/** What a visitor should know of a recipient before anything is sent there. */
export type SendWarning =
  /** It looks like an address that was used before, and is another [F14]. */
  | { readonly type: 'lookalike'; readonly known: string }
  /** The sender's own. */
  | { readonly type: 'own' }
  /** A token's contract: what is sent there is mostly lost. */
  | { readonly type: 'contract'; readonly symbol: string }

/** How much of an address is looked at: its first letters after what all have in common, and its last. */
const seen = { start: 4, end: 4 }
/** How all addresses of a kind begin: in hexadecimal digits, and in Bech32 with its network and version (BIP-173). */
const sharedBeginning = /^(0x|(bc|tb|bcrt)1[a-z])/
/** What is shown of it in a row [S9.43]. */
const shown = { start: 4, end: 6 }

/**
 * Does an address look like another, although it isn't? The same few letters at its start and end can be had by trying, which is how wallets are led to
 * send to a stranger.
 */
export function looksLike({
  address,
  known,
  isSame,
}: {
  readonly address: string
  readonly known: string
  readonly isSame: SameAddress
}): boolean {
  if (isSame(address, known)) return false
  const [one, other] = [address.toLowerCase(), known.toLowerCase()]
  const alike = ({ start, end }: typeof seen, from: number) =>
    one.slice(from, from + start) === other.slice(from, from + start) && one.slice(-end) === other.slice(-end)
  return alike(seen, sharedBeginning.exec(one)?.[0].length ?? 0) || alike(shown, 0)
}

/** The warnings about a recipient, the gravest first. */
export function warningsOf({
  to,
  own,
  paid,
  met,
  asset,
  tokens,
  isSame,
}: {
  readonly to: string
  /** The sender's accounts. */
  readonly own: readonly string[]
  /** Whom the account itself has paid. */
  readonly paid: readonly string[]
  /** Whoever else stands in its history: anybody can put an address there. */
  readonly met: readonly string[]
  readonly asset: SendAsset | undefined
  readonly tokens: readonly TokenBalance[]
  readonly isSame: SameAddress
}): readonly SendWarning[] {
  const trusted = [...own, ...paid]
  const alike = trusted.some((each) => isSame(each, to))
    ? undefined
    : [...trusted, ...met].find((known) => looksLike({ address: to, known, isSame }))
  const token = tokens.find(({ address }) => address !== undefined && isSame(address, to))
  const isCollection = asset?.type === 'nft' && isSame(asset.address, to)
  return [
    ...(alike === undefined ? [] : [{ type: 'lookalike', known: alike } as const]),
    ...(token || isCollection ? [{ type: 'contract', symbol: token?.symbol ?? '' } as const] : []),
    ...(own.some((each) => isSame(each, to)) ? [{ type: 'own' } as const] : []),
  ]
}
