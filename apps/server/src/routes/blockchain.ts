import {
  BalanceQuery,
  type BalanceReply,
  IdentityQuery,
  type IdentityReply,
  limits,
  paths,
  type SupportedChainsReply,
} from '@foyer/core/wire'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Services } from '../services.js'
import { authorize } from './authorize.js'
import type { Env } from './env.js'
import { parse } from './parse.js'

const Address = v.object({
  address: v.pipe(v.string(), v.maxLength(limits.address), v.regex(/^[-.%a-zA-Z0-9]+$/, "isn't an address")),
})

/** What the networks know of accounts. @see S7.3, S7.4, S7.13 */
export function blockchain(services: Services): Hono<Env> {
  const { balances, chains, identities } = services
  const authorized = authorize({ services, origins: 'own' })
  return new Hono<Env>()
    .get(paths.supportedChains, authorized, (c) =>
      c.json({ http: chains.all.map(({ id }) => id), ws: [] } satisfies SupportedChainsReply),
    )
    .get(paths.identity, authorized, parse('param', Address), parse('query', IdentityQuery), async (c) => {
      const { address } = c.req.valid('param')
      return c.json((await identities.of({ address, signal: c.req.raw.signal })) satisfies IdentityReply)
    })
    .get(paths.balance, authorized, parse('param', Address), parse('query', BalanceQuery), async (c) => {
      const { address } = c.req.valid('param')
      const { chainId } = c.req.valid('query')
      const held = await balances.of({ address, chainId, signal: c.req.raw.signal })
      return c.json({ balances: held } satisfies BalanceReply)
    })
}
