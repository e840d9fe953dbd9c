import {
  activateSessionCall,
  grantSessionCall,
  quoteRedeemingCall,
  readRedeemingCall,
  redeemCall,
  revokeSessionCall,
  sessionsCall,
} from '@foyer/core/wire'
import type { AccountOnNetwork, SessionAccount } from '../sessions/smartSessions.js'
import { NotRedeemedError, OperationUnknownError } from '../sponsor/refusals.js'
import { route } from './route.js'

function toAccount(text: string): SessionAccount {
  const [address = '', reference] = text.split(':').toReversed()
  const account: SessionAccount = { address: `0x${address.slice(2).toLowerCase()}` }
  return reference === undefined ? account : { ...account, chainId: `eip155:${reference}` }
}

/** An account whose path names its network. */
function toAccountOn(text: string): AccountOnNetwork {
  const { address, chainId = '' } = toAccount(text)
  return { address, chainId }
}

const shared = {
  group: 'Smart sessions',
  access: 'project',
  feature: 'smartSessions',
} as const

/** Permissions of dapps to act in accounts' names for a while. @see S3.22, S7.21, S7.22 */
export const sessions = [
  route(
    {
      ...sessionsCall,
      ...shared,
      cost: 10,
      summary:
        'Lists what an account lets dapps do in its name: active, dormant, expired and revoked sessions, the newest of each project first.',
    },
    ({ services, params, signal }) => services.smartSessions.list({ account: toAccount(params.address), signal }),
  ),
  route(
    {
      ...grantSessionCall,
      ...shared,
      cost: 10,
      summary:
        'Keeps what a dapp asks for, and names its own key, for the permission that the wallet is asked for next.',
    },
    ({ services, params, body: asked, project, client }) => {
      const account = toAccountOn(params.address)
      return services.smartSessions.grant({ account, projectId: project.id, asked, client })
    },
  ),
  route(
    {
      ...activateSessionCall,
      ...shared,
      cost: 10,
      summary: 'Reports what the wallet granted, which is read on chain; the session is listed from then on.',
      status: 204,
    },
    async ({ services, params, body: activation, project, signal }) => {
      const account = toAccount(params.address)
      await services.smartSessions.activate({ account, projectId: project.id, activation, signal })
      return undefined
    },
  ),
  route(
    {
      ...revokeSessionCall,
      ...shared,
      cost: 5,
      summary: "Ends a session by its account's signature.",
    },
    async ({ services, params, body: revocation, signal }) => {
      await services.smartSessions.revoke({ account: toAccount(params.address), revocation, signal })
      return { success: true }
    },
  ),
  route(
    {
      ...quoteRedeemingCall,
      ...shared,
      cost: 10,
      summary:
        "Says whether a call by a session's key would be paid for in the project's name, and what is to be signed.",
    },
    ({ services: { redeeming }, params, body: asked, project, client, signal }) => {
      const account = toAccountOn(params.address)
      if (redeeming === null) return { sponsored: false, because: 'project' } as const
      return redeeming.quote({ account, projectId: project.id, asked, client, signal })
    },
  ),
  route(
    {
      ...redeemCall,
      ...shared,
      cost: 10,
      summary: "Sends a call by a session's key, and pays for it in the project's name.",
    },
    ({ services: { redeeming }, params, body: asked, project, client, signal }) => {
      if (redeeming === null) throw new NotRedeemedError({ because: 'project' })
      return redeeming.send({ account: toAccountOn(params.address), projectId: project.id, asked, client, signal })
    },
  ),
  route(
    {
      ...readRedeemingCall,
      ...shared,
      cost: 1,
      summary: "Says what became of a call by a session's key that is paid for.",
    },
    ({ services: { redeeming }, params: { address, operation }, project }) => {
      if (redeeming === null) throw new OperationUnknownError()
      return redeeming.read({ account: toAccountOn(address), projectId: project.id, operation })
    },
  ),
]
