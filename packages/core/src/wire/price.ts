import * as v from 'valibot'
import type { Call, Output } from './call.js'
import { limits } from './limits.js'

const accountId = v.pipe(v.string(), v.maxLength(limits.caip2 + 1 + limits.address))

/** A token and what one of it costs. */
export const Fungible = v.object({
  name: v.string(),
  symbol: v.string(),
  iconUrl: v.string(),
  /** One token in US dollars. */
  price: v.number(),
  /** CAIP-10, as it was asked. Symbols aren't unique, so this is what distinguishes two. */
  address: v.string(),
})
export type Fungible = Output<typeof Fungible>

/** A token that nothing prices isn't there. */
export const PriceReply = v.object({ fungibles: v.array(Fungible) })
export type PriceReply = Output<typeof PriceReply>

/** What tokens cost [S7.8]. */
export const pricesCall = {
  id: 'getFungiblePrice',
  method: 'post',
  path: '/v1/fungible/price',
  projectIn: 'body',
  body: v.object({
    currency: v.literal('usd'),
    /** CAIP-10 token addresses, of one network or of several; a network's own coin has the placeholder address. */
    addresses: v.pipe(v.array(accountId), v.maxLength(limits.pricedTokens)),
    projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId), v.regex(/^[\w-]+$/)),
  }),
  reply: PriceReply,
} as const satisfies Call
