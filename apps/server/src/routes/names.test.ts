import { coinTypeOf } from '@foyer/core/chain'
import { NameRecord, NamesReply, RegistrationReply, SuggestionsReply } from '@foyer/core/wire'
import { deployAccountFactory, localAccountFactoryAbi, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import {
  type Address,
  createClient,
  createTestClient,
  encodeFunctionData,
  type Hex,
  hashMessage,
  http,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readContract, sendTransactionSync } from 'viem/actions'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import type { Database } from '../db/database.js'
import { nameRegistrations, names as namesTable } from '../db/schema/index.js'
import { type RunningPostgres, startPostgres } from '../db/startPostgres.js'
import type { NamesConfig } from '../names/namesConfig.js'
import { createRegistry } from '../names/registry.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../openApi.js'

const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'
const coinType = coinTypeOf(31337)

const config: NamesConfig = {
  zone: 'foyer.id',
  aliases: ['reown.id', 'wcn.id'],
  reserved: [],
  requireProject: false,
  windowSeconds: 300,
  perDay: 3,
  gatewayKey: undefined,
  ttlSeconds: 300,
}

let anvil: StartedChain
let postgres: RunningPostgres
let factory: Address
beforeAll(async () => {
  ;[anvil, postgres] = await Promise.all([startChain({ id: 31337 }), startPostgres()])
  factory = await deployAccountFactory({ url: anvil.url })
})
afterAll(() => Promise.all([anvil?.stop(), postgres?.stop()]))

const local = (upstream = anvil.url): ChainConfig => ({
  id: 'eip155:31337',
  name: anvil.name,
  nativeCurrency: anvil.nativeCurrency,
  iconUrl: '',
  upstreams: [upstream],
  tokens: [],
})

const open = async ({
  database,
  names = {},
  upstream,
}: {
  database: Database
  names?: Partial<NamesConfig>
  upstream?: string
}) =>
  openApi({
    database,
    chains: [local(upstream)],
    config: {
      names: { ...config, ...names },
      publicUrl: 'https://foyer.example',
      trustedProxies: ['203.0.113.77'],
    },
  })

const newAccount = () => privateKeyToAccount(generatePrivateKey())

/** What a registration is made of; each part can be another. */
interface Wanted {
  api: TestApi
  name: string
  account?: PrivateKeyAccount | undefined
  /** of the message, besides those that it has */
  fields?: Record<string, unknown> | undefined
  message?: string | undefined
  signer?: PrivateKeyAccount | undefined
  body?: Record<string, unknown> | undefined
  /** the client's address */
  from?: string | undefined
  headers?: Record<string, string> | undefined
}

async function register({
  api,
  name,
  account = newAccount(),
  fields,
  message = JSON.stringify({ name, attributes: {}, timestamp: api.time / 1000, ...fields }),
  signer = account,
  body,
  from = `198.51.100.${++clients % 250}`,
  headers,
}: Wanted) {
  const signature = await signer.signMessage({ message })
  const answer = await api.post(
    '/v1/profile/account',
    { coin_type: coinType, address: account.address, message, signature, ...body },
    { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
  )
  return { status: answer.status, answer, body: await answer.json() }
}
let clients = 0

const refused = (status: number, description: string, name = expect.any(String)) => ({
  status,
  body: { status: 'FAILED', reasons: [{ name, description }] },
})

const get = async (api: TestApi, path: string) => {
  const answer = await api.get(`${path}${path.includes('?') ? '&' : '?'}${common}`)
  return { status: answer.status, body: await answer.json() }
}
const registered = { status: 200, body: { success: true } }

const kinds = ['memory', 'postgres'] as const

describe.each(kinds)('names on %s', (kind) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await openTestDatabase(kind === 'memory' ? { kind } : { kind, url: await postgres.createDatabase() })
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.orm.delete(namesTable)
    await database.orm.delete(nameRegistrations)
    api = await open({ database })
  })

  const rows = async () => [
    (await database.orm.select().from(namesTable)).length,
    (await database.orm.select().from(nameRegistrations)).length,
  ]

  test('[S7.14 S7.15 S7.17 S9.21 S9.22] a name is registered by its signed message, resolved and found by its address', async () => {
    const account = newAccount()
    const result = await register({ api, name: 'alice.foyer.id', account, fields: { attributes: { bio: 'Hello.' } } })
    expect(result).toMatchObject(registered)
    expect(v.parse(RegistrationReply, result.body)).toEqual({ success: true })
    const record = {
      name: 'alice.foyer.id',
      registered: 1_767_225_600,
      updated: 1_767_225_600,
      addresses: { '2147514985': { address: account.address.toLowerCase(), created: '2026-01-01T00:00:00.000Z' } },
      attributes: [{ bio: 'Hello.' }],
    }
    const found = await get(api, '/v1/profile/account/Alice.foyer.id?apiVersion=2')
    expect(v.parse(NameRecord, found.body)).toEqual(record)
    for (const address of [account.address, account.address.slice(2)]) {
      const { body } = await get(api, `/v1/profile/reverse/${address}?sender=${account.address}&apiVersion=2`)
      expect(v.parse(NamesReply, body)).toEqual([record])
    }
    expect(await get(api, `/v1/profile/reverse/${newAccount().address}`)).toEqual({ status: 200, body: [] })
    expect(await get(api, '/v1/profile/reverse/7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q')).toMatchObject({
      body: [],
    })
  })

  test('[S7.4] the identity of an address is its name; a picture is told by an address of the own server', async () => {
    const [plain, pictured] = [newAccount(), newAccount()]
    await register({ api, name: 'plain.foyer.id', account: plain })
    const avatar = 'https://tracker.example/pixel.png?who=you'
    await register({ api, name: 'pictured.foyer.id', account: pictured, fields: { attributes: { avatar } } })
    const of = async ({ address }: { address: string }) => (await get(api, `/v1/identity/${address}`)).body
    expect(await of(plain)).toEqual({ name: 'plain.foyer.id', avatar: null })
    const served = 'https://foyer.example/v1/profile/avatar/pictured.foyer.id'
    expect(await of(pictured)).toEqual({ name: 'pictured.foyer.id', avatar: served })
    expect(await of(newAccount())).toEqual({ name: null, avatar: null })
    const { body } = await get(api, '/v1/profile/account/pictured.foyer.id')
    expect(body).toMatchObject({ attributes: [{ avatar: served }] })
  })

  test('[S8.19] a name that nobody has is told by the sentence that clients show', async () => {
    for (const name of [
      'nobody.foyer.id',
      'alice.elsewhere.example',
      'foyer.id',
      'a.b.foyer.id',
      '%E2%80%8B',
      'x..y',
    ]) {
      expect(await get(api, `/v1/profile/account/${name}`)).toMatchObject(refused(404, 'Error resolving name', 'name'))
    }
    expect((await get(api, `/v1/profile/account/${'x'.repeat(300)}`)).status).toBe(400)
    expect((await get(api, '/v1/profile/reverse/0x%00')).status).toBe(400)
  })

  test('[S9.23] clients that have another zone built in ask for it and are told the own one', async () => {
    await register({ api, name: 'alice.reown.id' })
    for (const zone of ['reown.id', 'wcn.id', 'foyer.id']) {
      expect(await get(api, `/v1/profile/account/alice.${zone}`)).toMatchObject({ body: { name: 'alice.foyer.id' } })
    }
    expect(await register({ api, name: 'alice.foyer.id' })).toMatchObject({ status: 409 })
    expect(await register({ api, name: 'alice.elsewhere.example' })).toMatchObject(
      refused(404, "Names below this domain can't be registered here.", 'zone'),
    )
  })

  test('[S3.21 S7.16 S9.23] a name that is typed is suggested with whether it is taken, and others that can be had', async () => {
    await register({ api, name: 'alice.foyer.id' })
    await register({ api, name: 'alice-id.foyer.id' })
    const ask = async (name: string) =>
      v.parse(SuggestionsReply, (await get(api, `/v1/profile/suggestions/${name}?zone=reown.id`)).body).suggestions
    const [first, ...others] = await ask('alice')
    expect(first).toEqual({ name: 'alice.foyer.id', registered: true })
    expect(others).toHaveLength(4)
    expect(others.map(({ name }) => name)).not.toContain('alice-id.foyer.id')
    for (const { name, registered } of others) {
      expect(registered).toBe(false)
      expect(await register({ api, name })).toMatchObject({ status: 200 })
    }
    expect((await ask('bobby'))[0]).toEqual({ name: 'bobby.foyer.id', registered: false })
    expect((await ask('a1ice'))[0]).toEqual({ name: 'a1ice.foyer.id', registered: true })
    expect((await ask('Bobby.reown.id'))[0]).toEqual({ name: 'bobby.foyer.id', registered: false })
    expect(await ask('metamask')).toEqual([])
    expect((await ask('bob')).map(({ name }) => name)).not.toContain('bob.foyer.id')
    expect(await get(api, '/v1/profile/suggestions/alice?zone=elsewhere.example')).toMatchObject({ status: 404 })
    expect(await get(api, '/v1/profile/suggestions/alice')).toMatchObject({ status: 400 })
  })

  test.each([
    ['[S5.8] is too short', 'bob.foyer.id', 'A name must be at least 4 characters long.'],
    ['[S5.9] has other characters', 'al_ice.foyer.id', 'A name can only contain letters, numbers and hyphens.'],
    ['[S5.9] has letters of two scripts', 'аlice.foyer.id', 'A name can only contain letters, numbers and hyphens.'],
    ['has more parts', 'a.alice.foyer.id', 'A name can only contain letters, numbers and hyphens.'],
    ['is written otherwise', 'ALICE.foyer.id', 'Write the name in small letters.'],
    ['has its zone written otherwise', 'alice.Foyer.ID', 'Write the name in small letters.'],
    ['is kept back', 'adm1n.foyer.id', 'This name is kept back. Choose another one.'],
    ['is another writing of another', 'xn--alice.foyer.id', "A name can't have two hyphens in a row."],
  ])('a name that %s is refused, with a sentence for the visitor', async (_, name, sentence) => {
    expect(await register({ api, name })).toMatchObject(refused(400, sentence, 'name'))
    expect(await rows()).toEqual([0, 0])
  })

  test('[S8.19] who was refused is told why in a sentence', async () => {
    const account = newAccount()
    await register({ api, name: 'alice.foyer.id', account })
    expect(await register({ api, name: 'alice.foyer.id' })).toMatchObject(
      refused(409, 'This name, or one that looks like it, is taken.', 'name'),
    )
    expect(await register({ api, name: 'a1-ice.foyer.id' })).toMatchObject(
      refused(409, 'This name, or one that looks like it, is taken.', 'name'),
    )
    expect(await register({ api, name: 'second.foyer.id', account })).toMatchObject(
      refused(409, 'You already own a name.', 'address'),
    )
    expect(await rows()).toEqual([1, 1])
  })

  test('[S9.22] a message is taken for five minutes around its time, in seconds', async () => {
    const now = api.time / 1000
    const at = (timestamp: number) => ({ fields: { timestamp } })
    expect(await register({ api, name: 'late.foyer.id', ...at(now - 301) })).toMatchObject(
      refused(400, 'This was signed too long ago. Sign again.', 'timestamp'),
    )
    expect(await register({ api, name: 'early.foyer.id', ...at(now + 301) })).toMatchObject(
      refused(400, 'The clock of this device is ahead. Set it right and sign again.', 'timestamp'),
    )
    expect(await register({ api, name: 'millis.foyer.id', ...at(now * 1000) })).toMatchObject({ status: 400 })
    expect(await register({ api, name: 'last.foyer.id', ...at(now - 300) })).toMatchObject(registered)
    expect(await register({ api, name: 'first.foyer.id', ...at(now + 300) })).toMatchObject(registered)
  })

  test('a message counts once, also when its name was given back meanwhile', async () => {
    const account = newAccount()
    const message = JSON.stringify({ name: 'alice.foyer.id', attributes: {}, timestamp: api.time / 1000 })
    expect(await register({ api, name: '', message, account })).toMatchObject(registered)
    await database.orm.delete(namesTable)
    expect(await register({ api, name: '', message, account })).toMatchObject(
      refused(409, 'This signature was used already. Sign again.', 'message'),
    )
    expect(await register({ api, name: '', message })).toMatchObject(registered)
  })

  test.each([
    ['no JSON', 'alice'],
    ['no message', '{}'],
    ['more than it knows', '{"name":"alice.foyer.id","attributes":{},"timestamp":1767225600,"to":"me"}'],
    ['a prototype', '{"name":"alice.foyer.id","attributes":{},"timestamp":1767225600,"__proto__":{"a":1}}'],
  ])('a message that holds %s is refused', async (_, message) => {
    expect(await register({ api, name: '', message })).toMatchObject(
      refused(400, "The signed text isn't one that registers a name.", 'message'),
    )
  })

  test('[S7.17] only who has the address can have the name', async () => {
    const stranger = { signer: newAccount() }
    const notOurs = refused(400, "The signature isn't this account's.", 'signature')
    expect(await register({ api, name: 'alice.foyer.id', ...stranger })).toMatchObject(notOurs)
    for (const signature of [
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      `0x${'ab'.repeat(64)}`,
      `0x${'ab'.repeat(200)}`,
    ]) {
      expect(await register({ api, name: 'alice.foyer.id', body: { signature } })).toMatchObject(notOurs)
    }
    expect(await register({ api, name: 'alice.foyer.id', body: { signature: '0x' } })).toMatchObject({ status: 400 })
    expect(await register({ api, name: 'alice.foyer.id', body: { address: 'alice' } })).toMatchObject({ status: 400 })
    expect(await rows()).toEqual([0, 0])
  })

  test.each([
    ['Ethereum’s own', 60, "Names can't be registered for this kind of network."],
    ["a network's that isn't offered", coinTypeOf(1), "Names can't be registered from this network."],
  ])('[S9.21] a coin type that is %s is refused', async (_, coin_type, sentence) => {
    expect(await register({ api, name: 'alice.foyer.id', body: { coin_type } })).toMatchObject(
      refused(400, sentence, 'coin_type'),
    )
  })

  test('three names a day for a network, whatever the node', async () => {
    const from = '192.0.2.7'
    const other = await open({ database })
    for (const name of ['first', 'second', 'third']) {
      expect(await register({ api: other, name: `${name}-one.foyer.id`, from })).toMatchObject(registered)
    }
    const { answer, ...refusal } = await register({ api, name: 'fourth-one.foyer.id', from })
    expect(refusal).toMatchObject(refused(429, 'Too many names were registered from your network. Try again tomorrow.'))
    expect(answer.headers.get('retry-after')).toBe('86400')
    expect(await register({ api, name: 'other-one.foyer.id' })).toMatchObject(registered)
    api.time += 24 * 60 * 60_000
    expect(await register({ api, name: 'fourth-one.foyer.id', from })).toMatchObject(registered)
  })

  test('of those who want a name at the same time exactly one gets it, and nothing is left of the others', async () => {
    const nodes = await Promise.all([api, open({ database }), open({ database })])
    const labels = ['alice', 'a1ice', 'ali-ce', 'al1ce']
    const results = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        register({ api: nodes[index % 3] ?? api, name: `${labels[index % 4]}.foyer.id` }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(23).fill(409)])
    expect(await rows()).toEqual([1, 1])
  })

  test('an address that asks for many names at the same time gets one', async () => {
    const account = newAccount()
    const results = await Promise.all(
      ['first', 'second', 'third', 'fourth'].map((label) => register({ api, name: `${label}-one.foyer.id`, account })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await rows()).toEqual([1, 1])
  })

  test('a network that asks for many names at the same time gets three', async () => {
    const nodes = await Promise.all([api, open({ database })])
    const results = await Promise.all(
      ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((label, index) =>
        register({ api: nodes[index % 2] ?? api, name: `${label}-one.foyer.id`, from: '192.0.2.8' }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])
    expect(await rows()).toEqual([3, 3])
  })

  test('who registered is forgotten after a day; neither client nor message is kept as it was', async () => {
    await register({ api, name: 'alice.foyer.id', from: '192.0.2.9' })
    const kept = await database.orm.select().from(nameRegistrations)
    expect(JSON.stringify(kept)).not.toMatch(/192\.0\.2\.9|alice/)
    let time = api.time
    const registry = createRegistry({ orm: database.orm, zone: 'foyer.id', perDay: 3, now: () => time })
    await registry.forgetRegistrations()
    expect(await rows()).toEqual([1, 1])
    time += 24 * 60 * 60_000
    await registry.forgetRegistrations()
    expect(await rows()).toEqual([1, 0])
  })

  test('[F28] nothing of it is in the log', async () => {
    const account = newAccount()
    await register({ api, name: 'canary-name.foyer.id', account })
    await register({ api, name: 'canary-name.foyer.id' })
    await get(api, `/v1/profile/reverse/${account.address}`)
    await get(api, '/v1/profile/account/canary-name.foyer.id')
    expect(api.logged.length).toBeGreaterThan(3)
    expect(api.logged.join().toLowerCase()).not.toContain(account.address.toLowerCase().slice(2))
    expect(api.logged.join()).not.toContain('canary-name')
  })
})

