import { coinTypeOf, type Hex } from '@foyer/core/chain'
import { IdentityReply, NameRecord, NamesReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { deployOffchainResolver } from '@foyer/stack'
import * as v from 'valibot'
import {
  concat,
  createTestClient,
  encodeErrorResult,
  encodeFunctionData,
  http,
  numberToHex,
  parseAbi,
  size,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeNode, passOn, startFakeNode } from '../chains/test/fakeNode.js'
import type { ServerConfig } from '../config/config.js'
import { names as namesTable } from '../db/schema/index.js'
import { content, type Files, type Serve, startFiles } from '../safeFetch/test/startFiles.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { createGateway } from './gateway.js'
import { createZone } from './labels.js'
import type { RegisteredName } from './registry.js'
import { chainOfNames, get, namesConfig } from './test/registering.js'
import { newAddress, type StartedEns, startEns } from './test/startEns.js'

let ens: StartedEns
/** between the server and the chain, so that one can count what is asked, and break it */
let node: FakeNode
let files: Files
let database: Database
beforeAll(async () => {
  ens = await startEns()
  node = await startFakeNode(toChain)
  files = await startFiles()
  database = await openTestDatabase()
})
afterAll(() => Promise.all([node?.stop(), ens?.stop(), files?.stop(), database?.close()]))
beforeEach(() => {
  node.answer = toChain
})

const gatewayAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'function query((address sender, string[] urls, bytes data)[] queries)',
])

const toChain = passOn(() => ens.anvil.url)

const status =
  (code: number): Serve =>
  (_request, response) =>
    void response.writeHead(code).end()

const open = (config: Partial<ServerConfig> = {}) =>
  openApi({
    database,
    chains: [chainOfNames(node.url)],
    config: {
      ens: { chainId: 'eip155:31337', universalResolver: ens.universalResolver },
      publicUrl: 'https://foyer.example',
      safeFetch: { allow: [files.origin], http: false },
      ...config,
    },
  })

const identity = async (api: TestApi, address: string) =>
  v.parse(IdentityReply, (await get(api, `/v1/identity/${address}`)).body)

