import { coreBuildExcludes, WalletsReply, walletButtonIds } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { directoryState, directoryWallets, suppliedPictures } from '../db/schema/index.js'
import { createDirectoryStore } from '../directory/directoryStore.js'
import { createMemoryStore } from '../pictures/memoryStore.js'
import { hashOf } from '../pictures/pictureStore.js'
import { createPictures } from '../pictures/pictures.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'

const page = { origin: 'https://dapp.example' }
const local = 'eip155:31337'

const pictureStore = createMemoryStore()
const storeOn = ({ orm }: Database) =>
  createDirectoryStore({ orm, kept: createPictures({ orm, store: pictureStore, now: () => 0 }) })

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('on $name', ({ open }) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    for (const table of [directoryWallets, suppliedPictures, directoryState]) await database.orm.delete(table)
    api = await openApi({ database, pictureStore, projects: [demo] })
  })

  const list = async (query: Record<string, string> = {}, sv = 'react-evm-1.7.6') => {
    const all = new URLSearchParams({ projectId: 'demo', st: 'appkit', sv, ...query })
    const answer = await api.get(`/getWallets?${all}`, page)
    expect(answer.status).toBe(200)
    return v.parse(WalletsReply, await answer.json())
  }
  const names = async (query?: Record<string, string>) => (await list(query)).data.map(({ name }) => name)
  const refused = async (query: string) => {
    const answer = await api.get(`/getWallets?${query}`, page)
    return [answer.status, await answer.json()]
  }

  test('[S7.23 S7.24 S3.1 S9.3] lists the shipped wallets, a page at a time, as kits ask', async () => {
    const first = await list()
    const second = await list({ page: '2', entries: '40' })
    expect([first.data.length, second.data.length, first.count]).toEqual([40, 20, 60])
    expect(first.data[0]).toMatchObject({
      id: walletButtonIds.metamask,
      name: 'MetaMask',
      rdns: 'io.metamask',
      mobile_link: 'metamask://',
    })
    const recommended = await list({ page: '1', entries: '4', chains: 'eip155:1' })
    expect(recommended.data.map(({ name }) => name)).toEqual([
      'MetaMask',
      'Trust Wallet',
      'Binance Wallet',
      'Coinbase Wallet',
    ])
    const exclude = recommended.data.map(({ id }) => id).join(',')
    const rest = await list({ page: '1', entries: '40', chains: 'eip155:1', exclude })
    expect(rest.count).toBe(recommended.count - 4)
  })

  test('[S7.23] every part of the question counts, each by itself and with any other', async () => {
    const base = 'eip155:8453'
    const planted = [
      { name: 'Alpha One', chains: [base], badge_type: 'certified', order: 1 },
      { name: 'Alpha Two', chains: [local], badge_type: 'certified', order: 2 },
      { name: 'Alpha Three', chains: [base], badge_type: 'none', order: 3 },
      { name: 'Beta', chains: [base], badge_type: 'certified', order: 4 },
      { name: 'Core build’s', id: coreBuildExcludes[0], chains: [base], badge_type: 'certified', order: 5 },
    ] as const
    const idOf = (name: string) => Buffer.from(name.padEnd(32, '.')).subarray(0, 32).toString('hex')
    const wallets = planted.map((wallet) => ({ id: idOf(wallet.name), ...wallet }))
    await storeOn(database).import({ wallets, replace: true })
    const [one, two, three, beta, core] = planted.map(({ name }) => name)
    const ids = (...all: readonly (string | undefined)[]) => all.map((name) => idOf(name ?? '')).join(',')
    const answers = {
      '': [one, two, three, beta, core],
      'page=2&entries=2': [three, beta],
      'entries=1': [one],
      [`include=${ids(two, beta)}`]: [two, beta],
      [`exclude=${ids(one, three)}`]: [two, beta, core],
      [`chains=${local}`]: [two],
      'search=alpha': [one, two, three],
      'badge_type=none': [three],
      'badge_type=certified': [one, two, beta, core],
      'sv=html-core-1.7.6': [one, two, three, beta],
      [`search=alpha&badge_type=certified&chains=${base}&exclude=${ids(beta)}`]: [one],
      [`search=alpha&badge_type=certified&include=${ids(two, three)}`]: [two],
    }
    for (const [query, expected] of Object.entries(answers)) {
      expect([query, await names(Object.fromEntries(new URLSearchParams(query)))]).toEqual([query, expected])
    }
    expect((await list({ page: '2', entries: '2' })).count).toBe(5)
  })

  test("lists wallets for a network of the operator's own", async () => {
    expect(await names({ chains: local })).toEqual([])
    const chain: ChainConfig = {
      id: local,
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      iconUrl: '',
      upstreams: ['http://127.0.0.1:9'],
      tokens: [],
    }
    api = await openApi({ database, pictureStore, projects: [demo], chains: [chain] })
    expect((await names({ chains: local })).slice(0, 2)).toEqual(['MetaMask', 'Trust Wallet'])
  })

  test('serves a change that another node made', async () => {
    expect((await list()).count).toBe(60)
    const { work } = api.services.directory
    work.start()
    try {
      await storeOn(database).edit({ id: walletButtonIds.metamask, edits: { hidden: true } })
      expect((await list()).count).toBe(60)
      await expect
        .poll(async () => {
          api.expire()
          return (await list()).count
        })
        .toBe(59)
    } finally {
      api.expire()
      await work.stop()
    }
  })

  test('[F28] names what is wrong with a question, and never repeats it', async () => {
    const common = 'projectId=demo&st=appkit&sv=x'
    expect(await refused(`${common}&page=canary`)).toEqual([
      400,
      { status: 'FAILED', reasons: [{ name: 'page', description: 'Must be a whole number from 1.' }] },
    ])
    expect(await refused(`${common}&entries=101&search=x`)).toMatchObject([400, { reasons: [{ name: 'entries' }] }])
    expect((await refused('projectId=nobody&st=appkit&sv=x'))[0]).toBe(401)
    const elsewhere = await api.get(`/getWallets?${common}`, { origin: 'https://evil.example' })
    expect(elsewhere.status).toBe(403)
  })
})

