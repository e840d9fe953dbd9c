import { isAddress, isNetworkId } from '@foyer/core/chain'
import {
  limits,
  paths,
  SessionActivation,
  SessionGrantReply,
  SessionGrantRequest,
  SessionRevocation,
  SessionRevocationReply,
  SmartSessionsReply,
} from '@foyer/core/wire'
import * as v from 'valibot'
import type { SessionAccount } from '../sessions/smartSessions.js'
import { route } from './route.js'

const addressSentence = 'must be an address such as 0x…, or with its network before it: eip155:1:0x…'
const accountSentence = 'must be an address with its network before it: eip155:1:0x…'

/** An account of an EVM network, also without its network. */
const Account = v.object({
  address: v.pipe(v.string(), v.maxLength(limits.address), v.check(isAccount, addressSentence)),
})

/** An account of an EVM network. */
const AccountOfNetwork = v.object({
  address: v.pipe(
    v.string(),
    v.maxLength(limits.address),
    v.check((text) => isAccount(text) && text.includes(':'), accountSentence),
  ),
})

function isAccount(text: string): boolean {
  const [address = '', ...network] = text.split(':').toReversed()
  if (!address.startsWith('0x') || !isAddress({ family: 'eip155', address })) return false
  const [reference = '', family] = network
  if (network.length === 0) return true
  return (
    network.length === 2 && family === 'eip155' && /^[1-9]\d*$/.test(reference) && isNetworkId(`eip155:${reference}`)
  )
}

function toAccount(text: string): SessionAccount {
  const [address = '', reference] = text.split(':').toReversed()
  const account: SessionAccount = { address: `0x${address.slice(2).toLowerCase()}` }
  return reference === undefined ? account : { ...account, chainId: `eip155:${reference}` }
}

const shared = {
  group: 'Smart sessions',
  access: 'project',
  feature: 'smartSessions',
} as const

/** What accounts let dapps do in their name for a while. @see S3.22, S7.21, S7.22 */
export const sessions = [
  route(
    {
      ...shared,
      id: 'listSmartSessions',
      cost: 2,
      method: 'get',
      path: paths.smartSessions,
      summary:
        'Lists what an account lets dapps do in its name: active, expired and revoked sessions, the newest of each project first.',
      takes: { param: Account },
      reply: { schema: SmartSessionsReply },
    },
    ({ services, param }) => services.smartSessions.list(toAccount(param.address)),
  ),
  route(
    {
      ...shared,
      id: 'grantSmartSession',
      cost: 10,
      method: 'post',
      path: paths.smartSessions,
      summary: "Names the key that is to sign beside the dapp's, for permissions that the wallet is asked for next.",
      takes: { param: AccountOfNetwork, body: SessionGrantRequest },
      reply: { schema: SessionGrantReply },
    },
    ({ services, param, body: asked, project, client }) => {
      const { address, chainId = '' } = toAccount(param.address)
      const account = { address, chainId }
      return services.smartSessions.grant({ account, projectId: project.id, asked, client })
    },
  ),
  route(
    {
      ...shared,
      id: 'activateSmartSession',
      cost: 10,
      method: 'post',
      path: paths.activateSmartSession,
      summary: 'Reports what the wallet granted; the session is listed from then on.',
      takes: { param: Account, body: SessionActivation },
      reply: { status: 204, mediaTypes: [] },
    },
    async ({ services, param, body: activation, project }) => {
      const account = toAccount(param.address)
      await services.smartSessions.activate({ account, projectId: project.id, activation })
      return undefined
    },
  ),
  route(
    {
      ...shared,
      id: 'revokeSmartSession',
      cost: 5,
      method: 'post',
      path: paths.revokeSmartSession,
      summary: "Ends a session by its account's signature.",
      takes: { param: Account, body: SessionRevocation },
      reply: { schema: SessionRevocationReply },
    },
    async ({ services, param, body: revocation, signal }) => {
      await services.smartSessions.revoke({ account: toAccount(param.address), revocation, signal })
      return { success: true }
    },
  ),
]
