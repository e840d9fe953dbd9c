import { BalanceQuery, BalanceReply, IdentityQuery, IdentityReply, paths, SupportedChainsReply } from '@foyer/core/wire'
import { Hono } from 'hono'
import type { Services } from '../services.js'
import { AccountParam } from './accountParam.js'
import { authorize } from './authorize.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse } from './parse.js'

export const blockchainOperations: readonly Operation[] = [
  {
    id: 'listSupportedChains',
    method: 'get',
    path: paths.supportedChains,
    group: 'Networks',
    summary: 'Lists the networks that this server reaches, as CAIP-2 ids.',
    access: 'project',
    reply: { schema: SupportedChainsReply },
  },
  {
    id: 'getIdentity',
    method: 'get',
    path: paths.identity,
    group: 'Accounts',
    summary: 'Returns the name and the picture that an address chose.',
    access: 'project',
    param: AccountParam,
    query: IdentityQuery,
    reply: { schema: IdentityReply },
  },
  {
    id: 'getBalance',
    method: 'get',
    path: paths.balance,
    group: 'Accounts',
    summary: 'Lists what an account holds, priced in US dollars.',
    access: 'project',
    param: AccountParam,
    query: BalanceQuery,
    reply: { schema: BalanceReply },
  },
]

/** What the networks know of accounts. @see S7.3, S7.4, S7.13 */
export function blockchain(services: Services): Hono<Env> {
  const { balances, chains, naming } = services
  const authorized = authorize({ services, origins: 'own' })
  return new Hono<Env>()
    .get(paths.supportedChains, authorized, (c) =>
      c.json({ http: chains.all.map(({ id }) => id), ws: [] } satisfies SupportedChainsReply),
    )
    .get(paths.identity, authorized, parse('param', AccountParam), parse('query', IdentityQuery), async (c) => {
      const { address } = c.req.valid('param')
      return c.json((await naming.identities.of({ address, signal: c.req.raw.signal })) satisfies IdentityReply)
    })
    .get(paths.balance, authorized, parse('param', AccountParam), parse('query', BalanceQuery), async (c) => {
      const { address } = c.req.valid('param')
      const { chainId, forceUpdate } = c.req.valid('query')
      const fresh = forceUpdate?.split(',')
      const held = await balances.of({ address, chainId, fresh, signal: c.req.raw.signal })
      return c.json({ balances: held } satisfies BalanceReply)
    })
}