describe('pictures', () => {
  let database: Database
  let api: TestApi
  const opened = (burst?: number) => openApi({ database, pictureStore, burst })
  beforeAll(async () => {
    database = await openTestDatabase()
    api = await opened()
  })
  afterAll(() => database?.close())

  test.each([
    ['a wallet', `/getWalletImage/${walletButtonIds.metamask}`, 'fill="#ff5c16"'],
    [
      'a wallet without a mark',
      '/getWalletImage/a9751f17a3292f2d1493927f0555603d69e9a3fcbcdf5626f01b49afa21ced91',
      '>F<',
    ],
    ['a network', '/public/getAssetImage/06b26297-fe0c-4733-5d6b-ffa5498aac00', 'fill="#26b6ea"'],
    ['a network without a mark', '/public/getAssetImage/f926ff41-260d-4028-635e-91913fc28e00', '>E<'],
    ['a network that the kit has a mark for', '/public/getAssetImage/eip155:1', 'fill="#8ffcf3"'],
    ['a coin', '/public/getTokenImage/usdc', 'fill="#0b53bf"'],
    ['a way to connect', '/public/getAssetImage/ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400', 'fill="#3b99fc"'],
    ['a connector', '/public/getAssetImage/07ba87ed-43aa-4adf-4540-9e6a2b9cae00', '<rect x="18"'],
    ['a currency', '/public/getCurrencyImage/EUR', '>€<'],
    ['a currency without a sign', '/public/getCurrencyImage/xyz', '>XYZ<'],
    ['a token', '/public/getTokenImage/stETH', '>stETH<'],
    ['a token of any name', '/public/getTokenImage/%3Cb%3E', '>&#60;b&#62;<'],
  ])('[S7.25 S7.26] of %s are there, kept long, and shown only', async (_, path, part) => {
    const answer = await api.get(`${path}?projectId=demo&st=appkit&sv=x`, page)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await answer.text()).toContain(part)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=604800, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers.has('vary')).toBe(false)
    const etag = answer.headers.get('etag') ?? ''
    const again = await api.get(path, { 'if-none-match': `"other", W/${etag}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await api.get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test.each([
    '/getWalletImage/nobody',
    '/getWalletImage/constructor',
    '/public/getAssetImage/nobody',
    '/public/getCurrencyImage/EURO',
    '/public/getTokenImage/a%20b',
    `/public/getTokenImage/${'x'.repeat(33)}`,
  ])('[S7.25] of unknown ids are none: %s', async (path) => {
    const answer = await api.get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('[S7.25] that were supplied take the place of those drawn', async () => {
    const other = await opened()
    const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)
    const supplied = { mediaType: 'image/png', bytes, digest: hashOf(bytes) } as const
    await storeOn(database).putPictures([
      { kind: 'token', id: 'ETH', ...supplied },
      { kind: 'wallet', id: 'own', ...supplied },
    ])
    for (const path of ['/public/getTokenImage/eth', '/getWalletImage/own', '/getWalletImage/own']) {
      const answer = await other.get(path)
      expect([answer.headers.get('content-type'), answer.headers.get('etag')]).toEqual([
        'image/png',
        `"${hashOf(bytes)}"`,
      ])
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    }
    expect((await other.get('/public/getCurrencyImage/ETH')).headers.get('content-type')).toBe('image/svg+xml')
  })

  test('asked for too often are refused for a while', async () => {
    const narrow = await opened(50)
    const statuses: number[] = []
    for (let count = 0; count < 60; count += 1) statuses.push((await narrow.get('/public/getTokenImage/ETH')).status)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([50, 429])
  })
})
