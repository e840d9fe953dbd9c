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
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Services } from '../services.js'
import type { SessionAccount } from '../sessions/smartSessions.js'
import { authorize } from './authorize.js'
import { takeJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse } from './parse.js'
import { storableBody } from './storableBody.js'

const limitBytes = 256 * 1024

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

const shared = { group: 'Smart sessions', access: 'project', feature: 'smartSessions' } as const

export const sessionOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'listSmartSessions',
    method: 'get',
    path: paths.smartSessions,
    summary: 'Lists what an account lets dapps do in its name: active, expired and revoked sessions, the newest first.',
    param: Account,
    reply: { schema: SmartSessionsReply },
  },
  {
    ...shared,
    id: 'grantSmartSession',
    method: 'post',
    path: paths.smartSessions,
    summary: "Makes the key that is to sign beside the dapp's, for permissions that the wallet is asked for next.",
    param: AccountOfNetwork,
    body: SessionGrantRequest,
    reply: { schema: SessionGrantReply },
  },
  {
    ...shared,
    id: 'activateSmartSession',
    method: 'post',
    path: paths.activateSmartSession,
    summary: 'Reports what the wallet granted; the session is listed from then on.',
    param: Account,
    body: SessionActivation,
    reply: { status: 204, mediaTypes: [] },
  },
  {
    ...shared,
    id: 'revokeSmartSession',
    method: 'post',
    path: paths.revokeSmartSession,
    summary: "Ends a session by its account's signature, and destroys its key.",
    param: Account,
    body: SessionRevocation,
    reply: { schema: SessionRevocationReply },
  },
]

/** What accounts let dapps do in their name for a while. @see S3.22, S7.21, S7.22 */
export function sessions(services: Services): Hono<Env> {
  const { smartSessions } = services
  const authorized = authorize({ services, origins: 'own', feature: 'smartSessions' })
  const json = takeJson({ limitBytes })
  return new Hono<Env>()
    .get(paths.smartSessions, authorized, parse('param', Account), async (c) => {
      const account = toAccount(c.req.valid('param').address)
      return c.json((await smartSessions.list(account)) satisfies SmartSessionsReply)
    })
    .post(paths.smartSessions, authorized, json, parse('param', AccountOfNetwork), async (c) => {
      const { address, chainId = '' } = toAccount(c.req.valid('param').address)
      const asked = await storableBody(c, SessionGrantRequest)
      const { client, project } = c.var
      const account = { address, chainId }
      const granted = await smartSessions.grant({ account, projectId: project.id, asked, client })
      return c.json(granted satisfies SessionGrantReply)
    })
    .post(paths.activateSmartSession, authorized, json, parse('param', Account), async (c) => {
      const account = toAccount(c.req.valid('param').address)
      const activation = await storableBody(c, SessionActivation)
      await smartSessions.activate({ account, projectId: c.var.project.id, activation })
      return c.body(null, 204)
    })
    .post(paths.revokeSmartSession, authorized, json, parse('param', Account), async (c) => {
      const account = toAccount(c.req.valid('param').address)
      const revocation = await storableBody(c, SessionRevocation)
      await smartSessions.revoke({ account, revocation, signal: c.req.raw.signal })
      return c.json({ success: true } satisfies SessionRevocationReply)
    })
}
