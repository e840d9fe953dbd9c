import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FamilyActions } from '../connector/family.js'
import type { GrantedPermission, PermissionReading } from '../connector/permissions.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { HttpError } from '../errors/http.js'
import { UnsupportedMethodError } from '../errors/wallet.js'
import type { Fetched } from '../query/definition.js'
import { watch } from '../query/watch.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { type AccountSession, type AccountSessions, accountSessions, noteGranted, shownSession } from './index.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const ann = `0x${'a1'.repeat(20)}`
const key = `0x${'b1'.repeat(20)}`
const given = (context: string): GrantedPermission => ({ context, networkId: 'eip155:1', account: ann, to: key })
const dollars = { type: 'spend', token: `0x${'c1'.repeat(20)}`, symbol: 'DUSD', decimals: 6 } as const
const reading: PermissionReading = {
  ...{ status: 'active', to: key, account: ann, expiresAt: 1_800_000_000 },
  terms: { ...dollars, limit: { type: 'periodic', amount: 10_000_000n, periodSeconds: 86_400n } },
  ...{ spent: 2_500_000n, left: 7_500_000n },
}
const listed = {
  ...{ project: { id: 'p', name: 'Tea' }, pci: 'pci', expiry: 1_800_000_000, createdAt: 1 },
  ...{ permissions: [], policies: [], context: '0x01' },
}

