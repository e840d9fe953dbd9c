import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import { createSharedReads } from '../cache/sharedReads.js'
import { type Circuit, createCircuit } from '../kernel/circuit.js'
import { tokenKey } from '../tokens/tokenKey.js'
import type { DeepPrice, DeepPriceList, PricedToken, PriceList, PriceRequest, PriceSource } from './priceSource.js'

const restMs = 30_000

/**
 * A source that isn't asked for a while after it failed again and again, network by network, so that no request waits for it. To be
 * silent until the reading's time is over is to fail.
 */
export function withRest({ source, clock }: { source: PriceSource; clock: Pick<Clock, 'now'> }): PriceSource {
  const circuits = new Map<string, Circuit<unknown>>()
  return {
    name: source.name,
    async of(request) {
      const { id } = request.chain
      const circuit = circuits.get(id) ?? createCircuit<unknown>({ restMs, clock })
      circuits.set(id, circuit)
      const rest = circuit.rest()
      if (rest !== null) throw rest.reason
      try {
        const prices = await source.of(request)
        circuit.succeeded()
        return prices
      } catch (error) {
        circuit.failed({ reason: error })
        throw error
      }
    },
  }
}

export interface Prices {
  /**
   * Reads the prices of tokens, by the first source that knows each, compared with the second; at most 10 s old beside a service's
   * own minute, and at most 5 minutes where a source that may know it can't be asked.
   * @returns US dollars for one whole token, times 10^18, by `tokenKey`; what nothing prices isn't there
   * @throws a source's error when it couldn't be asked and none of the others knew anything
   */
  of(request: PriceRequest): Promise<PriceList>
  /**
   * The same, with how deep each price is: of an unlisted token, a large amount is worth no more than that.
   * @throws as `of` does
   */
  withDepth(request: PriceRequest): Promise<DeepPriceList>
}

export interface PricesParameters {
  /** in the order in which they are asked */
  sources: readonly PriceSource[]
  log: Log
  clock: Clock
}

type Asked = PricedToken & { readonly chain: PriceRequest['chain'] }

export function createPrices({ sources: given, log, clock }: PricesParameters): Prices {
  const sources = given.map((source) => withRest({ source, clock }))
  const keyOf = ({ chain, address, decimals }: Asked) => `${chain.id} ${tokenKey({ chain, address })} ${decimals}`
  const shared = createSharedReads<Asked, DeepPrice>({
    keyOf,
    load: async ({ items, signal, leave }) => {
      const [first] = items
      if (first === undefined) return new Map()
      const { chain } = first
      const { prices, isWhole } = await askInTurn({ sources, log, request: { chain, tokens: items, signal } })
      // A source that is away may know what the others don't.
      if (!isWhole) for (const item of items) if (!prices.has(tokenKey(item))) leave(item)
      return new Map(items.flatMap((item) => entry(keyOf(item), prices.get(tokenKey(item)))))
    },
    lifetimeMs: 10_000,
    staleMs: 300_000,
    timeoutMs: 10_000,
    most: 20_000,
    clock,
  })
  const withDepth: Prices['withDepth'] = async ({ chain, tokens, signal }) => {
    const items = tokens.map(({ address, decimals }) => ({ chain, address, decimals }))
    const prices = await shared.of({ items, signal })
    return new Map(items.flatMap((item) => entry(tokenKey(item), prices.get(keyOf(item)))))
  }
  return {
    withDepth,
    of: async (request) => new Map([...(await withDepth(request))].map(([key, { price }]) => [key, price])),
  }
}

const entry = (key: string, price: DeepPrice | undefined): readonly (readonly [string, DeepPrice])[] =>
  price === undefined ? [] : [[key, price]]

interface AskInTurn {
  sources: readonly PriceSource[]
  log: Log
  request: PriceRequest
}

interface Answers {
  readonly prices: DeepPriceList
  /** whether all sources that were wanted could be asked */
  readonly isWhole: boolean
}

/** Each source is asked for what fewer than two of those before it know. */
async function askInTurn({ sources, log, request }: AskInTurn): Promise<Answers> {
  const { chain, tokens, signal } = request
  const said = new Map<string, readonly DeepPrice[]>()
  const failures: unknown[] = []
  for (const source of sources) {
    const wanted = tokens.filter((token) => (said.get(tokenKey({ chain, ...token }))?.length ?? 0) < 2)
    if (wanted.length === 0) break
    try {
      const found = await source.of({ chain, tokens: wanted, signal })
      for (const [key, price] of found) said.set(key, [...(said.get(key) ?? []), price])
    } catch (error) {
      signal.throwIfAborted()
      failures.push(error)
      log.warn({ chainId: chain.id, source: source.name, error }, 'a price source could not be asked')
    }
  }
  if (said.size === 0 && failures.length > 0) throw failures.at(-1)
  const prices = new Map([...said].map(([key, [first, second]]) => [key, saferOf({ first, second })] as const))
  return {
    prices: new Map([...prices].flatMap(([key, price]) => (price === undefined ? [] : [[key, price]]))),
    isWhole: failures.length === 0,
  }
}

/**
 * The first source's price, while a second one is within a tenth of it; else the lower of the two, for no more than either knows of
 * its depth: making a source lie pays by a price that is too high.
 */
function saferOf(request: { first: DeepPrice | undefined; second: DeepPrice | undefined }): DeepPrice | undefined {
  const { first, second } = request
  if (first === undefined || second === undefined) return first
  const [lower, higher] = first.price < second.price ? [first, second] : [second, first]
  if (higher.price * 10n <= lower.price * 11n) return first
  const depths = [first.depth, second.depth].filter((depth) => depth !== null)
  const depth = depths.reduce<bigint | null>((least, each) => (least === null || each < least ? each : least), null)
  return { price: lower.price, depth }
}
