import {
  acceptNamespaces,
  dappReads,
  type Payload,
  parseParams,
  parsePayload,
  readableTerms,
  type SessionNamespaces,
  settledSession,
  updatedSession,
  walletReads,
} from '@foyer/walletconnect/protocol'
import { SignClient } from '@walletconnect/sign-client'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

// The judge of absence is the last permissive official client: a message that its validators accept is taken, but for what W8 refuses. Each optional member is
// missing, null, empty, odd or right. FOYER_FULL=1: ten times as many messages.
const numRuns = process.env.FOYER_FULL ? 20_000 : 2_000

/** The validators of the official client's engine, and how it takes an answer. */
interface OfficialEngine {
  isValidSessionSettleRequest(params: unknown): void
  isValidUpdate(params: unknown): Promise<void>
  isValidConnect(params: unknown): Promise<void>
  isValidRequest(params: unknown): Promise<void>
  isValidEmit(params: unknown): Promise<void>
  onSessionRequestResponse(topic: string, payload: unknown): void
  readonly events: { listenerCount(event: string): number; emit(event: string, said: unknown): boolean }
}

const topic = 'cd'.repeat(32)
const publicKey = 'ab'.repeat(32)
const metadata = {
  name: 'A wallet',
  description: '',
  url: 'https://wallet.example',
  icons: ['https://wallet.example/i'],
}
const now = 1_700_000_000_000
const eip155 = {
  chains: ['eip155:1'],
  accounts: ['eip155:1:0xab', 'eip155:10:0xab'],
  methods: ['personal_sign'],
  events: ['accountsChanged'],
}
const solana = { accounts: ['solana:1:ab'], methods: ['solana_signMessage'], events: [] }
const requested = {
  eip155: { chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign'], events: ['accountsChanged'] },
  solana: { chains: ['solana:1'], methods: ['solana_signMessage'], events: [] },
}
const settlement = { relay: { protocol: 'irn' }, controller: { publicKey, metadata }, expiry: 2_000_000_000 }

let engine: OfficialEngine
// It warns of terms that are required.
beforeAll(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterAll(() => void vi.restoreAllMocks())
beforeAll(async () => {
  // Without a topic to watch it opens no socket.
  const client = await SignClient.init({
    projectId: 'demo',
    relayUrl: 'ws://127.0.0.1:1',
    customStoragePrefix: 'absence',
    telemetryEnabled: false,
    logger: 'silent',
    metadata,
  })
  await client.core.crypto.setSymKey('ef'.repeat(32), topic)
  const { relay, controller } = settlement
  await client.session.set(topic, {
    topic,
    pairingTopic: topic,
    relay,
    acknowledged: true,
    controller: publicKey,
    expiry: Date.now(),
    namespaces: { eip155 },
    requiredNamespaces: {},
    optionalNamespaces: {},
    peer: controller,
    self: controller,
  })
  await client.session.update(topic, { expiry: Math.floor(Date.now() / 1_000) + 604_800 })
  engine = Object(client.engine)
})

/** Whether it goes without an error. */
async function passes(validate: () => unknown): Promise<boolean> {
  try {
    await validate()
    return true
  } catch {
    return false
  }
}

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(null, '', 0, [], {}, false, 7, 1.5, 'x', [null], [7, 'x'], { a: null }, { x: {} }),
  fc.jsonValue({ maxDepth: 2 }),
)
/** An object whose members are right, odd or missing. */
const members = (right: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Record<string, unknown>> => {
  const each = Object.entries(right).map(
    ([name, value]) => [name, fc.oneof({ weight: 3, arbitrary: value }, odd)] as const,
  )
  return fc.record(Object.fromEntries(each), { requiredKeys: [] })
}
const some = (...words: unknown[]) => fc.subarray(words)
const words = (right: readonly string[]) => fc.oneof(fc.constant(right), some(...right), some(...right, null, ''))
const namespace = ({
  accounts,
  methods,
  events,
}: Readonly<Record<'accounts' | 'methods' | 'events', readonly string[]>>) =>
  fc.oneof(
    members({
      chains: fc.constant(['eip155:1']),
      accounts: fc.oneof(words(accounts), some(...accounts, 'eip155:1', 'solana:1:ab', 'eip155:5:0xab', 'A:b:c')),
      methods: words(methods),
      events: words(events),
    }),
    fc.record({ accounts: words(accounts), methods: fc.constant(methods), events: fc.constant(events) }),
  )
const namespaces = fc.oneof(
  members({
    eip155: namespace(eip155),
    solana: namespace(solana),
    'eip155:10': namespace(eip155),
    'A wallet’s': namespace(eip155),
    toString: namespace(eip155),
  }),
  fc.record({ eip155: fc.constant(eip155), solana: namespace({ ...solana, accounts: [] }) }),
)
const properties = members({ capabilities: fc.constant('{}'), a: odd })
const peer = members({
  name: fc.constant('A'),
  description: fc.constant(''),
  url: fc.constant('https://a.example'),
  verifyUrl: odd,
  ...{
    icons: some('https://a.example/i', '', null),
    redirect: members({ native: fc.constant('a://'), universal: odd }),
  },
})

/** What of a grant that the official client accepts W8 refuses, or the application didn't ask for; all else is to be had. */
function expectedOf(granted: Readonly<Record<string, { readonly accounts: readonly string[] }>>) {
  const families = Object.entries(granted).filter(([key]) => /^[-a-z0-9]{3,16}(:[-_a-zA-Z0-9]{1,64})?$/.test(key))
  const isAccount = (text: string) => /^[-a-z0-9]{3,16}:[-_a-zA-Z0-9]{1,64}:[^:]+$/.test(text)
  const isMisplaced = families.some(([key, { accounts }]) =>
    accounts.some((account) => isAccount(account) && !account.startsWith(`${key}:`)),
  )
  const asked = Object.values(requested).flatMap(({ chains }) => chains)
  const kept = families.flatMap(([key, { accounts }]) => {
    const own = accounts.filter((account) => asked.some((chain) => account.startsWith(`${chain}:`)))
    return own.length > 0 ? [[key, own] as const] : []
  })
  return isMisplaced || kept.length === 0 ? 'refused by W8' : Object.fromEntries(kept)
}
const accountsOf = (granted: SessionNamespaces) =>
  Object.fromEntries(Object.entries(granted).map(([key, { accounts }]) => [key, accounts]))
function outcomeOf(take: () => SessionNamespaces) {
  try {
    return accountsOf(take())
  } catch (error) {
    const { code, field } = Object(error)
    if (code === 'invalid_namespaces' || field === 'params.namespaces') return 'refused by W8'
    throw error
  }
}
/** As it comes over the wire. */
const plainOf = <Plain extends object = Readonly<Record<string, unknown>>>(value: object): Plain =>
  Object(JSON.parse(JSON.stringify(value)))

const proposal = { topic, responderPublicKey: publicKey, requested }
function settle(params: unknown) {
  const read = parseParams({ reads: dappReads, method: 'wc_sessionSettle', params })
  return settledSession({ proposal, settlement: read, now })
}
const standing = () => settle({ ...settlement, namespaces: { eip155 } })
const update = (params: unknown) =>
  updatedSession({
    session: standing(),
    id: '1700000000000000',
    ...parseParams({ reads: dappReads, method: 'wc_sessionUpdate', params }),
  })

describe('a message that the official client accepts is taken, and what it loses is what W8 refuses or can’t be asked for', () => {
  test('[W8] settlements', async () => {
    let taken = 0
    const params = fc.tuple(
      members({
        sessionProperties: properties,
        scopedProperties: properties,
        sessionConfig: members({ disableDeepLink: odd }),
      }),
      fc.oneof(
        fc.constant({ expiry: 2_000_000_000 }),
        members({ expiry: fc.constantFrom(2_000_000_000.5, 2_000_000_000) }),
      ),
      members({ metadata: peer, unknown: odd }),
      namespaces,
    )
    await fc.assert(
      fc.asyncProperty(params, async ([more, time, controller, granted]) => {
        const said = plainOf({
          ...settlement,
          ...more,
          expiry: undefined,
          ...time,
          namespaces: granted,
          controller: { ...controller, publicKey },
        })
        if (!(await passes(() => engine.isValidSessionSettleRequest(said)))) return
        const outcome = outcomeOf(() => settle(said).namespaces)
        expect(outcome).toEqual(expectedOf(plainOf(granted)))
        if (outcome !== 'refused by W8') taken += 1
      }),
      { numRuns },
    )
    expect(taken).toBeGreaterThan(numRuns / 20)
  })

  test('[W8] updates', async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(namespaces, members({ more: odd }), async (granted, more) => {
        const said = plainOf({ ...more, namespaces: granted })
        if (!(await passes(() => engine.isValidUpdate({ ...Object(said), topic })))) return
        const outcome = outcomeOf(() => update(said).namespaces)
        expect(outcome).toEqual(expectedOf(plainOf(granted)))
        if (outcome !== 'refused by W8') taken += 1
      }),
      { numRuns },
    )
    expect(taken).toBeGreaterThan(numRuns / 20)
  })

  test('proposals, of which what the application can’t do without is read whole', async () => {
    let taken = 0
    const terms = members({
      eip155: members({
        chains: words(['eip155:1', 'eip155:10']),
        methods: words(['personal_sign']),
        events: words([]),
      }),
      'eip155:10': members({ chains: fc.constant(['eip155:1']), methods: words(['personal_sign']), events: words([]) }),
      EIP: fc.constant({ chains: ['EIP:1'], methods: [], events: [] }),
      solana: fc.constant({ chains: ['solana:1'], methods: [], events: [] }),
    })
    const right = fc.constant({ eip155: { chains: ['eip155:1'], methods: [], events: [] } })
    const params = fc.tuple(
      fc.oneof(fc.record({ optionalNamespaces: fc.oneof(terms, right) }), members({ optionalNamespaces: terms })),
      members({
        requiredNamespaces: fc.constant({}),
        relays: fc.constant([{ protocol: 'irn' }]),
        expiryTimestamp: odd,
        requests: odd,
      }),
      members({ sessionProperties: properties, scopedProperties: properties }),
      members({ metadata: peer }),
    )
    await fc.assert(
      fc.asyncProperty(params, async ([optional, more, stated, proposer]) => {
        const said = plainOf({ ...optional, ...more, ...stated, proposer: { ...proposer, publicKey } })
        if (!(await passes(() => engine.isValidConnect(said)))) return
        const read = parseParams({ reads: walletReads, method: 'wc_sessionPropose', params: said })
        const { requiredNamespaces: required, optionalNamespaces } = read
        const asked: Readonly<Record<string, { readonly chains?: readonly string[] }>> = Object(
          said.optionalNamespaces ?? {},
        )
        // Names that are none of CAIP-2 are the official client's to read.
        const named = Object.keys(asked).filter((key) => key !== 'EIP' && /^(eip155|solana)/.test(key))
        const others = Object.keys(asked).length - named.length
        if (named.length === 0 && others > 0) return
        expect(Object.keys(readableTerms({ required, optional: optionalNamespaces }).optional).sort()).toEqual(
          named.sort(),
        )
        taken += 1
      }),
      { numRuns },
    )
    expect(taken).toBeGreaterThan(numRuns / 20)
  })

  test('requests and events of a session', async () => {
    let taken = 0
    const request = fc.record({
      chainId: fc.constantFrom('eip155:1', 'eip155:10', 'eip155:5'),
      request: members({
        method: fc.constant('personal_sign'),
        params: odd,
        expiryTimestamp: fc.constant(2_000_000_000),
        expiry: odd,
      }),
    })
    const event = fc.record({
      chainId: fc.constantFrom('eip155:1', 'eip155:10', 'eip155:5'),
      event: members({ name: fc.constant('accountsChanged'), data: odd }),
    })
    await fc.assert(
      fc.asyncProperty(request, event, async (asked, emitted) => {
        const [saidRequest, saidEvent] = [plainOf(asked), plainOf(emitted)]
        if (await passes(() => engine.isValidRequest({ ...Object(saidRequest), topic }))) {
          const { request: read } = parseParams({
            reads: walletReads,
            method: 'wc_sessionRequest',
            params: saidRequest,
          })
          expect(read.method).toBe('personal_sign')
          taken += 1
        }
        if (await passes(() => engine.isValidEmit({ ...Object(saidEvent), topic }))) {
          const { event: read } = parseParams({ reads: dappReads, method: 'wc_sessionEvent', params: saidEvent })
          expect(read.name).toBe('accountsChanged')
          taken += 1
        }
      }),
      { numRuns },
    )
    expect(taken).toBeGreaterThan(numRuns / 4)
  })

  test('answers: a result is one, unless an error beside it says something', async () => {
    /** What the official client makes of an answer. */
    function official(payload: object): unknown {
      const heard: unknown[] = []
      const { events } = engine
      const { emit, listenerCount } = events
      Object.assign(events, { emit: (_: string, said: unknown) => heard.push(said), listenerCount: () => 1 })
      try {
        engine.onSessionRequestResponse(topic, payload)
      } finally {
        Object.assign(events, { emit, listenerCount })
      }
      return heard[0]
    }
    const error = fc.oneof(odd, fc.constant({ code: 5000, message: 'User rejected.' }))
    const answer = members({
      result: fc.jsonValue({ maxDepth: 1 }),
      method: fc.constant(null),
      params: fc.constant(null),
    })
    let results = 0
    fc.assert(
      fc.property(answer, fc.oneof(fc.constant({}), fc.record({ error })), (said, failed) => {
        const { method: _, ...own } = said
        const text = JSON.stringify({ id: 1, jsonrpc: '2.0', method: null, ...own, ...failed })
        const judged = official(JSON.parse(text))
        if (!Object.hasOwn(Object(judged), 'result')) return
        const saysSomething = !['null', '""', '{}', '[]', undefined].includes(
          JSON.stringify(Reflect.get(failed, 'error')),
        )
        const read: Payload = parsePayload(text)
        expect(read.type).toBe(saysSomething ? 'failure' : 'result')
        if (read.type === 'result') expect({ result: read.result }).toEqual(judged)
        results += 1
      }),
      { numRuns },
    )
    expect(results).toBeGreaterThan(numRuns / 4)
  })
})

test('[W8] the grants of wallets in use: one link, null for what they have none of, a family without accounts', () => {
  const redirect = { native: 'trezor://', universal: null }
  const session = settle({
    ...settlement,
    sessionProperties: null,
    scopedProperties: null,
    sessionConfig: null,
    controller: { publicKey, metadata: { ...metadata, redirect } },
    namespaces: { eip155, solana: { accounts: [], methods: [], events: [] } },
  })
  expect(Object.keys(session.namespaces)).toEqual(['eip155'])
  const updated = update({ namespaces: { eip155, solana: { accounts: [], methods: null } } })
  expect(Object.keys(updated.namespaces)).toEqual(['eip155'])
  const nothing = { eip155: { ...eip155, accounts: [] }, solana: { ...solana, accounts: [] } }
  expect(() => acceptNamespaces({ requested, granted: nothing })).toThrow()
})
