import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Chain } from '../chains/chains.js'
import type { Orm } from '../db/database.js'
import { tokens as table } from '../db/schema/index.js'
import { readTokens } from './readTokens.js'
import { nativeAddress, type Token, tokenKey } from './token.js'

export interface Tokens {
  /**
   * What tokens are called and how many decimals they have: configured ones by configuration, others as their contracts
   * say, once and for all.
   * @param request.addresses - of tokens, and the placeholder of the network's own coin
   * @returns by `tokenKey`; what is no token isn't there
   * @throws UpstreamError when the network doesn't answer and something has to be read
   */
  of(request: { chain: Chain; addresses: readonly string[]; signal: AbortSignal }): Promise<ReadonlyMap<string, Token>>
  /** The network's own coin first, then the configured tokens. */
  listed(chain: Chain): readonly Token[]
}

export interface TokensParameters {
  orm: Orm
  /** where this server is reached from outside; without it only configured icons are told */
  publicUrl?: string | undefined
  now: () => number
}

/** A contract that isn't a token today may be one tomorrow: it may be a proxy, or not deployed yet. */
const noTokenMs = 24 * 60 * 60 * 1_000

export function createTokens({ orm, publicUrl, now }: TokensParameters): Tokens {
  const listed = (chain: Chain) => listedTokens({ chain, publicUrl })
  return {
    listed,
    async of({ chain, addresses, signal }) {
      const known = new Map(listed(chain).map((token) => [tokenKey({ chain, address: token.address }), token]))
      const keys = [...new Set(addresses.map((address) => tokenKey({ chain, address })))]
      const found = new Map(keys.flatMap((key) => entry(key, known.get(key))))
      const others = keys.filter((key) => !known.has(key))
      if (others.length === 0 || !chain.id.startsWith('eip155:')) return found
      const stored = await load({ orm, chain, keys: others, since: new Date(now() - noTokenMs) })
      for (const [key, token] of stored) if (token !== null) found.set(key, token)
      const unread = others.filter((key) => !stored.has(key))
      if (unread.length === 0) return found
      const read = await readTokens({ chain, addresses: unread, signal })
      await store({ orm, chain, keys: unread, read, at: new Date(now()) })
      for (const [key, token] of read) found.set(key, token)
      return found
    },
  }
}

const entry = (key: string, token: Token | undefined): readonly (readonly [string, Token])[] =>
  token === undefined ? [] : [[key, token]]

function listedTokens({ chain, publicUrl }: { chain: Chain; publicUrl: string | undefined }): readonly Token[] {
  const icon = ({ iconUrl, symbol }: { iconUrl: string; symbol: string }) => {
    if (iconUrl !== '' || publicUrl === undefined) return iconUrl
    return `${publicUrl}/public/getTokenImage/${encodeURIComponent(symbol)}`
  }
  const { name, symbol, decimals } = chain.nativeCurrency
  const own = nativeAddress(chain)
  const coin = { name, symbol, decimals, iconUrl: icon({ iconUrl: chain.iconUrl, symbol }), listed: true }
  const configured = chain.tokens.map((token): Token => ({ ...token, iconUrl: icon(token), listed: true }))
  return own === null ? configured : [{ address: own, ...coin }, ...configured]
}

interface Load {
  orm: Orm
  chain: Chain
  keys: readonly string[]
  since: Date
}

/** @returns null for what was no token within the last day */
async function load({ orm, chain, keys, since }: Load): Promise<ReadonlyMap<string, Token | null>> {
  const rows = await orm
    .select()
    .from(table)
    .where(and(eq(table.chainId, chain.id), inArray(table.address, [...keys])))
  const fresh = rows.filter(({ isToken, readAt }) => isToken || readAt > since)
  return new Map(
    fresh.map(({ address, isToken, name, symbol, decimals }) => [
      address,
      isToken ? { address, name, symbol, decimals, iconUrl: '', listed: false } : null,
    ]),
  )
}

interface Store {
  orm: Orm
  chain: Chain
  keys: readonly string[]
  read: ReadonlyMap<string, Token>
  at: Date
}

async function store({ orm, chain, keys, read, at }: Store): Promise<void> {
  // In the order of their keys, so that two who store the same tokens can't wait for each other.
  const rows = [...keys].sort().map((address) => {
    const { name = '', symbol = '', decimals = 0 } = read.get(address) ?? {}
    return { chainId: chain.id, address, isToken: read.has(address), name, symbol, decimals, readAt: at }
  })
  const excluded = ({ name }: { readonly name: string }) => sql.raw(`excluded.${name}`)
  const { isToken, name, symbol, decimals, readAt } = table
  await orm
    .insert(table)
    .values(rows)
    .onConflictDoUpdate({
      target: [table.chainId, table.address],
      set: {
        isToken: excluded(isToken),
        name: excluded(name),
        symbol: excluded(symbol),
        decimals: excluded(decimals),
        readAt: excluded(readAt),
      },
      setWhere: eq(table.isToken, false),
    })
}