describe('names of ENS', () => {
  test('[S7.14] are resolved, in any of the ways to write them', async () => {
    const api = await open()
    const address = await ens.named('carol.eth')
    for (const name of ['carol.eth', 'CAROL.eth', 'Carol.ETH']) {
      const { body } = await get(api, `/v1/profile/account/${name}`)
      expect(v.parse(NameRecord, body)).toMatchObject({ name: 'carol.eth', addresses: { '60': { address } } })
    }
    const parsed = v.parse(NameRecord, (await get(api, '/v1/profile/account/carol.eth')).body)
    expect(parsed).toMatchObject({ registered: 0, updated: 0, attributes: [] })
  })

  test.each(['nobody.eth', 'carol', 'a..eth', 'ca%20rol.eth', 'xn--carol-.eth'])(
    '[S8.19] are not found where they are unregistered: %s',
    async (name) => {
      const api = await open()
      const reasons = [{ name: 'name', description: 'Error resolving name' }]
      expect(await get(api, `/v1/profile/account/${name}`)).toMatchObject({ status: 404, body: { reasons } })
    },
  )

  test('[S7.4 S7.15] are given for an address when the name resolves to it', async () => {
    const api = await open()
    const address = await ens.named('dave.eth')
    expect(await identity(api, address)).toEqual({ name: 'dave.eth', avatar: null })
    const { body } = await get(api, `/v1/profile/reverse/${address}`)
    expect(v.parse(NamesReply, body)).toMatchObject([
      { name: 'dave.eth', addresses: { '60': { address: address.toLowerCase() } } },
    ])
  })

  test('[S7.4] are not given for an address that the name doesn’t resolve to', async () => {
    const api = await open()
    await ens.setAddr('famous.eth', newAddress())
    const liar = newAddress()
    await ens.setName(liar, 'famous.eth')
    expect(await identity(api, liar)).toEqual({ name: null, avatar: null })
    expect(await get(api, `/v1/profile/reverse/${liar}`)).toEqual({ status: 200, body: [] })
  })

  test('[S7.4] are not given where they are not normalized, even if they resolve', async () => {
    const api = await open()
    const address = await ens.named('Erin.eth')
    expect(await identity(api, address)).toEqual({ name: null, avatar: null })
  })

  test('[S7.4] are not given where they, or their records, exceed the limits', async () => {
    const api = await open()
    const long = await ens.named(`${'x'.repeat(200)}.${'y'.repeat(60)}.eth`)
    expect(await identity(api, long)).toEqual({ name: null, avatar: null })
    const address = await ens.named('hank.eth')
    await ens.setAvatar('hank.eth', `data:,${'z'.repeat(24 * 1024 - 6)}`)
    expect(await identity(api, address)).toMatchObject({ avatar: expect.stringContaining('hank.eth') })
    const other = await ens.named('ines.eth')
    await ens.setAvatar('ines.eth', `data:,${'z'.repeat(24 * 1024 - 5)}`)
    expect(await identity(api, other)).toEqual({ name: 'ines.eth', avatar: null })
  })

  test('[S7.4] come after the own', async () => {
    const api = await open({ names: namesConfig })
    const address = await ens.named('frank.eth')
    expect(await identity(api, address)).toMatchObject({ name: 'frank.eth' })
    const at = new Date(0)
    const label = 'frank'
    await database.orm.insert(namesTable).values({
      ...{ zone: 'foyer.id', label, skeleton: label, address: address.toLowerCase(), account: 'key' as const },
      ...{ coinType: coinTypeOf(31337), registeredAt: at, updatedAt: at },
    })
    expect(await identity(api, address)).toMatchObject({ name: 'frank.foyer.id' })
    expect(await get(api, `/v1/profile/reverse/${address}`)).toMatchObject({ body: [{ name: 'frank.foyer.id' }] })
  })

  test('are asked for once by all who ask at the same time, and again after a while', async () => {
    const api = await open()
    const [address, unnamed] = [await ens.named('gina.eth'), newAddress()]
    await ens.setAvatar('gina.eth', 'https://pictures.example/gina.png')
    const count = async (ask: () => Promise<unknown>) => {
      const before = node.asked.length
      await ask()
      return node.asked.length - before
    }
    const once = await count(() => identity(api, address))
    api.time += 31_000
    expect(await count(() => Promise.all(Array.from({ length: 20 }, () => identity(api, address))))).toBe(once)
    expect(await count(() => identity(api, address))).toBe(0)
    expect(await count(() => identity(api, unnamed))).toBe(1)
    expect(await count(() => identity(api, unnamed))).toBe(0)
    api.time += 31_000
    expect(await count(() => identity(api, unnamed))).toBe(1)
  })

  test('are unavailable while the network is away: that is answered, and not cached', async () => {
    const api = await open()
    const address = await ens.named('henry.eth')
    node.answer = ({ response }) => response.destroy()
    for (const path of [`/v1/identity/${address}`, `/v1/profile/reverse/${address}`, '/v1/profile/account/henry.eth']) {
      expect(await get(api, path)).toEqual({
        status: 502,
        body: {
          status: 'FAILED',
          reasons: [{ name: 'chainId', description: "The network eip155:31337 doesn't answer at the moment." }],
        },
      })
    }
    node.answer = toChain
    api.time += 60_000
    expect(await identity(api, address)).toMatchObject({ name: 'henry.eth' })
    expect(api.logged.join().toLowerCase()).not.toContain(address.toLowerCase().slice(2))
  })
})

