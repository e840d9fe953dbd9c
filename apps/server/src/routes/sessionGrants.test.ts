import { ErrorBody, SessionGrantReply, SmartSessionsReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { deployDelegation, devAccounts, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import {
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { smartSessions } from '../db/schema/index.js'
import { asked, dappKey } from '../sessions/test/askedSession.js'
import { grantOf } from '../sessions/test/grantedSession.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'

const owner = privateKeyToAccount(devAccounts[0].privateKey)
const stranger = privateKeyToAccount(devAccounts[1].privateKey)
const account = `eip155:31337:${owner.address}`
const contract = '0x00000000000000000000000000000000000c0de0'
const nonces = '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f'
const manager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
const [permission] = asked.permissions
/** The account's number, by which all of its permissions are ended at once. */
let nonce = 0n
const context = (more: Partial<Parameters<typeof grantOf>[0]> = {}) =>
  grantOf({ owner, to: dappKey.address, permission, expiry: asked.expiry, nonce, ...more })

let chain: StartedChain
let database: Database
let own: Hex
let api: TestApi
beforeAll(async () => {
  ;[chain, database] = await Promise.all([startChain({ id: 31337 }), openTestDatabase()])
  const { delegate } = await deployDelegation({ url: chain.url })
  own = concat(['0xef0100', delegate])
})
afterAll(() => Promise.all([chain?.stop(), database?.close()]))
beforeEach(async () => {
  await setCode(own)
  nonce = await numberNow()
  await database.orm.delete(smartSessions)
  api = await openOn(chain.url)
})

/** Opens the server over a node. */
const openOn = (url: string) => {
  const { name, nativeCurrency } = chain
  const local: ChainConfig = { id: 'eip155:31337', name, nativeCurrency, iconUrl: '', upstreams: [url], tokens: [] }
  const sessionKeys = [{ name: '2026', bytes: new Uint8Array(32).fill(1) }]
  return openApi({ database, config: { sessionKeys }, chains: [local], projects: [demo] })
}

const numberNow = () =>
  createPublicClient({ transport: http(chain.url) }).readContract({
    abi: parseAbi(['function currentNonce(address manager, address delegator) view returns (uint256)']),
    address: nonces,
    functionName: 'currentNonce',
    args: [manager, owner.address],
  })

const setCode = (bytecode: Hex) =>
  createTestClient({ mode: 'anvil', transport: http(chain.url) }).setCode({ address: owner.address, bytecode })

/** The account ends all of its permissions. */
async function endAll(): Promise<void> {
  const client = createWalletClient({ account: owner, transport: http(chain.url) })
  const abi = parseAbi(['function incrementNonce(address manager)'])
  const data = encodeFunctionData({ abi, functionName: 'incrementNonce', args: [manager] })
  const hash = await client.sendTransaction({ chain: null, to: nonces, data })
  await waitForTransactionReceipt(client, { hash, pollingInterval: 50 })
  nonce += 1n
}

const pathOf = (rest = '') =>
  `/v1/sessions/${encodeURIComponent(account)}${rest}?projectId=demo&st=appkit&sv=react-evm-1.7.6`
const list = async (by = api) => v.parse(SmartSessionsReply, await (await by.get(pathOf())).json())
const saidOf = async (answer: Response) => v.parse(ErrorBody, await answer.json()).reasons[0]?.description
const grant = async () => v.parse(SessionGrantReply, await (await api.post(pathOf(), asked)).json())
const activate = async (pci: string, more = {}) =>
  api.post(pathOf('/activate'), { pci, context: await context(), ...more })

describe('a session', () => {
  test('[S7.21] what isn’t the account’s permission as it was asked for is no session', async () => {
    const { pci } = await grant()
    const contexts = {
      'no context': '0xc0ffee',
      'another account’s': await context({ owner: stranger }),
      'signed by another': await context({ owner: stranger, delegator: owner.address }),
      'another end': await context({ expiry: asked.expiry + 1 }),
      'another contract': await context({
        permission: { ...permission, data: { ...permission.data, address: contract } },
      }),
      'another function': await context({
        permission: { ...permission, data: { ...permission.data, functions: [{ functionName: 'veto' }] } },
      }),
      'an older number': await context({ nonce: nonce + 1n }),
    }
    for (const [name, each] of Object.entries(contexts))
      expect(await refusalOf(await activate(pci, { context: each })), name).toEqual([409, 'context'])
    await setCode('0x')
    expect(await refusalOf(await activate(pci))).toEqual([409, 'context'])
    await setCode(own)
    expect(await list()).toEqual([])
    expect((await activate(pci)).status).toBe(204)
    expect(await list()).toMatchObject([{ pci }])
  })

  test('[S7.21] a session that its account ends on chain has ended, and stays so', async () => {
    const { pci } = await grant()
    await activate(pci)
    expect(await list()).toMatchObject([{ pci, context: await context() }])
    await endAll()
    api.time += 5_000
    const revokedAt = api.time
    const ended = await list()
    expect(ended).toMatchObject([{ pci, revokedAt }])
    expect(ended[0]).not.toHaveProperty('standing')
    api.time += 5_000
    expect(await list()).toEqual(ended)
    expect(await refusalOf(await activate(pci))).toEqual([409, 'pci'])
  })

  test('[S7.21] a session isn’t active while its account has switched its code off, and is again once it is on', async () => {
    const { pci } = await grant()
    await activate(pci)
    await setCode('0x')
    const revokedAt = api.time
    // A client that doesn't know the word reads that it isn't active.
    expect(await list()).toMatchObject([{ pci, revokedAt, standing: 'dormant' }])
    await setCode(own)
    api.time += 5_000
    const [session] = await list()
    expect(session).toMatchObject({ pci, context: await context() })
    expect(session).not.toHaveProperty('revokedAt')
    expect(session).not.toHaveProperty('standing')
  })

  test('[S7.21] a session that has ended is read on chain no more: its account’s code changes nothing of it', async () => {
    const { pci: revoked } = await grant()
    await activate(revoked)
    const signature = await owner.signMessage({ message: revoked })
    expect((await api.post(pathOf('/revoke'), { pci: revoked, signature })).status).toBe(200)
    const revokedAt = api.time
    await setCode('0x')
    api.time += 5_000
    const [first] = await list()
    expect(first).toMatchObject({ pci: revoked, revokedAt })
    expect(first).not.toHaveProperty('standing')
    await setCode(own)
    const { pci } = await grant()
    await activate(pci)
    api.time = asked.expiry * 1000
    const ended = (await list()).find((each) => each.pci === pci)
    expect(ended).toMatchObject({ expiry: asked.expiry })
    expect(ended).not.toHaveProperty('revokedAt')
  })

  test('what is kept and is no permission of its account’s is left as it is', async () => {
    const { pci } = await grant()
    await database.orm.update(smartSessions).set({ context: '0x01' })
    const [session] = await list()
    expect(session).toMatchObject({ pci, context: '0x01' })
    expect(session).not.toHaveProperty('revokedAt')
  })

  test('[S7.21] while no node answers, a session is listed as it was read last, and none is listed newly', async () => {
    const { pci } = await grant()
    await activate(pci)
    const { pci: waiting } = await grant()
    const away = await openOn('http://127.0.0.1:9')
    expect(await list(away)).toEqual(await list())
    const body = { pci: waiting, context: await context() }
    expect((await away.post(pathOf('/activate'), body)).status).toBe(502)
    expect((await list()).map((each) => each.pci)).toEqual([pci])
  })

  test('why a grant isn’t taken is said', async () => {
    const { pci } = await grant()
    expect(await saidOf(await activate(pci, { context: '0xc0ffee' }))).toContain('as this session asked for it')
    await setCode('0x')
    expect(await saidOf(await activate(pci))).toContain('doesn’t hold')
    await setCode(own)
    expect((await activate(pci)).status).toBe(204)
    expect(await saidOf(await activate(pci, { context: '0x02' }))).toContain('active already')
    const { pci: late } = await grant()
    api.time = asked.expiry * 1000
    expect(await saidOf(await activate(late))).toContain('expired')
    await database.orm.update(smartSessions).set({ revokedAt: new Date(api.time) })
    expect(await saidOf(await activate(late))).toContain('revoked')
  })
})

/** Returns the path of `grantPermissions` and `CosignerService` of `@reown/appkit-experimental` 1.7.12, from their source: the query has the project alone. */
const originalPath = (rest = '') => `/v1/sessions/${encodeURIComponent(account)}${rest}?projectId=demo`

test('[S7.21 S7.22 S3.22] the original’s own client is answered as it wants: the key that it puts first, the wallet’s whole answer beside the id, an empty answer, and an end by the id’s signature', async () => {
  const added = await api.post(originalPath(), asked)
  expect([added.status, added.headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')])
  // `assertAddPermissionResponse`
  const { pci, key } = v.parse(SessionGrantReply, await added.json())
  expect(['secp256k1', 'secp256r1']).toContain(key.type)
  expect(key.publicKey).toMatch(/^0x/)
  // `updateRequestSigner`, then `wallet_grantPermissions`, whose answer has all of the request.
  const keys = [key, ...asked.signer.data.keys]
  const answer = {
    ...asked,
    signer: { type: 'keys', data: { keys } },
    address: owner.address,
    context: await context(),
  }
  const activated = await api.post(originalPath('/activate'), { pci, ...answer })
  expect([activated.status, await activated.text()]).toEqual([204, ''])
  expect(await list()).toMatchObject([{ pci, context: answer.context }])
  const ended = await api.post(originalPath('/revoke'), { pci, signature: await owner.signMessage({ message: pci }) })
  expect(ended.status).toBe(200)
  expect(await list()).toMatchObject([{ pci, revokedAt: expect.any(Number) }])
})
