import { formatAccountId, formatAmount, isAccountId, parseAccountId } from '@foyer/core/chain'
import type { Balance } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import type { Log } from '@foyer/service/log/createLog'
import { createSharedReads, type SharedReads } from '../cache/sharedReads.js'
import type { Chain, Chains } from '../chains/chains.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { familyOf } from '../families/families.js'
import { type DeepPrice, type DeepPriceList, priceDecimals } from '../prices/priceSource.js'
import type { Prices } from '../prices/prices.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { isSpamToken } from '../tokens/isSpamToken.js'
import type { Token } from '../tokens/token.js'
import { tokenKey } from '../tokens/tokenKey.js'
import type { Tokens } from '../tokens/tokens.js'
import type { HeldTokens } from './heldTokens.js'
import { createReadHoldings, type Holding, type HoldingsReader, type OfChain } from './readHoldings.js'

export interface Balances {
  /**
   * Reads what an account holds, from the network itself, at most 7 s ago.
   * @param request.chainId - CAIP-2; without it, every network that has such addresses
   * @param request.fresh - CAIP-10 tokens that are read now and included even where they look like spam; what isn't one is
   * passed over, but any value at all bypasses the cache
   * @returns each network's own coin, and the tokens that the account has some of, the most valuable first; tokens
   * that are spam are left out
   * @throws {@link InvalidInputError} · UnknownChainError · ChainUnavailableError when one of the networks
   * doesn't answer: a list that silently lacks a network would look like an empty account
   * @see S7.13, S3.12
   */
  of(request: BalancesRequest): Promise<readonly Balance[]>
}

export interface BalancesRequest {
  address: string
  chainId?: string | undefined
  fresh?: readonly string[] | undefined
  /** whose question it is, as `clientKey` gives it */
  client: string
  signal: AbortSignal
}

export interface BalancesParameters extends Pick<OfChain, 'fetcherFor'> {
  chains: Chains
  tokens: Tokens
  prices: Prices
  heldTokens: HeldTokens
  readersOf: (chainId: string) => { readonly holdings?: HoldingsReader | undefined }
  log: Log
  clock: Clock
}

/** The query of one account on one network. */
interface Asked {
  readonly chain: Chain
  readonly account: string
  readonly forced: readonly string[]
  /** the first who asked, where several wait for the same */
  readonly client: string
}

interface Rooms extends BalancesParameters {
  readonly holdings: SharedReads<Asked, readonly Holding[]>
}

const mostHeld = 500
const mostForced = 20
const holdingsKey = ({ chain, account }: Asked) => `${chain.id} ${tokenKey({ chain, address: account })}`

export function createBalances(parameters: BalancesParameters): Balances {
  const { chains, tokens, heldTokens, readersOf, fetcherFor, clock } = parameters
  const readers = new Map(
    chains.all.flatMap((chain) => {
      const read = readersOf(chain.id).holdings?.({ chain, fetcherFor })
      return read ? [[chain.id, createReadHoldings({ chain, tokens, read })]] : []
    }),
  )
  const isRead = ({ id }: Chain) => readers.has(id)
  const holdings = createSharedReads<Asked, readonly Holding[]>({
    keyOf: holdingsKey,
    load: async ({ items, signal }) => {
      const read = async (asked: Asked) => {
        const { chain, account, forced, client } = asked
        const held = await heldTokens.of({ chain, address: account, client, signal })
        const others = [...forced, ...held.slice(0, mostHeld)]
        const found = await readers
          .get(chain.id)?.({ account, others, signal })
          .catch((cause: unknown) => {
            throw signal.aborted ? new UpstreamError({ code: 'silent', host: chain.id, delivered: true, cause }) : cause
          })
        return [holdingsKey(asked), found ?? []] as const
      }
      return new Map(await Promise.all(items.map(read)))
    },
    lifetimeMs: 7_000,
    timeoutMs: 10_000,
    most: 20_000,
    clock,
  })
  const rooms = { ...parameters, holdings }
  return {
    async of({ address, chainId, fresh, client, signal }) {
      const asked = chainId === undefined ? chains.all.filter(isRead) : [chains.get(chainId)]
      if (!asked.every(isRead)) throw new InvalidInputError(unreadable)
      const fitting = asked.filter(({ id }) => familyOf(id).addresses.is(address))
      if (fitting.length === 0) throw new InvalidInputError(noAddress)
      const reading = fitting.map((chain) =>
        orUnavailable(chain.id, onChain({ rooms, chain, address, fresh, client, signal })),
      )
      const lists = await Promise.all(reading)
      return lists.flat().sort(byValue)
    },
  }
}