describe('names whose resolver asks a gateway', () => {
  const key = generatePrivateKey()
  const address = newAddress()
  const name: RegisteredName = {
    ...{ zone: 'elsewhere.example', label: 'iris', skeleton: 'lrls', avatar: null, bio: null, account: 'key' },
    ...{ address: address.toLowerCase(), coinType: coinTypeOf(1) },
    ...{ registeredAt: new Date(0), updatedAt: new Date(0) },
  }
  const gateway = createGateway({
    zone: createZone({ name: 'elsewhere.example', aliases: [] }),
    registry: { find: async () => name },
    key,
    ttlSeconds: 60,
    now: Date.now,
  })
  beforeAll(async () => {
    const gateways = [`${files.origin}/gateway`]
    const signers = [privateKeyToAccount(key).address]
    const resolver = await deployOffchainResolver({ url: ens.anvil.url, gateways, signers })
    await ens.setResolver('elsewhere.example', resolver)
    files.serve('/gateway', (request, response) => {
      const chunks: Uint8Array[] = []
      request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      request.on('end', () => {
        const asked: { sender: Hex; data: Hex } = JSON.parse(Buffer.concat(chunks).toString())
        void gateway.answer(asked).then((data) => content({ body: JSON.stringify({ data }) })(request, response))
      })
    })
  })

  test('are resolved by asking it', async () => {
    const api = await open()
    expect(await get(api, '/v1/profile/account/iris.elsewhere.example')).toMatchObject({
      status: 200,
      body: { name: 'iris.elsewhere.example', addresses: { '60': { address } } },
    })
  })

  const unreadable = {
    status: 502,
    body: { reasons: [{ name: 'name', description: "This name can't be looked up at the moment." }] },
  }

  test('never lead the server to an address of its own network', async () => {
    const before = files.asked.length
    const api = await open({ safeFetch: { allow: [], http: true } })
    expect(await get(api, '/v1/profile/account/iris.elsewhere.example')).toMatchObject(unreadable)
    expect(files.asked.length).toBe(before)
  })

  test.each([
    ['says no JSON', content({ body: 'hello' })],
    ['says no bytes', content({ body: '{"data":"hello"}' })],
    ['says nothing', content({ body: '' })],
    ['fails', status(503)],
    ['limits the rate', status(429)],
  ])('are unreadable, and no failure of the server, while it %s', async (_, serve) => {
    expect(await askBroken(serve)).toMatchObject(unreadable)
  })

  test.each([
    ['answers what its resolver refuses', content({ body: '{"data":"0x"}' })],
    ['says that they are unregistered', status(404)],
  ])('are not found while it %s', async (_, serve) => {
    expect(await askBroken(serve)).toMatchObject({ status: 404 })
  })

  test('ask four gateways at most, however many a resolver names', async () => {
    const gateways = Array.from({ length: 9 }, (_, index) => `${files.origin}/broken?${index}`)
    const before = files.asked.length
    expect(await askBroken(status(503), gateways)).toMatchObject(unreadable)
    expect(files.asked.slice(before)).toEqual(['/broken', '/broken', '/broken', '/broken'])
  })

  test('ask no gateway at all where a resolver asks more than is asked for it', async () => {
    const sender = '0x00000000000000000000000000000000000bad01'
    const one = { sender, urls: [`${files.origin}/broken`], data: '0x01' } as const
    const callData = encodeFunctionData({ abi: gatewayAbi, functionName: 'query', args: [Array(33).fill(one)] })
    const refusal = encodeErrorResult({
      abi: gatewayAbi,
      errorName: 'OffchainLookup',
      args: [sender, ['x-batch-gateway:true'], callData, '0x12345678', '0x'],
    })
    // Copies what follows it, and reverts with that.
    const bytecode = concat(['0x61', numberToHex(size(refusal), { size: 2 }), '0x80600a5f395ffd', refusal])
    await createTestClient({ mode: 'anvil', transport: http(ens.anvil.url) }).setCode({ address: sender, bytecode })
    await ens.setResolver('greedy.example', sender)
    files.serve('/broken', status(503))
    const before = files.asked.length
    expect(await get(await open(), '/v1/profile/account/iris.greedy.example')).toMatchObject(unreadable)
    expect(files.asked.length).toBe(before)
  })

  async function askBroken(serve: Serve, gateways = [`${files.origin}/broken`]) {
    const resolver = await deployOffchainResolver({ url: ens.anvil.url, gateways, signers: [] })
    await ens.setResolver('broken.example', resolver)
    files.serve('/broken', serve)
    return get(await open(), '/v1/profile/account/iris.broken.example')
  }
})