describe('what is signed for a page', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.orm.delete(namesTable)
  })
  const page = { domain: 'dapp.example', project: demo.id }
  const origin = (value: string) => ({ headers: { origin: value } })

  test.each([
    ['from that page', page, origin('https://dapp.example')],
    ['from no page', page, {}],
    ['as AppKit 1.7.6 has it signed, from any page', {}, origin('https://dapp.example')],
  ])('is taken %s', async (_, fields, from) => {
    const api = await open({ database })
    expect(await register({ api, name: 'alice.foyer.id', fields, ...from })).toMatchObject(registered)
  })

  const otherPage = 'This was signed for another page.'
  const notOfProject = "This page isn't one of the project's."
  const saysNot = "The signed text doesn't say for which page it is."
  test.each([
    ['from another page', page, origin('https://evil.example'), otherPage],
    ['from a page without an origin', page, origin('null'), otherPage],
    ['from the same host at another port', page, origin('https://dapp.example:8443'), otherPage],
    ["for a page that isn't the project's", { ...page, domain: 'evil.example' }, {}, notOfProject],
    ['for a page that has a path', { ...page, domain: 'dapp.example/x' }, {}, notOfProject],
    ['for a page that has a user', { ...page, domain: 'x@dapp.example' }, {}, notOfProject],
    ['for a project that nobody has', { ...page, project: 'nobody' }, {}, notOfProject],
    ['for a page and no project', { domain: 'dapp.example' }, {}, saysNot],
    ['for a project and no page', { project: demo.id }, {}, saysNot],
  ])('is refused %s', async (_, fields, from, sentence) => {
    const api = await open({ database })
    expect(await register({ api, name: 'alice.foyer.id', fields, ...from })).toMatchObject(refused(400, sentence))
  })

  test('must say so where the operator wants it', async () => {
    const api = await open({ database, names: { requireProject: true } })
    expect(await register({ api, name: 'alice.foyer.id' })).toMatchObject(refused(400, saysNot))
    expect(await register({ api, name: 'alice.foyer.id', fields: page })).toMatchObject(registered)
  })
})

