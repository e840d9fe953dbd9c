import { displayUsd, usdValue } from '@foyer/core/chain'
import {
  descriptorsCall,
  identityCall,
  nativeTokens,
  pricesCall,
  type SimulationBody,
  simulationCall,
  type WireSchema,
  warningsCall,
} from '@foyer/core/wire'
import type { Outside, PricedAmount, WalletNetwork } from '@foyer/signing'
import * as v from 'valibot'
import { spokenLanguage } from '../messages/say.js'

/** No request is shown later than this for what a simulation would say of it, nor than as much more for what else is asked. */
const withinMs = 1_500

export interface OutsideParameters {
  readonly fetch: typeof globalThis.fetch
  readonly network: Pick<WalletNetwork, 'chainId' | 'rpcUrl'>
  /** The account's. */
  readonly address: string
  /** Whom it has paid before. */
  readonly paid: readonly string[]
}

interface Asking<Schema extends WireSchema> {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly reply: Schema
}

/** What the blockchain API says of a request, under this page's own origin. Each is asked once, and whatever isn't answered in time is left out. */
export function outsideOf({ fetch, network: { chainId, rpcUrl }, address, paid }: OutsideParameters): Outside {
  const ask = async <Schema extends WireSchema>(asked: Asking<Schema>): Promise<v.InferOutput<Schema> | undefined> => {
    const { path, query = {}, body, reply } = asked
    const url = new URL(rpcUrl)
    url.pathname = path
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const init =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(withinMs) })
      const { success, output } = v.safeParse(reply, await answer.json())
      return success ? output : undefined
    } catch {
      return undefined // which is what the visitor is told of it
    }
  }
  return {
    paid,
    async simulate(asked) {
      const body: SimulationBody =
        'calls' in asked ? { chainId, calls: asked.calls, atomic: asked.isAtomic } : { chainId, ...asked }
      const path = pathOf(simulationCall.path, address)
      const { reply } = simulationCall
      return (await ask({ path, body, reply })) ?? { status: 'unknown', why: 'unreached' }
    },
    async nameOf(recipient) {
      if (!chainId.startsWith('eip155:')) return undefined
      const { path, reply } = identityCall
      const found = await ask({ path: pathOf(path, recipient), reply })
      return found?.name ?? undefined
    },
    async worthOf(amounts) {
      const ids = amounts.map((each) => `${chainId}:${each.contract ?? coinOf(chainId)}`)
      const projectId = new URL(rpcUrl).searchParams.get('projectId')
      const body = { currency: 'usd', projectId, addresses: [...new Set(ids)] }
      const found = await ask({ ...pricesCall, body })
      const prices = new Map(found?.fungibles.map(({ address: id, price }) => [id, price]))
      return amounts.map((amount, index) => worth(amount, prices.get(ids[index] ?? '')))
    },
    async listed(asked) {
      return (await ask({ ...warningsCall, body: asked })) ?? { addresses: [], sites: [] }
    },
    async descriptorsOf(contract) {
      const query = { chainId, address: contract }
      return (await ask({ ...descriptorsCall, query }))?.descriptors ?? []
    },
  }
}

const pathOf = (path: string, address: string): string => path.replace(':address', encodeURIComponent(address))

const coinOf = (chainId: string): string => (chainId.startsWith('solana:') ? nativeTokens.solana : nativeTokens.eip155)

function worth({ amount, decimals }: PricedAmount, price: number | undefined): string | undefined {
  // On the wire a price of 0 says that none is known.
  const value = usdValue({ amount: { value: amount, decimals }, price: price || undefined })
  return value && displayUsd({ amount: value, locale: spokenLanguage() })
}