/** A connected kit, whose wallet, chain and server answer as the test says. */
async function kitOf(own: Partial<FamilyActions>, server: readonly object[] | 'down' = []) {
  vi.stubGlobal('fetch', async (request: URL | string) => {
    const { pathname } = new URL(request)
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1'], ws: [] })
    return server === 'down' ? new Response('', { status: 400 }) : Response.json(server)
  })
  const actions: FamilyActions = { nativeBalance: async () => 1n, ...own }
  const kit = fakeKit({
    connectors: [fakeConnector({ accounts: [account(ann)] })],
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
    api: 'https://server.test',
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.foyer.connect({ connectorId: 'fake' })
  let last: Fetched<AccountSessions> | undefined
  stops.push(watch(kit.foyer, accountSessions, {}, (fetched) => (last = fetched)))
  const until = (holds: (data: AccountSessions | undefined) => boolean) =>
    vi.waitUntil(() => last?.status === 'ready' && holds(last.data), { interval: 1 })
  return { ...kit, until, last: () => last?.data, refetch: () => last?.refetch() }
}

describe('the permissions of an account', () => {
  test('[S7.21] are those of the wallet and of the server, each once, as its chain has it', async () => {
    const asked: string[] = []
    const { last, until } = await kitOf(
      {
        permissions: async () => [given('0x01'), given('0x02'), { ...given('0x03'), account: '0xC3' }],
        async readPermission({ context, network }) {
          asked.push(`${network.caipNetworkId} ${context}`)
          return context === '0x02' ? undefined : reading
        },
      },
      [listed, { ...listed, context: '0x04', revokedAt: 5 }],
    )
    await until((data) => data?.sessions.length === 3)
    expect(last()?.known).toBe(true)
    expect(asked.sort()).toEqual(['eip155:1 0x01', 'eip155:1 0x02', 'eip155:1 0x04'])
    expect(last()?.sessions.map(({ context, to, listed: of }) => [context, to, of?.project.name])).toEqual([
      ['0x01', key, 'Tea'],
      ['0x04', key, 'Tea'],
      ['0x02', key, undefined],
    ])
  })

  test('what the wallet leaves out once it has ended stays, as ended', async () => {
    let standing = [given('0x01')]
    let status: PermissionReading['status'] = 'active'
    const kit = await kitOf({ permissions: async () => standing, readPermission: async () => ({ ...reading, status }) })
    await kit.until((data) => data?.sessions[0]?.reading?.status === 'active')
    standing = []
    status = 'ended'
    kit.refetch()
    await kit.until((data) => data?.sessions[0]?.reading?.status === 'ended')
  })

  test('what was granted here is listed where the wallet lists nothing, which is said', async () => {
    const kit = await kitOf({ permissions: () => Promise.reject(new UnsupportedMethodError()) })
    await kit.until((data) => data?.known === false && data.sessions.length === 0)
    noteGranted(kit.foyer, [given('0x05')])
    kit.refetch()
    await kit.until((data) => data?.sessions[0]?.context === '0x05' && !data.known)
  })

  test('a server and a node that are down take nothing off the list', async () => {
    const down = () => Promise.reject(new HttpError({ status: 502, body: '' }))
    const kit = await kitOf({ permissions: async () => [given('0x01')], readPermission: down }, 'down')
    await kit.until((data) => data?.sessions[0]?.context === '0x01')
    expect(kit.last()?.sessions[0]?.reading).toBeUndefined()
    expect(kit.errors).toHaveLength(2)
  })
})

describe('a permission is shown', () => {
  const session: AccountSession = { ...given('0xAB'), networkId: 'eip155:1', reading, listed: undefined }
  const at = { locale: 'en', now: 1_700_000_000_000 }
  const shown = (more: Partial<AccountSession>) => shownSession({ ...session, ...more }, at)

  test('with what was spent of what may be, by whom, and until when', () => {
    expect(shown({})).toMatchObject({
      ...{ key: '0xab', status: 'active', mayEnd: true, name: '0xb1…b1b1b1', to: key },
      terms: { type: 'periodic', amount: '10 DUSD', count: '1', unit: 'days' },
      ...{ spent: '2.5 DUSD', left: '7.5 DUSD', share: 25, until: expect.stringContaining('Jan 15') },
    })
  })

  const of = (more: Partial<PermissionReading>) => shown({ reading: { ...reading, ...more } })
  test.each<[string, Partial<PermissionReading>, object]>([
    [
      'of 90 minutes',
      { terms: { ...dollars, limit: { type: 'periodic', amount: 1n, periodSeconds: 5_400n } } },
      { terms: { type: 'periodic', amount: '0.000001 DUSD', count: '90', unit: 'minutes' } },
    ],
    [
      'of a stream without an end',
      { terms: { ...dollars, limit: { type: 'stream', initial: 0n, perSecond: 10n, most: undefined } } },
      { terms: { type: 'stream', perDay: '0.864 DUSD', most: undefined }, share: undefined },
    ],
    [
      'of a sum that is spent once',
      { terms: { ...dollars, limit: { type: 'once', amount: 5_000_000n } } },
      { terms: { type: 'once', amount: '5 DUSD' }, share: 50 },
    ],
    [
      'of calls',
      { terms: { type: 'call', target: key, functions: ['0x12345678'], count: 50n }, spent: 12n, left: 38n },
      { terms: { type: 'calls', target: key, count: '50' }, spent: '12', left: '38', share: 24 },
    ],
    ['of all that there is', { spent: 2n ** 256n - 1n }, { spent: '∞' }],
    ['without an end', { expiresAt: undefined }, { until: undefined }],
    ['that outlasts all dates', { expiresAt: 2 ** 52 }, { until: undefined }],
    ['that ended', { status: 'ended' }, { status: 'ended', mayEnd: false }],
    ['whose code is off', { status: 'off' }, { mayEnd: true }],
  ])('%s', (_, more, wanted) => {
    expect(of(more)).toMatchObject(wanted)
  })

  test('by a name without what could pose as another; where no node answers, as the server has it', () => {
    const project = { id: 'p', name: 'Te\u202ea' }
    expect(shown({ listed: { ...listed, project } }).name).toBe('Tea')
    expect(shown({ reading: undefined })).toMatchObject({ status: 'unread', mayEnd: true, terms: undefined })
    expect(shown({ reading: undefined, listed: { ...listed, revokedAt: 1 } }).status).toBe('ended')
    const dormant = { ...listed, revokedAt: 1, standing: 'dormant' } as const
    expect(shown({ reading: undefined, listed: dormant })).toMatchObject({ status: 'off', mayEnd: true })
    expect(shown({ listed: dormant }).status).toBe('active')
    expect(shown({ reading: undefined, listed: { ...listed, expiry: 1 } }).status).toBe('expired')
  })
})