describe('accounts that are contracts', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.orm.delete(namesTable)
  })

  const client = () => createClient({ transport: http(anvil.url) })
  const accountOf = (owner: Address) =>
    readContract(client(), { address: factory, abi: localAccountFactoryAbi, functionName: 'accountOf', args: [owner] })
  const deployCall = (owner: Address): Hex =>
    encodeFunctionData({ abi: localAccountFactoryAbi, functionName: 'deploy', args: [owner] })

  async function sign({ owner, api }: { owner: PrivateKeyAccount; api: TestApi }) {
    const message = JSON.stringify({ name: 'alice.foyer.id', attributes: {}, timestamp: api.time / 1000 })
    return { message, signature: await owner.sign({ hash: hashMessage(message) }) }
  }

  const post = async ({
    api,
    address,
    message,
    signature,
  }: {
    api: TestApi
    address: Address
    message: string
    signature: Hex
  }) => {
    const body = { coin_type: coinType, address, message, signature }
    const answer = await api.post('/v1/profile/account', body)
    return { status: answer.status, body: await answer.json() }
  }

  test('[S7.17] sign by ERC-1271 when they are deployed, by ERC-6492 before', async () => {
    const api = await open({ database })
    const [deployed, undeployed] = [newAccount(), newAccount()]
    const sender = newAccount()
    const admin = createTestClient({ mode: 'anvil', transport: http(anvil.url) })
    await admin.setBalance({ address: sender.address, value: 10n ** 18n })
    await sendTransactionSync(client(), {
      account: sender,
      chain: null,
      to: factory,
      data: deployCall(deployed.address),
    })
    const first = await sign({ owner: deployed, api })
    expect(await post({ api, address: await accountOf(deployed.address), ...first })).toEqual(registered)
    expect(await database.orm.select().from(namesTable)).toMatchObject([{ account: 'contract' }])
    await database.orm.delete(namesTable)

    const { message, signature } = await sign({ owner: undeployed, api })
    const address = await accountOf(undeployed.address)
    expect(await post({ api, address, message, signature })).toMatchObject({ status: 400 })
    const wrapped = serializeErc6492Signature({ address: factory, data: deployCall(undeployed.address), signature })
    expect(await post({ api, address, message, signature: wrapped })).toEqual(registered)
  })

  test('of somebody else sign for nobody else', async () => {
    const api = await open({ database })
    const [owner, thief] = [newAccount(), newAccount()]
    const { message, signature } = await sign({ owner: thief, api })
    const address = await accountOf(owner.address)
    const wrapped = serializeErc6492Signature({ address: factory, data: deployCall(owner.address), signature })
    expect(await post({ api, address, message, signature: wrapped })).toMatchObject({ status: 400 })
    const other = serializeErc6492Signature({ address: factory, data: deployCall(thief.address), signature })
    expect(await post({ api, address, message, signature: other })).toMatchObject({ status: 400 })
    expect(await database.orm.select().from(namesTable)).toEqual([])
  })

  test('are not judged while their network is away: nobody is called a liar, and nothing is written', async () => {
    const api = await open({ database, upstream: 'http://127.0.0.1:9' })
    const { message, signature } = await sign({ owner: newAccount(), api })
    expect(await post({ api, address: newAccount().address, message, signature })).toMatchObject(
      refused(502, "The network eip155:31337 doesn't answer at the moment.", 'chainId'),
    )
    expect(await database.orm.select().from(namesTable)).toEqual([])
  })
})

