import { BalanceQuery, BalanceReply, IdentityQuery, IdentityReply, paths, SupportedChainsReply } from '@foyer/core/wire'
import { AccountParam } from './accountParam.js'
import { route } from './route.js'

/** What the networks know of accounts. @see S7.3, S7.4, S7.13 */
export const blockchain = [
  route(
    {
      id: 'listSupportedChains',
      method: 'get',
      path: paths.supportedChains,
      group: 'Networks',
      summary: 'Lists the networks that this server reaches, as CAIP-2 ids.',
      access: 'project',
      takes: {},
      reply: { schema: SupportedChainsReply },
    },
    ({ services: { chains } }) => ({ http: chains.all.map(({ id }) => id), ws: [] }),
  ),
  route(
    {
      id: 'getIdentity',
      cost: 5,
      method: 'get',
      path: paths.identity,
      group: 'Accounts',
      summary: 'Returns the name and the picture that an address chose.',
      access: 'project',
      takes: { param: AccountParam, query: IdentityQuery },
      reply: { schema: IdentityReply },
    },
    ({ services, param: { address }, signal }) => services.naming.names.identityOf({ address, signal }),
  ),
  route(
    {
      id: 'getBalance',
      cost: 10,
      method: 'get',
      path: paths.balance,
      group: 'Accounts',
      summary: 'Lists what an account holds, priced in US dollars.',
      access: 'project',
      takes: { param: AccountParam, query: BalanceQuery },
      reply: { schema: BalanceReply },
    },
    async ({ services, param: { address }, query: { chainId, forceUpdate }, signal }) => ({
      balances: await services.balances.of({ address, chainId, fresh: forceUpdate?.split(','), signal }),
    }),
  ),
]