const unreadable = { name: 'chainId', description: 'Balances of this network are not read.' }
const noAddress = { name: 'address', description: "Isn't an address of the networks that are asked." }

/** Orders by value; where none is known, the order stays as it is: own coins first, then tokens as configured. */
const byValue = (one: Balance, other: Balance): number => (other.value ?? -1) - (one.value ?? -1)

interface OnChain {
  rooms: Rooms
  chain: Chain
  address: string
  fresh: readonly string[] | undefined
  client: string
  signal: AbortSignal
}

async function onChain({ rooms, chain, address, fresh, client, signal }: OnChain): Promise<readonly Balance[]> {
  const account = familyOf(chain.id).addresses.complete(address)
  const asked: Asked = { chain, account, forced: forcedOn({ chain, fresh: fresh ?? [] }), client }
  const read = await rooms.holdings.of({ items: [asked], fresh: fresh !== undefined, signal })
  const held = (read.get(holdingsKey(asked)) ?? []).filter((holding) => isShown({ rooms, asked, holding }))
  const prices = await pricesOf({ rooms, chain, held, signal })
  return held.map((holding) => toBalance({ chain, holding, prices }))
}

function forcedOn({ chain, fresh }: { chain: Chain; fresh: readonly string[] }): readonly string[] {
  const parts = fresh.slice(0, mostForced).flatMap((text) => (isAccountId(text) ? [parseAccountId(text)] : []))
  const addresses = parts.filter(({ networkId }) => networkId === chain.id).map(({ address }) => address)
  return addresses.map((address) => tokenKey({ chain, address }))
}

function isShown({ rooms, asked, holding }: { rooms: Rooms; asked: Asked; holding: Holding }): boolean {
  const { chain, forced } = asked
  const { token, native } = holding
  // What can't be divided is a ticket rather than money, and clients drop it [S5.15].
  if (token.decimals === 0 && !native) return false
  if (native || forced.includes(tokenKey({ chain, address: token.address }))) return true
  return !isSpamToken({ token, listed: rooms.tokens.listed(chain) })
}

interface PricesOf {
  rooms: Rooms
  chain: Chain
  held: readonly Holding[]
  signal: AbortSignal
}

/** Amounts are answered without values where prices are unavailable. */
async function pricesOf({ rooms, chain, held, signal }: PricesOf): Promise<DeepPriceList> {
  try {
    return await rooms.prices.withDepth({ chain, tokens: held.map(({ token }) => token), signal })
  } catch (error) {
    signal.throwIfAborted()
    rooms.log.warn({ chainId: chain.id, error }, 'balances are answered without prices')
    return new Map()
  }
}

function toBalance({ chain, holding, prices }: { chain: Chain; holding: Holding; prices: DeepPriceList }): Balance {
  const { token, amount, native } = holding
  const { name, symbol, decimals, iconUrl, address } = token
  return {
    name,
    symbol,
    chainId: chain.id,
    ...(!native && { address: formatAccountId({ networkId: chain.id, address }) }),
    ...worth({ token, amount, found: prices.get(tokenKey({ chain, address })) }),
    quantity: { decimals: String(decimals), numeric: formatAmount({ value: amount, decimals }) },
    iconUrl,
    ...(!native && !token.listed && { unlisted: true }),
  }
}

/**
 * The wire has numbers here, so this is where exact amounts end: for showing, never for sending. A price that isn't known
 * can't be left out there, so it is 0 and there is no `value`; a known price always comes with a `value`.
 */
function worth({ token, amount, found }: { token: Token; amount: bigint; found: DeepPrice | undefined }) {
  if (found === undefined) return { price: 0 }
  const { price, depth } = found
  const whole = (amount * price) / 10n ** BigInt(token.decimals)
  // Anyone may make a token and a pool for it, and hand out any amount, worth a fortune on paper.
  const value = token.listed || depth === null || whole < depth ? whole : depth
  const toNumber = (exact: bigint) => Number(formatAmount({ value: exact, decimals: priceDecimals }))
  return { price: toNumber(price), value: toNumber(value) }
}
