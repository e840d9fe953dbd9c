import { coinTypeOf, type Hex } from '@foyer/core/chain'
import { IdentityReply, NameRecord, NamesReply } from '@foyer/core/wire'
import { deployLocalEns, deployOffchainResolver, localEnsAbi, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import { type Address, type Client, createClient, http, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { writeContractSync } from 'viem/actions'
import { namehash, packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { type FakeNode, startFakeNode } from '../chains/fakeNode.js'
import type { ServerConfig } from '../config/config.js'
import type { Database } from '../db/database.js'
import { names as namesTable } from '../db/schema/index.js'
import { openApi, openTestDatabase, type TestApi } from '../openApi.js'
import { content, type Files, type Serve, startFiles } from '../safeFetch/startFiles.js'
import { createGateway } from './gateway.js'
import type { NamesConfig } from './namesConfig.js'
import type { RegisteredName } from './registry.js'
import { createZone } from './zone.js'

const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'
const local = { chain: null, account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } as const
const status =
  (code: number): Serve =>
  (_request, response) =>
    void response.writeHead(code).end()
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address

let anvil: StartedChain
/** between the server and the chain, so that one can count what is asked, and break it */
let node: FakeNode
let client: Client
let universalResolver: Address
let files: Files
let database: Database
beforeAll(async () => {
  anvil = await startChain({ id: 31337 })
  node = await startFakeNode(passOn)
  client = createClient({ transport: http(anvil.url) })
  universalResolver = await deployLocalEns({ url: anvil.url })
  files = await startFiles()
  database = await openTestDatabase()
})
afterAll(() => Promise.all([node?.stop(), anvil?.stop(), files?.stop(), database?.close()]))
beforeEach(() => {
  node.answer = passOn
})

const passOn: FakeNode['answer'] = ({ body, response }) => {
  const headers = { 'content-type': 'application/json' }
  const answer = fetch(anvil.url, { method: 'POST', headers, body: JSON.stringify(body) }).then((each) => each.text())
  void answer.then((text) => response.writeHead(200, headers).end(text))
}

const chain = (): ChainConfig => ({
  id: 'eip155:31337',
  name: anvil.name,
  nativeCurrency: anvil.nativeCurrency,
  iconUrl: '',
  upstreams: [node.url],
  tokens: [],
})

const open = (config: Partial<ServerConfig> = {}) =>
  openApi({
    database,
    chains: [chain()],
    config: {
      ens: { chainId: 'eip155:31337', universalResolver },
      publicUrl: 'https://foyer.example',
      safeFetch: { allow: [files.origin], http: false },
      ...config,
    },
  })

const get = async (api: TestApi, path: string) => {
  const answer = await api.get(`${path}?${common}`)
  return { status: answer.status, body: await answer.json() }
}
const identity = async (api: TestApi, address: string) =>
  v.parse(IdentityReply, (await get(api, `/v1/identity/${address}`)).body)

const ens = () => ({ ...local, address: universalResolver, abi: localEnsAbi }) as const
const setAddr = (name: string, address: Address) =>
  writeContractSync(client, { ...ens(), functionName: 'setAddr', args: [namehash(name), address] })
const setText = (name: string, value: string) =>
  writeContractSync(client, { ...ens(), functionName: 'setText', args: [namehash(name), 'avatar', value] })
const setName = (address: Address, name: string) =>
  writeContractSync(client, { ...ens(), functionName: 'setName', args: [address, toHex(packetToBytes(name))] })

/** An address that calls itself by a name that says so too. */
async function named(name: string): Promise<Address> {
  const address = newAddress()
  await setAddr(name, address)
  await setName(address, name)
  return address
}

describe('names of ENS', () => {
  test('[S7.14] are resolved, in any of the ways to write them', async () => {
    const api = await open()
    const address = await named('carol.eth')
    for (const name of ['carol.eth', 'CAROL.eth', 'Carol.ETH']) {
      const { body } = await get(api, `/v1/profile/account/${name}`)
      expect(v.parse(NameRecord, body)).toMatchObject({ name: 'carol.eth', addresses: { '60': { address } } })
    }
    const parsed = v.parse(NameRecord, (await get(api, '/v1/profile/account/carol.eth')).body)
    expect(parsed).toMatchObject({ registered: 0, updated: 0, attributes: [] })
  })

  test.each(['nobody.eth', 'carol', 'a..eth', 'ca%20rol.eth', 'xn--carol-.eth'])(
    '[S8.19] are not found where nobody has them: %s',
    async (name) => {
      const api = await open()
      const reasons = [{ name: 'name', description: 'Error resolving name' }]
      expect(await get(api, `/v1/profile/account/${name}`)).toMatchObject({ status: 404, body: { reasons } })
    },
  )

  test('[S7.4 S7.15] are told of an address when the name says so too', async () => {
    const api = await open()
    const address = await named('dave.eth')
    expect(await identity(api, address)).toEqual({ name: 'dave.eth', avatar: null })
    const { body } = await get(api, `/v1/profile/reverse/${address}`)
    expect(v.parse(NamesReply, body)).toMatchObject([
      { name: 'dave.eth', addresses: { '60': { address: address.toLowerCase() } } },
    ])
  })

  test('[S7.4] are not told of an address that only calls itself so', async () => {
    const api = await open()
    await setAddr('famous.eth', newAddress())
    const liar = newAddress()
    await setName(liar, 'famous.eth')
    expect(await identity(api, liar)).toEqual({ name: null, avatar: null })
    expect(await get(api, `/v1/profile/reverse/${liar}`)).toEqual({ status: 200, body: [] })
  })

  test('[S7.4] are not told where they are not written in their one way, however right', async () => {
    const api = await open()
    const address = await named('Erin.eth')
    expect(await identity(api, address)).toEqual({ name: null, avatar: null })
  })

  test('[S7.4] come after the own', async () => {
    const names: NamesConfig = {
      zone: 'foyer.id',
      aliases: [],
      reserved: [],
      requireProject: false,
      windowSeconds: 300,
      perDay: 3,
      gatewayKey: undefined,
      ttlSeconds: 60,
    }
    const api = await open({ names })
    const address = await named('frank.eth')
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
    const [address, nobody] = [await named('gina.eth'), newAddress()]
    await setText('gina.eth', 'https://pictures.example/gina.png')
    const count = async (ask: () => Promise<unknown>) => {
      const before = node.asked.length
      await ask()
      return node.asked.length - before
    }
    const once = await count(() => identity(api, address))
    api.time += 31_000
    expect(await count(() => Promise.all(Array.from({ length: 20 }, () => identity(api, address))))).toBe(once)
    expect(await count(() => identity(api, address))).toBe(0)
    expect(await count(() => identity(api, nobody))).toBe(1)
    expect(await count(() => identity(api, nobody))).toBe(0)
    api.time += 31_000
    expect(await count(() => identity(api, nobody))).toBe(1)
  })

  test('are nobody’s knowledge while the network is away: that is said, and not kept', async () => {
    const api = await open()
    const address = await named('henry.eth')
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
    node.answer = passOn
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
    const resolver = await deployOffchainResolver({ url: anvil.url, gateways, signers })
    const args = [namehash('elsewhere.example'), resolver] as const
    await writeContractSync(client, { ...ens(), functionName: 'setResolver', args })
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
    ['asks for patience', status(429)],
  ])('are unreadable, and no failure of the server, while it %s', async (_, serve) => {
    expect(await askBroken(serve)).toMatchObject(unreadable)
  })

  test.each([
    ['answers what its resolver refuses', content({ body: '{"data":"0x"}' })],
    ['says that nobody has them', status(404)],
  ])('are nobody’s while it %s', async (_, serve) => {
    expect(await askBroken(serve)).toMatchObject({ status: 404 })
  })

  async function askBroken(serve: Serve) {
    const resolver = await deployOffchainResolver({ url: anvil.url, gateways: [`${files.origin}/broken`], signers: [] })
    const args = [namehash('broken.example'), resolver] as const
    await writeContractSync(client, { ...ens(), functionName: 'setResolver', args })
    files.serve('/broken', serve)
    return get(await open(), '/v1/profile/account/iris.broken.example')
  }
})

describe('a picture', () => {
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
  const avatar = (api: TestApi, name: string) => api.get(`/v1/profile/avatar/${name}`)

  test('[S7.4] is told by an address of the own server, and served from there so that it can do nothing', async () => {
    const api = await open()
    const address = await named('jack.eth')
    await setText('jack.eth', `${files.origin}/jack.svg`)
    const body = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    files.serve('/jack.svg', content({ body, type: 'image/svg+xml' }))
    const served = 'https://foyer.example/v1/profile/avatar/jack.eth'
    expect(await identity(api, address)).toEqual({ name: 'jack.eth', avatar: served })
    const answer = await avatar(api, 'jack.eth')
    expect([answer.status, await answer.text()]).toEqual([200, body])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300',
    })
  })

  test('is fetched once for many visitors', async () => {
    const api = await open()
    await named('kate.eth')
    await setText('kate.eth', `${files.origin}/kate.png`)
    files.serve('/kate.png', content({ body: picture, type: 'image/png' }))
    const answers = await Promise.all(Array.from({ length: 10 }, () => avatar(api, 'kate.eth')))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
    expect(new Uint8Array(await (await avatar(api, 'kate.eth')).arrayBuffer())).toEqual(picture)
    expect(files.asked.filter((path) => path === '/kate.png')).toHaveLength(1)
  })

  test('may stand in the record itself', async () => {
    const api = await open()
    await named('lena.eth')
    await setText('lena.eth', 'data:image/png;base64,iVBORw==')
    expect(new Uint8Array(await (await avatar(api, 'lena.eth')).arrayBuffer())).toEqual(picture)
  })

  test.each([
    ['is no picture', () => `${files.origin}/page.html`],
    ['is in the own network', () => 'http://169.254.169.254/latest/meta-data'],
    ['is a file', () => 'file:///etc/passwd'],
    ['is nowhere', () => 'https://'],
    ['is words', () => 'me'],
  ])('that %s is none', async (_, url) => {
    files.serve('/page.html', content({ body: '<html>', type: 'text/html' }))
    const api = await open()
    await named('mike.eth')
    await setText('mike.eth', url())
    expect((await avatar(api, 'mike.eth')).status).toBe(404)
  })

  test.each(['nobody.eth', 'nobody', '%00', 'a..b'])('of %s is none', async (name) => {
    expect((await avatar(await open(), name)).status).toBe(404)
  })
})
