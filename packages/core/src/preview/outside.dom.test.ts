import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FamilyActions } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { mainnet } from '../networks/known.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import type { DescribedRequest } from '../words/reader.js'
import type { ShownRequest } from '../words/shown.js'
import { readPreview } from './index.js'

// What the operator's server knows of a request, as a family's words ask for it.

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const known = '0x1111111111111111111111111111111111111111'
const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const fungible = (address: string, price: number) => ({ name: 'n', symbol: 's', iconUrl: '', price, address })

/** The server's answers by their paths' beginnings; a promise is an answer that is late. */
const answers = {
  '/v1/identity/': { name: 'eve.eth', avatar: '' },
  '/v1/warnings': { addresses: [known], sites: ['evil.example'] },
  '/v1/descriptors': { descriptors: [{ display: {} }] },
  '/v1/fungible/price': { fungibles: [fungible(coin, 3_000), fungible(`eip155:1:${known}`, 0)] },
}

interface Told {
  readonly name: string | undefined
  readonly warned: readonly string[]
  readonly descriptors: number
  readonly worth: readonly (string | undefined)[]
}

/** Reads a request of a kit whose words say what they are told from outside, as their title. */
async function read(own: Partial<Readonly<Record<keyof typeof answers, unknown>>> = {}) {
  const asked: { path: string; query: URLSearchParams; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: URL | string, { body, signal }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url)
    const key = Object.keys(answers).find((path) => pathname.startsWith(path))
    if (key === undefined) return Response.json({ http: ['eip155:1'], ws: [], balances: [] })
    asked.push({ path: pathname, query: searchParams, body: body ? JSON.parse(String(body)) : undefined })
    const stopped = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    return Response.json(await Promise.race([Reflect.get({ ...answers, ...own }, key), stopped]))
  })
  const actions: FamilyActions = {
    nativeBalance: async () => 1n,
    walletRequest: ({ asked: wanted }) => ({ method: 'eth_sendTransaction', params: [wanted] }),
  }
  const told: Told[] = []
  const describe = async ({ outside = {} }: DescribedRequest): Promise<ShownRequest> => {
    const [name, warned, descriptors, worth] = await Promise.all([
      outside.nameOf?.(known),
      outside.listed?.({ addresses: [known], sites: ['evil.example'] }),
      outside.descriptorsOf?.(known),
      outside.worthOf?.([
        { contract: undefined, amount: 15n * 10n ** 17n, decimals: 18 },
        { contract: known, amount: 1n, decimals: 0 },
      ]),
    ])
    const sites = [...(warned?.addresses ?? []), ...(warned?.sites ?? [])]
    told.push({
      name,
      warned: sites,
      descriptors: descriptors?.length ?? 0,
      worth: (worth ?? []).map((each) => each?.shown),
    })
    const title = { name: 'request.asWritten', values: { text: JSON.stringify(told.at(-1)) } } as const
    return { title, act: title, facts: [], warnings: [], isDeliberate: false }
  }
  const code = { carriedOut: () => undefined, describe, isWorse: () => false }
  const { foyer, clock, errors } = fakeKit({
    connectors: [fakeConnector()],
    adapters: [fakeAdapter('eip155', { actions: async () => actions })],
    networks: [mainnet],
    features: { preview: true },
    words: [{ family: 'eip155', load: async () => code }],
    api: 'https://server.test',
  })
  foyer.start()
  stops.push(() => foyer.stop())
  await foyer.connect({ connectorId: 'fake' })
  const transfer = { to: known, asset: { type: 'coin' }, amount: 1n } as const
  const form = readPreview(foyer, { asked: { transfer }, networkId: 'eip155:1', address: '0xA' })
  stops.push(form.subscribe(() => {}))
  return { form, asked, told, clock, errors }
}

const everything: Told = {
  ...{ name: 'eve.eth', warned: [known, 'evil.example'], descriptors: 1 },
  worth: ['$4,500.00', undefined],
}
const nothing: Told = { name: undefined, warned: [], descriptors: 0, worth: [undefined, undefined] }

describe('what the operator’s server knows of a request', () => {
  test('[F14] is asked for: a name, whom it warns of, descriptors, and the worth of what the account doesn’t hold', async () => {
    const { form, told, asked } = await read()
    await vi.waitUntil(() => form.get().status === 'read', { interval: 1 })
    expect(told).toEqual([everything])
    expect(asked.map(({ path }) => path).sort()).toEqual([
      '/v1/descriptors',
      '/v1/fungible/price',
      `/v1/identity/${known}`,
      '/v1/warnings',
    ])
    const of = (path: string) => asked.find((each) => each.path === path)
    expect(of('/v1/warnings')?.body).toMatchObject({ addresses: [known], sites: ['evil.example'] })
    expect(of('/v1/descriptors')?.query.get('chainId')).toBe('eip155:1')
    expect(of('/v1/descriptors')?.query.get('address')).toBe(known)
    expect(of('/v1/fungible/price')?.body).toMatchObject({
      ...{ currency: 'usd', projectId: 'project' },
      addresses: [coin, `eip155:1:${known}`],
    })
  })

  test('[F18] holds nothing up: it is waited for half a second, shown when it comes later, and asked for once', async () => {
    let arrive: (answer: unknown) => void = () => {}
    const late = new Promise((resolve) => {
      arrive = resolve
    })
    const { form, told, clock, asked } = await read({ '/v1/warnings': late })
    await vi.waitUntil(() => asked.length === 4, { interval: 1 })
    await clock.advance(499)
    expect(form.get().status).toBe('reading')
    await clock.advance(1)
    await vi.waitUntil(() => form.get().status === 'read', { interval: 1 })
    // Once by what is known, and once to say that more is asked.
    await vi.waitUntil(() => told.length === 2, { interval: 1 })
    expect(told).toEqual([
      { ...everything, warned: [] },
      { ...everything, warned: [] },
    ])
    const before = form.get().shown
    arrive(answers['/v1/warnings'])
    await vi.waitUntil(() => told.length === 3, { interval: 1 })
    expect(told[2]).toEqual(everything)
    await vi.waitUntil(() => form.get().shown !== before, { interval: 1 })
    expect(asked).toHaveLength(4)
  })

  test('[F18] that isn’t had in 15 s, or isn’t as it should be, is left out without a word', async () => {
    const silent = new Promise(() => {})
    const { told, clock, asked, errors } = await read({
      ...{ '/v1/identity/': silent, '/v1/warnings': { addresses: 7 } },
      ...{ '/v1/descriptors': { descriptors: 'none' }, '/v1/fungible/price': 'free' },
    })
    await vi.waitUntil(() => asked.length === 4, { interval: 1 })
    await clock.advance(500)
    await vi.waitUntil(() => told.length > 0, { interval: 1 })
    await clock.advance(14_500)
    await vi.waitUntil(() => told.length === 2, { interval: 1 })
    expect(told).toEqual([nothing, nothing])
    expect(clock.pending).toBe(0)
    expect(errors).toEqual([])
  })
})
