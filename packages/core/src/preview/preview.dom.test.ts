import { afterEach, describe, expect, test, vi } from 'vitest'
import { sendCall, sendTransfer, signTypedData } from '../actions/index.js'
import { answer } from '../attempt/index.js'
import { sendCalls } from '../calls/index.js'
import type { FamilyActions } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import type { Foyer } from '../foyer.js'
import { currentRoute } from '../state/viewState.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import type { DescribedRequest, FamilyWords, RequestReader, ShownRequest } from '../words/index.js'
import { previewedBy, readPreview } from './index.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

/** A connected kit that shows first what its wallet is to be asked for, and the wallet's list of that. */
async function kitOf(
  more: { readonly words?: readonly FamilyWords[]; readonly preview?: boolean; readonly api?: string } = {},
) {
  const asked: string[] = []
  const actions: FamilyActions = {
    nativeBalance: async () => 1n,
    async sendTransfer() {
      asked.push('transfer')
      return { hash: '0x1' }
    },
    async sendCall() {
      asked.push('call')
      return { hash: '0x2' }
    },
    async sendCalls() {
      asked.push('calls')
      return { id: '0x3' }
    },
    async signTypedData() {
      asked.push('typedData')
      return { signature: '0x4' }
    },
    callsStatus: ({ id }) =>
      Promise.resolve({
        ...{ id, networkId: 'eip155:1', status: 'success', statusCode: 200, atomic: true },
        receipts: [{ hash: '0x5', status: 'success' }],
      }),
    waitForTransaction: async ({ hash }) => ({ hash, status: 'success' }),
    walletRequest: ({ asked: wanted }) => ({ method: 'eth_sendTransaction', params: [wanted] }),
  }
  const kit = fakeKit({
    connectors: [fakeConnector()],
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
    features: { preview: more.preview ?? true },
    words: more.words,
    api: more.api,
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.foyer.connect({ connectorId: 'fake' })
  return { ...kit, asked }
}

/** The running attempt that shows what it is about to ask for. */
async function previewing(foyer: Foyer, count = 1): Promise<number> {
  const all = () =>
    Object.values(foyer.store.getState().connection.attempts).filter(
      (attempt) => attempt?.step.type === 'preview' && !attempt.end,
    )
  await vi.waitUntil(() => all().length === count, { interval: 1 })
  return Math.max(...all().map((attempt) => attempt?.id ?? 0))
}

const ways = {
  transfer: (foyer: Foyer) => sendTransfer(foyer, { to: '0xB', amount: 1n }),
  call: (foyer: Foyer) => sendCall(foyer, { call: { to: '0xB' } }),
  calls: (foyer: Foyer) => sendCalls(foyer, { calls: [{ to: '0xB' }] }),
  typedData: (foyer: Foyer) => signTypedData(foyer, { typedData: {} }),
} as const
const each = ['transfer', 'call', 'calls', 'typedData'] as const

describe('a host’s own code', () => {
  test.each(each)('[F22] has a %s shown first, and the wallet asked once it is agreed to', async (way) => {
    const { foyer, asked } = await kitOf()
    const sent = ways[way](foyer)
    const attemptId = await previewing(foyer)
    expect(foyer.store.getState().view.open).toBe(true)
    expect(currentRoute(foyer.store.getState().view)).toEqual({ view: 'Preview', attemptId })
    expect(previewedBy(foyer, attemptId)?.asked).toHaveProperty(way)
    expect(asked).toEqual([])
    answer(foyer, { attemptId, approved: true })
    await sent
    expect(asked).toEqual([way])
    expect(foyer.store.getState().view.open).toBe(false)
    expect(previewedBy(foyer, attemptId)).toBeUndefined()
  })

  test.each(each)(
    '[F18 F22] whose %s is declined, or whose view is left, is told so, and no wallet is asked',
    async (way) => {
      const { foyer, asked } = await kitOf()
      const declined = failure(ways[way](foyer))
      answer(foyer, { attemptId: await previewing(foyer), approved: false })
      expect(await declined).toMatchObject({ code: 'user_rejected' })
      expect(foyer.store.getState().view.open).toBe(false)
      const left = failure(ways[way](foyer))
      await previewing(foyer)
      foyer.close('escape')
      expect(await left).toMatchObject({ code: 'user_rejected' })
      expect(asked).toEqual([])
    },
  )

  test('[F18] is told where it gives up, where the kit is stopped, and where the visitor never answers', async () => {
    const { foyer, clock, asked } = await kitOf()
    const controller = new AbortController()
    const given = failure(sendCall(foyer, { call: {}, signal: controller.signal }))
    await previewing(foyer)
    controller.abort()
    expect(await given).toMatchObject({ code: 'aborted' })
    expect(foyer.store.getState().view.open).toBe(false)
    const late = failure(sendCall(foyer, { call: {} }))
    await previewing(foyer)
    await clock.advance(5 * 60_000)
    expect(await late).toMatchObject({ code: 'request_timeout' })
    const stopped = failure(sendCall(foyer, { call: {} }))
    await previewing(foyer)
    foyer.stop()
    expect(await stopped).toMatchObject({ code: 'aborted' })
    expect(asked).toEqual([])
  })

  test('asks for two things at once: each is shown, the newer above, and leads back to what was there', async () => {
    const { foyer, asked } = await kitOf()
    foyer.open({ view: 'Account' })
    const first = sendCall(foyer, { call: {} })
    const below = await previewing(foyer)
    const second = signTypedData(foyer, { typedData: {} })
    const above = await previewing(foyer, 2)
    answer(foyer, { attemptId: above, approved: true })
    await second
    expect(currentRoute(foyer.store.getState().view)).toEqual({ view: 'Preview', attemptId: below })
    answer(foyer, { attemptId: below, approved: true })
    await first
    expect(currentRoute(foyer.store.getState().view)).toEqual({ view: 'Account' })
    expect(asked).toEqual(['typedData', 'call'])
  })

  test.each(each)('without the feature has a %s asked for at once', async (way) => {
    const { foyer, asked } = await kitOf({ preview: false })
    await ways[way](foyer)
    expect(asked).toEqual([way])
    expect(foyer.store.getState().view.open).toBe(false)
  })
})

const shown = (name: 'request.send' | 'request.swap'): ShownRequest => ({
  title: { name, values: {} },
  act: { name: 'request.act.send', values: {} },
  facts: [],
  warnings: [],
  isDeliberate: false,
})

/** Words that say of a request when they are told to. */
function wordsOf(own: Partial<RequestReader> = {}) {
  const requests: DescribedRequest[] = []
  const code: RequestReader = {
    carriedOut: () => undefined,
    describe: async () => shown('request.swap'),
    isWorse: () => false,
    ...own,
  }
  const words: FamilyWords = {
    family: 'eip155',
    load: async () => ({
      ...code,
      describe(request) {
        requests.push(request)
        return code.describe(request)
      },
    }),
  }
  return { words: [words], requests }
}

const transfer = { to: '0xB', asset: { type: 'coin' }, amount: 1_500_000_000_000_000_000n } as const
const request = { asked: { transfer }, networkId: 'eip155:1', address: '0xA' } as const

/** A request whose words come when a test says so. */
async function describedLater() {
  let arrive: (said: ShownRequest) => void = () => {}
  const { words } = wordsOf({ describe: () => new Promise((resolve) => (arrive = resolve)) })
  const { foyer, clock } = await kitOf({ words })
  const form = readPreview(foyer, request)
  stops.push(form.subscribe(() => {}))
  await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(0))
  return { form, clock, arrive: (said: ShownRequest) => arrive(said) }
}

describe('what is known of a request', () => {
  test('is said by its family’s words', async () => {
    const { words, requests } = wordsOf()
    const { foyer } = await kitOf({ words })
    const form = readPreview(foyer, { ...request, address: '0xA1' })
    stops.push(form.subscribe(() => {}))
    await vi.waitUntil(() => form.get().status === 'read', { interval: 1 })
    expect(form.get()).toMatchObject({ shown: shown('request.swap'), isUnread: false, simulation: 'none' })
    expect(requests[0]).toMatchObject({ method: 'eth_sendTransaction', network: { chainId: 'eip155:1' } })
    expect(requests[0]?.peerUrl).toBe(location.origin)
    expect(requests[0]?.others?.map(({ address }) => address)).toEqual(['0xA2'])
  })

  test('is a transfer whole where the family has no words, and of anything else that it isn’t known', async () => {
    const { foyer } = await kitOf()
    const form = readPreview(foyer, request)
    stops.push(form.subscribe(() => {}))
    await vi.waitUntil(() => form.get().status === 'read', { interval: 1 })
    expect(form.get().shown).toMatchObject({ title: { name: 'request.send' }, warnings: [], isDeliberate: false })
    expect(form.get().shown?.facts[0]).toEqual({ label: { name: 'request.give', values: {} }, value: '1.5 ETH' })
    const other = readPreview(foyer, { ...request, asked: { call: {} } })
    stops.push(other.subscribe(() => {}))
    await vi.waitUntil(() => other.get().status === 'read', { interval: 1 })
    expect(other.get().shown).toMatchObject({ warnings: [{ name: 'request.warn.unreadCall' }], isDeliberate: true })
  })

  test('is waited for 1.5 s, and shown when it comes later', async () => {
    const { form, clock, arrive } = await describedLater()
    await clock.advance(500)
    await clock.advance(999)
    expect(form.get()).toMatchObject({ status: 'reading', shown: undefined })
    await clock.advance(1)
    expect(form.get()).toMatchObject({ status: 'read', isUnread: true, shown: { title: { name: 'request.send' } } })
    arrive(shown('request.swap'))
    await vi.waitUntil(() => !form.get().isUnread, { interval: 1 })
    expect(form.get().shown).toEqual(shown('request.swap'))
  })

  test('that is said by less than is known by then is too late: what a simulation says stands', async () => {
    const first: ((said: ShownRequest) => void)[] = []
    const { words } = wordsOf({
      carriedOut: () => ({ calls: [{ value: '1', data: '0x' }], isAtomic: true }),
      describe: ({ outside }) =>
        outside?.simulate ? Promise.resolve(shown('request.swap')) : new Promise((resolve) => first.push(resolve)),
    })
    const { foyer } = await kitOf({ words })
    const form = readPreview(foyer, request)
    stops.push(form.subscribe(() => {}))
    await vi.waitUntil(() => form.get().simulation === 'unknown' && first.length > 0, { interval: 1 })
    expect(form.get().shown).toEqual(shown('request.swap'))
    for (const arrive of first) arrive(shown('request.send'))
    await vi.waitUntil(() => form.get().status === 'read', { interval: 1 })
    expect(form.get().shown).toEqual(shown('request.swap'))
  })

  test('that breaks is reported, and what is known without it stands', async () => {
    const { words } = wordsOf({ describe: () => Promise.reject(new Error('broken')) })
    const { foyer, errors } = await kitOf({ words })
    const form = readPreview(foyer, request)
    stops.push(form.subscribe(() => {}))
    await vi.waitUntil(() => form.get().status === 'read', { interval: 1 })
    expect(form.get()).toMatchObject({ isUnread: true, shown: { title: { name: 'request.send' } } })
    expect(errors).toEqual([new Error('broken')])
  })

  test('without a server isn’t simulated, and says so', async () => {
    const { words } = wordsOf({ carriedOut: () => ({ calls: [{ value: '1', data: '0x' }], isAtomic: true }) })
    const { foyer } = await kitOf({ words })
    const form = readPreview(foyer, request)
    stops.push(form.subscribe(() => {}))
    await vi.waitUntil(() => form.get().simulation === 'unknown', { interval: 1 })
    expect(await form.hold(form.get())).toBe(true)
  })

  test('is said with what a simulation comes to; one older than 15 s is made again, and what is worse is shown before the wallet is asked', async () => {
    const coin = (amount: string) => ({
      ...{ status: 'known', by: 'eth_simulateV1', block: 7, names: [], allowances: [] },
      changes: [{ kind: 'coin', amount }],
    })
    let reply: unknown = coin('-1')
    let slow: Promise<void> | undefined
    const bodies: unknown[] = []
    vi.stubGlobal('fetch', async (url: URL | string, { body }: { readonly body?: string } = {}) => {
      const { pathname } = new URL(url)
      if (!pathname.endsWith('/simulation')) return Response.json({ http: ['eip155:1'], ws: [], balances: [] })
      bodies.push(JSON.parse(body ?? 'null'))
      return Response.json(reply)
    })
    const { words, requests } = wordsOf({
      carriedOut: () => ({ calls: [{ to: '0xb', value: '1', data: '0x' }], isAtomic: true }),
      async describe({ outside }) {
        await slow
        const reply = await outside?.simulate?.({ transaction: '' })
        return shown(reply ? 'request.swap' : 'request.send')
      },
      isWorse: ({ was, is }) => JSON.stringify(was.changes) !== JSON.stringify(is.changes),
    })
    const { foyer, clock } = await kitOf({ words, api: 'https://server.test' })
    const form = readPreview(foyer, request)
    stops.push(form.subscribe(() => {}))
    await vi.waitUntil(() => form.get().simulation === 'known', { interval: 1 })
    expect(form.get().shown).toEqual(shown('request.swap'))
    expect(bodies).toEqual([{ chainId: 'eip155:1', calls: [{ to: '0xb', value: '1', data: '0x' }], atomic: true }])
    const agreed = form.get().shown
    await clock.advance(14_999)
    expect(await form.hold(form.get())).toBe(true)
    expect(bodies).toHaveLength(1)
    const before = requests.length
    await clock.advance(1)
    expect(await form.hold(form.get())).toBe(true)
    expect(bodies).toHaveLength(2)
    // The node is asked anew too; what says the same stays what was agreed to.
    await vi.waitUntil(() => requests.length > before, { interval: 1 })
    expect(new Set(requests.slice(0, before).map(({ network }) => network.reads)).size).toBe(1)
    expect(requests.at(-1)?.network.reads).not.toBe(requests[0]?.network.reads)
    await clock.advance(0)
    expect(form.get().shown).toBe(agreed)
    await clock.advance(15_000)
    reply = coin('-2')
    expect(await form.hold(form.get())).toBe(false)
    expect(form.get().shown).toMatchObject({
      warnings: [{ name: 'request.warn.simulationChanged' }],
      isDeliberate: true,
    })
    // It was read: what holds now is what was shown then.
    expect(await form.hold(form.get())).toBe(true)
    expect(bodies).toHaveLength(3)
    // What holds isn't described anew before the wallet is asked.
    await clock.advance(15_000)
    slow = new Promise(() => {})
    expect(await form.hold(form.get())).toBe(true)
    expect(bodies).toHaveLength(4)
  })

  test.each([
    ['a warning', { warnings: [{ name: 'request.warn.unreadCall', values: {} }] }, false],
    ['that it takes a step of its own', { isDeliberate: true }, false],
    ['a fact', { facts: [{ label: { name: 'request.give', values: {} }, value: '1 ETH' }] }, true],
  ] as const)('[F22] is agreed to as it was seen: where $0 came since, it holds: $2', async (_, more, holds) => {
    const { form, clock, arrive } = await describedLater()
    await clock.advance(1_500)
    const seen = form.get()
    expect(seen.status).toBe('read')
    expect(await form.hold(seen)).toBe(true)
    arrive({ ...shown('request.swap'), ...more })
    await vi.waitUntil(() => !form.get().isUnread, { interval: 1 })
    expect(await form.hold(seen)).toBe(holds)
    expect(await form.hold(form.get())).toBe(true)
  })

  test('has what its fee is worth by the account’s tokens, however late these are', async () => {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const coin = { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: 3_000, iconUrl: '' }
    vi.stubGlobal('fetch', async (url: URL | string) => {
      if (!new URL(url).pathname.endsWith('/balance')) return Response.json({ http: ['eip155:1'], ws: [] })
      await arrived
      return Response.json({ balances: [{ ...coin, quantity: { decimals: '18', numeric: '1' } }] })
    })
    const { foyer, clock } = await kitOf({ words: wordsOf().words, api: 'https://server.test' })
    const form = readPreview(foyer, request)
    stops.push(form.subscribe(() => {}))
    await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(0))
    await clock.advance(500)
    await vi.waitUntil(() => form.get().status === 'read', { interval: 1 })
    expect(form.get().coinPrice).toBeUndefined()
    arrive()
    await vi.waitUntil(() => form.get().coinPrice === 3_000, { interval: 1 })
  })

  test('is shown after 1.5 s without a simulation that is late, and says so until that is there or given up', async () => {
    vi.stubGlobal('fetch', (url: URL | string, { signal }: { readonly signal?: AbortSignal } = {}) =>
      new URL(url).pathname.endsWith('/simulation')
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(Response.json({ http: ['eip155:1'], ws: [], balances: [] })),
    )
    const { words } = wordsOf({
      carriedOut: () => ({ calls: [{ value: '1', data: '0x' }], isAtomic: true }),
      async describe({ outside }) {
        await outside?.simulate?.({ transaction: '' })
        return { ...shown('request.swap'), isDeliberate: outside?.isOpen?.() ?? false }
      },
    })
    const { foyer, clock } = await kitOf({ words, api: 'https://server.test' })
    const form = readPreview(foyer, request)
    stops.push(form.subscribe(() => {}))
    await vi.waitUntil(() => form.get().shown && form.get().status === 'reading', { interval: 1 })
    await clock.advance(1_500)
    await vi.waitUntil(() => form.get().status === 'read', { interval: 1 })
    expect(form.get()).toMatchObject({ simulation: 'asked', shown: { isDeliberate: true } })
    await clock.advance(13_500)
    await vi.waitUntil(() => form.get().simulation === 'unknown', { interval: 1 })
    expect(form.get().shown).toEqual(shown('request.swap'))
  })
})
