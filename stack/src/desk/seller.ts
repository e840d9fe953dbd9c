import * as v from 'valibot'
import type { LocalChainId } from '../chains.js'
import type { MarketChain } from '../startChains.js'

/** A coin on a chain that the desk delivers. */
export interface Ware {
  /** for forms: `ETH@31337` */
  readonly id: string
  readonly symbol: string
  readonly network: string
  readonly chainId: LocalChainId
  readonly chainName: string
  readonly token: `0x${string}` | null
  readonly decimals: number
  /** as the server's options have it */
  readonly currency: unknown
}

const Money = v.object({ amount: v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/)), currency: v.string() })

const Offer = v.object({
  paymentTotal: Money,
  paymentSubtotal: Money,
  purchaseAmount: Money,
  coinbaseFee: Money,
  networkFee: Money,
})
export type Offer = v.InferOutput<typeof Offer>

const Options = v.object({
  purchaseCurrencies: v.array(
    v.looseObject({
      symbol: v.string(),
      networks: v.array(v.looseObject({ name: v.string(), chain_id: v.string(), contract_address: v.string() })),
    }),
  ),
  paymentCurrencies: v.array(v.looseObject({ id: v.string() })),
})

const Refusal = v.object({ reasons: v.array(v.object({ description: v.string() })) })

export interface Seller {
  /** What the server offers of what the desk has. */
  wares(request: { projectId: string }): Promise<{ wares: readonly Ware[]; currencies: readonly string[] }>
  /** @returns an offer, or why there is none */
  offer(request: { projectId: string; ware: Ware; amount: string; currency: string }): Promise<Offer | string>
}

/** Asks the server what there is and what it costs, as any kit does. */
export function createSeller({ server, chains }: { server: string; chains: readonly MarketChain[] }): Seller {
  const ask = async ({ path, projectId, body }: { path: string; projectId: string; body?: unknown }) => {
    const answer = await fetch(`${server}${path}?projectId=${encodeURIComponent(projectId)}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    return { ok: answer.ok, json: (await answer.json()) as unknown }
  }
  const options = async (projectId: string) =>
    v.parse(Options, (await ask({ path: '/v1/onramp/options', projectId })).json)
  return {
    async wares({ projectId }) {
      const { purchaseCurrencies, paymentCurrencies } = await options(projectId)
      const wares = purchaseCurrencies.flatMap((currency) =>
        currency.networks.flatMap((network) => toWare({ currency, network, chains }) ?? []),
      )
      return { wares, currencies: paymentCurrencies.map(({ id }) => id) }
    },
    async offer({ projectId, ware, amount, currency }) {
      const { paymentCurrencies } = await options(projectId)
      const paymentCurrency = paymentCurrencies.find(({ id }) => id === currency)
      if (!paymentCurrency) return 'This currency isn’t taken here.'
      const body = { purchaseCurrency: ware.currency, paymentCurrency, amount, network: ware.network }
      const { ok, json } = await ask({ path: '/v1/onramp/quote', projectId, body })
      if (ok) return v.parse(Offer, json)
      return v.parse(Refusal, json).reasons[0]?.description ?? 'There is no price at the moment.'
    },
  }
}

interface ToWare {
  currency: v.InferOutput<typeof Options>['purchaseCurrencies'][number]
  network: v.InferOutput<typeof Options>['purchaseCurrencies'][number]['networks'][number]
  chains: readonly MarketChain[]
}

function toWare({ currency, network, chains }: ToWare): Ware | undefined {
  const chain = chains.find(({ id }) => String(id) === network.chain_id)
  if (!chain) return undefined
  const { symbol } = currency
  const ware = {
    id: `${symbol}@${chain.id}`,
    symbol,
    network: network.name,
    chainId: chain.id,
    chainName: chain.name,
    currency,
  }
  const address = network.contract_address.toLowerCase()
  if (address === '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee') {
    return { ...ware, token: null, decimals: chain.nativeCurrency.decimals }
  }
  const token = chain.tokens.find((each) => each.address.toLowerCase() === address)
  return token && { ...ware, token: token.address, decimals: token.decimals }
}
