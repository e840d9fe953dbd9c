import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import { and, eq, inArray } from 'drizzle-orm'
import { createSharedReads } from '../cache/sharedReads.js'
import type { Chain } from '../chains/chains.js'
import { tokens as table } from '../db/schema/index.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { ReadTokens, Token } from './token.js'
import { nativeAddress, tokenKey } from './tokenKey.js'

export interface Tokens {
  /**
   * Reads the names and decimals of tokens: configured ones by configuration, others as their contracts
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
  /** this server's public address; without it only configured icons are given */
  publicUrl?: string | undefined
  /** how a network's contracts are asked; where nothing is said, only configured tokens are known */
  readersOf: ReadersOf
  clock: Clock
}

type ReadersOf = (chainId: string) => { readonly tokens?: ReadTokens | undefined }

/** The contract to read. */
interface Asked {
  readonly chain: Chain
  /** in lower case */
  readonly address: string
}

/**
 * The memory of what is no token: for so long, so many, and in memory only: anyone may ask about any address. It may be a
 * token later, as a proxy or deployed meanwhile.
 */
const noToken = { lifetimeMs: 60 * 60 * 1_000, most: 20_000 }
const timeoutMs = 10_000

export function createTokens({ orm, publicUrl, readersOf, clock }: TokensParameters): Tokens {
  const listed = (chain: Chain) => listedTokens({ chain, publicUrl })
  const contracts = createSharedReads<Asked, Token>({
    keyOf,
    load: ({ items, signal }) => readAndStore({ orm, readersOf, items, at: new Date(clock.now()), signal }),
    ...noToken,
    timeoutMs,
    clock,
  })
  return {
    listed,
    async of({ chain, addresses, signal }) {
      const known = new Map(listed(chain).map((token) => [tokenKey({ chain, address: token.address }), token]))
      const keys = [...new Set(addresses.map((address) => tokenKey({ chain, address })))]
      const found = new Map(keys.flatMap((key) => entry(key, known.get(key))))
      const others = keys.filter((key) => !known.has(key))
      if (others.length === 0 || readersOf(chain.id).tokens === undefined) return found
      for (const token of await load({ orm, chain, keys: others })) found.set(token.address, token)
      const items = others.filter((key) => !found.has(key)).map((address) => ({ chain, address }))
      if (items.length === 0) return found
      for (const token of (await contracts.of({ items, signal })).values()) found.set(token.address, token)
      return found
    },
  }
}

const keyOf = ({ chain, address }: Asked): string => `${chain.id} ${address}`

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

async function load(request: { orm: Orm; chain: Chain; keys: readonly string[] }): Promise<readonly Token[]> {
  const { orm, chain, keys } = request
  const { address, name, symbol, decimals } = table
  const rows = await orm
    .select({ address, name, symbol, decimals })
    .from(table)
    .where(and(eq(table.chainId, chain.id), inArray(address, [...keys])))
  return rows.map((row) => ({ ...row, iconUrl: '', listed: false }))
}

interface ReadAndStore {
  orm: Orm
  readersOf: ReadersOf
  /** of one network */
  items: readonly Asked[]
  at: Date
  signal: AbortSignal
}

async function readAndStore({ orm, readersOf, items, at, signal }: ReadAndStore): Promise<ReadonlyMap<string, Token>> {
  const [first] = items
  if (first === undefined) return new Map()
  const { chain } = first
  const addresses = items.map(({ address }) => address)
  const reading = readersOf(chain.id).tokens?.({ chain, addresses, signal })
  const read = await reading?.catch((cause: unknown) => {
    throw signal.aborted ? new UpstreamError({ code: 'silent', host: chain.id, delivered: true, cause }) : cause
  })
  if (read === undefined) return new Map()
  if (read.size > 0) await store({ orm, chain, tokens: [...read.values()], at })
  return new Map([...read].map(([address, token]) => [keyOf({ chain, address }), token]))
}

async function store(request: { orm: Orm; chain: Chain; tokens: readonly Token[]; at: Date }): Promise<void> {
  const { orm, chain, tokens, at } = request
  // In the order of their keys, so that two who store the same tokens can't wait for each other.
  const rows = tokens
    .map(({ address, name, symbol, decimals }) => {
      return { chainId: chain.id, address, name, symbol, decimals, readAt: at }
    })
    .sort((one, other) => (one.address < other.address ? -1 : 1))
  await orm.insert(table).values(rows).onConflictDoNothing()
}
