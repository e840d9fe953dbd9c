import { ask } from '../api/ask.js'
import type { Api } from '../api/project.js'
import { isAccountId } from '../chain/caip.js'
import { displayUsd, usdValue } from '../chain/display.js'
import { familyTraits } from '../chain/families.js'
import type { TokenBalance } from '../connector/family.js'
import type { NamedOnList, WordsOutside } from '../connector/words.js'
import type { FoyerContext, Queries } from '../context.js'
import type { PricedAmount } from '../messages/requestWords.js'
import type { Network } from '../networks/network.js'
import { descriptorsCall } from '../wire/descriptor.js'
import { limits } from '../wire/limits.js'
import { waitedOnce } from '../wire/waitedOnce.js'
import { warningsCall } from '../wire/warnings.js'
import { askedBriefly } from './askedBriefly.js'

export interface OutsideParameters {
  readonly context: Pick<FoyerContext, 'api' | 'clock' | 'options'>
  readonly queries: Pick<Queries, 'identity' | 'prices'>
  readonly network: Network
  /** What the account holds, with its prices. */
  readonly tokens: readonly TokenBalance[]
  /** Whom the account has paid before. */
  readonly paid: readonly string[]
  readonly signal: AbortSignal
  /** Called back with an answer that was no longer waited for: what is said of the request isn't all that is known. */
  readonly onLate: () => void
}

/** What the operator's server knows of a request beside what it simulates. Each thing is asked once, however often the request is described. */
export function outsideOf(parameters: OutsideParameters): WordsOutside {
  const { network, paid, queries } = parameters
  const { caipNetworkId: chainId, chainNamespace } = network
  const nameOf = once<string, string | undefined>(parameters, undefined, async (address, server, signal) => {
    const { name } = await queries.identity(server, { address, networkId: chainId, signal })
    return name || undefined
  })
  /** How many lists of warnings are still asked for. */
  let open = 0
  return {
    paid,
    isOpen: () => open > 0,
    // Of other families no server reads names both ways.
    ...(familyTraits(chainNamespace).hasNames && { nameOf }),
    listed: once<NamedOnList, NamedOnList>(
      parameters,
      { addresses: [], sites: [] },
      ({ addresses, sites }, server, signal) => {
        open += 1
        const body = { addresses: [...addresses], sites: [...sites] }
        return ask(server, warningsCall, { body, signal }).finally(() => {
          open -= 1
        })
      },
    ),
    descriptorsOf: once<string, readonly unknown[]>(parameters, [], async (address, server, signal) => {
      const query = { chainId, address }
      return (await ask(server, descriptorsCall, { query, signal })).descriptors
    }),
    worthOf: worthOf(parameters),
  }
}

/** US dollars for one whole token, or coin of the network; on the wire a price of 0 says that none is known. */
export const priceOf = (tokens: readonly TokenBalance[], contract?: string | undefined): number | undefined =>
  tokens.find(({ address }) => address?.toLowerCase() === contract?.toLowerCase())?.price || undefined

/** By what the account holds, else by what the server knows. */
function worthOf(parameters: OutsideParameters): NonNullable<WordsOutside['worthOf']> {
  const { tokens, network, context, queries } = parameters
  const { caipNetworkId: chainId, chainNamespace } = network
  const idOf = ({ contract = familyTraits(chainNamespace).nativeToken }: PricedAmount) => `${chainId}:${contract}`
  const pricesOf = once<readonly string[], ReadonlyMap<string, number>>(
    parameters,
    new Map(),
    async (ids, server, signal) => {
      const { fungibles } = await queries.prices(server, { addresses: ids.filter(isAccountId), signal })
      return new Map(fungibles.map(({ address, price }) => [address, price]))
    },
  )
  return async (amounts) => {
    const unknown = amounts.filter(({ contract }) => priceOf(tokens, contract) === undefined).map(idOf)
    const prices = unknown.length > 0 ? await pricesOf([...new Set(unknown)].slice(0, limits.pricedTokens)) : undefined
    return amounts.map((of) => {
      const price = priceOf(tokens, of.contract) ?? (prices?.get(idOf(of)) || undefined)
      const worth = usdValue({ amount: { value: of.amount, decimals: of.decimals }, price })
      return worth && { shown: displayUsd({ amount: worth, locale: context.options.locale.tag }), usd: worth.value }
    })
  }
}

/** How long a description waits for what the server says beside it, in milliseconds. */
const waitedMs = 500

/** Asks each thing once, and is waited for 500 ms: what comes later is there when it is asked for again. */
const once = <Of, Answer>(
  { context, signal, onLate }: Pick<OutsideParameters, 'context' | 'signal' | 'onLate'>,
  otherwise: Answer,
  ask: (of: Of, server: Api, signal: AbortSignal) => Promise<Answer>,
): ((of: Of) => Promise<Answer>) =>
  waitedOnce({
    ...{ clock: context.clock, waitedMs, otherwise, onLate },
    ask: (of) => askedBriefly({ context, signal, otherwise }, (server, until) => ask(of, server, until)),
  })