describe('a server that gives no names', () => {
  test('[S8.19] resolves none, has none, suggests none and refuses to register', async () => {
    const database = await openTestDatabase()
    const api = await openApi({ database, chains: [local()] })
    expect(await get(api, '/v1/profile/account/alice.foyer.id')).toMatchObject(refused(404, 'Error resolving name'))
    expect(await get(api, `/v1/profile/reverse/${newAccount().address}`)).toEqual({ status: 200, body: [] })
    expect(await get(api, '/v1/profile/suggestions/alice?zone=reown.id')).toEqual({
      status: 200,
      body: { suggestions: [] },
    })
    expect(await register({ api, name: 'alice.foyer.id' })).toMatchObject(
      refused(404, "Names below this domain can't be registered here."),
    )
    expect(await get(api, `/v1/ccip/0x${'ab'.repeat(20)}/${zeroHash}.json`)).toMatchObject({ status: 404 })
    await database.close()
  })
})

test('a project that switched names off has none', async () => {
  const database = await openTestDatabase()
  const api = await openApi({
    database,
    chains: [local()],
    projects: [{ ...demo, featuresOff: ['names'] }],
    config: { names: config },
  })
  expect(await get(api, '/v1/profile/account/alice.foyer.id')).toMatchObject({ status: 403 })
  const fields = { domain: 'dapp.example', project: demo.id }
  expect(await register({ api, name: 'alice.foyer.id', fields })).toMatchObject({ status: 403 })
  await database.close()
})
