import { SessionGrantReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { deployDelegation, devAccounts, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import { concat, createTestClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { smartSessions } from '../db/schema/index.js'
import { type GatedNode, startGatedNode } from '../sponsor/test/gatedNode.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'
import { asked, dappKey } from './test/askedSession.js'
import { grantOf } from './test/grantedSession.js'

/* What happens to a session while its grant is read on chain. */

const owner = privateKeyToAccount(devAccounts[0].privateKey)
const path = `/v1/sessions/${encodeURIComponent(`eip155:31337:${owner.address}`)}`
const [permission] = asked.permissions

let chain: StartedChain
let database: Database
let node: GatedNode
let api: TestApi
beforeAll(async () => {
  ;[chain, database] = await Promise.all([startChain({ id: 31337 }), openTestDatabase()])
  const { delegate } = await deployDelegation({ url: chain.url })
  const client = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  await client.setCode({ address: owner.address, bytecode: concat(['0xef0100', delegate]) })
  node = await startGatedNode({ url: chain.url })
})
afterAll(() => Promise.all([chain?.stop(), database?.close(), node?.stop()]))
beforeEach(async () => {
  await database.orm.delete(smartSessions)
  const { name, nativeCurrency } = chain
  const local: ChainConfig = {
    id: 'eip155:31337',
    name,
    nativeCurrency,
    iconUrl: '',
    upstreams: [node.url],
    tokens: [],
  }
  const sessionKeys = [{ name: '2026', bytes: new Uint8Array(32).fill(1) }]
  api = await openApi({ database, config: { sessionKeys }, chains: [local], projects: [demo] })
})

const post = (rest: string, body: unknown) => api.post(`${path}${rest}?projectId=demo`, body)
const contextOf = (salt: bigint) => grantOf({ owner, to: dappKey.address, permission, expiry: asked.expiry, salt })
const activate = async (pci: string, salt: bigint) => post('/activate', { pci, context: await contextOf(salt) })
const contexts = async () => (await database.orm.select().from(smartSessions)).map(({ context }) => context)

/** Asks for a session, and says that it was granted: that is read on chain, and stands there. */
async function reading() {
  const { pci } = v.parse(SessionGrantReply, await (await post('', asked)).json())
  const held = node.hold({ is: 'before', of: ({ method }) => method === 'eth_getCode' })
  const activating = activate(pci, 1n)
  await held.reached
  const ended = async () => {
    held.pass()
    return activating
  }
  return { pci, ended }
}

test('what another was granted for meanwhile isn’t overwritten', async () => {
  const { pci, ended } = await reading()
  expect((await activate(pci, 2n)).status).toBe(204)
  expect(await refusalOf(await ended())).toEqual([409, 'pci'])
  expect(await contexts()).toEqual([await contextOf(2n)])
})

test('what was granted for it meanwhile by the same word is granted once', async () => {
  const { pci, ended } = await reading()
  expect((await activate(pci, 1n)).status).toBe(204)
  expect((await ended()).status).toBe(204)
  expect(await contexts()).toEqual([await contextOf(1n)])
})

test('a session that its account ends meanwhile isn’t granted any more', async () => {
  const { pci, ended } = await reading()
  const signature = await owner.signMessage({ message: pci })
  expect((await post('/revoke', { pci, signature })).status).toBe(200)
  expect(await refusalOf(await ended())).toEqual([409, 'pci'])
  expect(await contexts()).toEqual([null])
})

test('a session whose time is over meanwhile isn’t granted any more', async () => {
  const { ended } = await reading()
  api.time = asked.expiry * 1_000
  expect(await refusalOf(await ended())).toEqual([409, 'pci'])
  expect(await contexts()).toEqual([null])
})

test('a session that is gone meanwhile isn’t granted', async () => {
  const { ended } = await reading()
  await database.orm.delete(smartSessions)
  expect((await ended()).status).toBe(404)
})
