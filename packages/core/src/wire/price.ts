import * as v from 'valibot'
import { limits } from './limits.js'

/** Which tokens' prices are asked [S7.8]. The project's id stands in the body, not in the query. */
export interface PriceBody {
  readonly currency: 'usd'
  /** CAIP-10 token addresses, of one network or of several; a network's own coin has the placeholder address. */
  readonly addresses: readonly string[]
  readonly projectId: string
}

const accountId = v.pipe(v.string(), v.maxLength(limits.caip2 + 1 + limits.address))

export const PriceBody: v.GenericSchema<unknown, PriceBody> = v.object({
  currency: v.literal('usd'),
  addresses: v.pipe(v.array(accountId), v.maxLength(limits.pricedTokens)),
  projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId), v.regex(/^[\w-]+$/)),
})

/** A token and what one of it costs. */
export interface Fungible {
  readonly name: string
  readonly symbol: string
  readonly iconUrl: string
  /** One token in US dollars. */
  readonly price: number
  /** CAIP-10, as it was asked. Symbols aren't unique, so this is what distinguishes two. */
  readonly address: string
}

export const Fungible: v.GenericSchema<unknown, Fungible> = v.object({
  name: v.string(),
  symbol: v.string(),
  iconUrl: v.string(),
  price: v.number(),
  address: v.string(),
})

/** A token that nothing prices isn't there. */
export interface PriceReply {
  readonly fungibles: readonly Fungible[]
}

export const PriceReply: v.GenericSchema<unknown, PriceReply> = v.object({ fungibles: v.array(Fungible) })
