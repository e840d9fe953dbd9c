import { afterEach, expect, test, vi } from 'vitest'
import { requestExpiryMs } from '../attempt/runAttempt.js'
import type { ConnectorType } from '../connector/connector.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { UserRejectedError } from '../errors/wallet.js'
import { type LocalAnswer, localServer } from '../http/test/localServer.js'
import { mainnet } from '../networks/known.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { nameOwnerOf, registerAccountName } from './index.js'
import { nameForm, registrationOf } from './nameForm.js'

const address = `0x${'ab'.repeat(20)}`
/** The wallet is on another account now. */
const otherAccount = { type: 'accountsChanged', family: 'eip155', accounts: [account(`0x${'cd'.repeat(20)}`)] } as const
const signature = `0x${'12'.repeat(65)}`

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllGlobals()
})

type Answers = Readonly<Record<string, LocalAnswer | undefined>>
const chains = { http: ['eip155:1'], ws: [] }

interface Wanted {
  readonly type?: ConnectorType
  readonly networkId?: `eip155:${number}`
  readonly answers?: Answers
  readonly sign?: () => Promise<{ readonly signature: string }>
}

/** A kit that is connected by the embedded login, at a server that gives names below `foyer.test`. */
async function named({
  type = 'AUTH',
  networkId = 'eip155:1',
  answers = {},
  sign = async () => ({ signature }),
}: Wanted = {}) {
  const signed: string[] = []
  const usual: Answers = {
    '/v1/supported-chains': { body: chains },
    '/v1/profile/zone': { body: { zone: 'foyer.test' } },
    [`/v1/profile/reverse/${address}`]: { body: [] },
    '/v1/profile/suggestions/alice': {
      body: {
        suggestions: [
          { name: 'alice.foyer.test', registered: false },
          { name: 'alice-id.foyer.test', registered: false },
        ],
      },
    },
    '/v1/profile/account': { body: { success: true } },
    ...answers,
  }
  const server = await localServer(({ url }) => usual[url.pathname] ?? { status: 404 })
  const adapter = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 0n,
      signMessage({ message }) {
        signed.push(String(message))
        return sign()
      },
    }),
  })
  const wallet = fakeConnector({ type, accounts: [account(address)], networks: { eip155: networkId } })
  const kit = fakeKit({
    api: server.origin,
    networks: [mainnet],
    adapters: [adapter],
    connectors: [wallet],
  })
  kit.foyer.start()
  stops.push(
    () => kit.foyer.stop(),
    () => server.close(),
  )
  await kit.foyer.connect({ connectorId: 'fake' })
  const form = nameForm(kit.foyer)
  stops.push(form.subscribe(() => {}))
  const holds = (check: () => boolean) => vi.waitUntil(check, { interval: 1 })
  const asked = (path: string) => server.requests.filter(({ url }) => url.pathname === path)
  const registration = () => registrationOf(kit.foyer.store.getState().connection.attempts)
  return { ...kit, wallet, signed, form, holds, asked, registration }
}

test('[S6.7] only an account of the embedded login has a name', async () => {
  const other = await named({ type: 'ANNOUNCED' })
  expect(nameOwnerOf(other.foyer.store.getState())).toBeUndefined()
  expect(other.form.get().place).toEqual({ status: 'notOffered' })
  await expect(registerAccountName(other.foyer, { name: 'alice' })).rejects.toMatchObject({
    code: 'embedded_login_required',
  })
  expect(other.signed).toEqual([])
})

test('[S9.21 S9.22 S7.17] the name is signed once, with the page, the project and seconds, and registered for the chain’s coin type', async () => {
  vi.stubGlobal('location', new URL('https://dapp.example:8443/names?of=mine'))
  const { foyer, signed, asked, clock } = await named()
  expect(await registerAccountName(foyer, { name: 'Alice' })).toEqual({ name: 'alice.foyer.test' })
  expect(signed).toHaveLength(1)
  const [message = ''] = signed
  expect(JSON.parse(message)).toEqual({
    name: 'alice.foyer.test',
    attributes: {},
    timestamp: Math.floor(clock.now() / 1000),
    domain: 'dapp.example:8443',
    project: foyer.options.projectId,
  })
  const [sent, ...more] = asked('/v1/profile/account')
  expect(more).toEqual([])
  expect(JSON.parse(sent?.body ?? '')).toEqual({ coin_type: 2_147_483_649, address, message, signature })
})

test('outside a page, what is signed names neither page nor project', async () => {
  const { foyer, signed } = await named()
  await registerAccountName(foyer, { name: 'alice' })
  expect(Object.keys(JSON.parse(signed[0] ?? ''))).toEqual(['name', 'attributes', 'timestamp'])
})

test('[S5.8 S5.9] a text that can’t be a name is neither signed nor asked about', async () => {
  const { foyer, form, signed, asked, clock } = await named()
  await expect(registerAccountName(foyer, { name: 'abc' })).rejects.toMatchObject({ facts: { fault: 'short' } })
  await expect(registerAccountName(foyer, { name: 'a name' })).rejects.toMatchObject({ facts: { fault: 'characters' } })
  form.type('abc')
  expect(form.get()).toMatchObject({ fault: 'short', check: { status: 'idle' } })
  form.type('a name')
  expect(form.get()).toMatchObject({ fault: 'characters', check: { status: 'idle' } })
  await clock.advance(5000)
  expect(asked('/v1/profile/suggestions/abc')).toEqual([])
  expect(signed).toEqual([])
})

test('[S5.10] on a chain whose id is too large nothing is signed: Invalid chainId', async () => {
  const { foyer, signed } = await named({ networkId: 'eip155:2147483648' })
  await expect(registerAccountName(foyer, { name: 'alice' })).rejects.toThrow('Invalid chainId')
  expect(signed).toEqual([])
})

test('[S3.21 S9.23] once typing rests for 500 ms, the server is asked in its own zone whether the name is free', async () => {
  const { form, holds, asked, clock } = await named()
  await holds(() => form.get().place.status === 'ready')
  form.type('alic')
  await clock.advance(499)
  form.type('alice')
  await clock.advance(499)
  expect(asked('/v1/profile/suggestions/alice')).toHaveLength(0)
  await clock.advance(1)
  await holds(() => form.get().check.status === 'known')
  expect(form.get().check).toEqual({ status: 'known', standing: 'available', suggestions: ['alice-id'] })
  expect(asked('/v1/profile/suggestions/alic')).toHaveLength(0)
  expect(asked('/v1/profile/suggestions/alice').map(({ url }) => url.searchParams.get('zone'))).toEqual(['foyer.test'])
})

test('[S3.21] a name that isn’t suggested is registered where somebody has it, and else refused; what can’t be asked is neither', async () => {
  const others = [{ name: 'alice-id.foyer.test', registered: false }]
  const record = { name: 'alice.foyer.test', registered: 1, updated: 1, addresses: {}, attributes: [] }
  const standingWhere = async (found: LocalAnswer) => {
    const { form, holds, clock } = await named({
      answers: {
        '/v1/profile/suggestions/alice': { body: { suggestions: others } },
        '/v1/profile/account/alice.foyer.test': found,
      },
    })
    await holds(() => form.get().place.status === 'ready')
    form.type('alice')
    await clock.advance(500)
    await holds(() => form.get().check.status !== 'checking')
    return form.get().check
  }
  const suggestions = ['alice-id']
  expect(await standingWhere({ body: record })).toEqual({ status: 'known', standing: 'registered', suggestions })
  expect(await standingWhere({ status: 404 })).toEqual({ status: 'known', standing: 'refused', suggestions })
  expect(await standingWhere({ status: 400 })).toMatchObject({ status: 'failed', error: { code: 'name_service' } })
})

test('[S8.19] what the server refuses is kept in its own words, and is tried again only by the visitor', async () => {
  const reason = 'This name, or one that looks like it, is taken.'
  const body = { status: 'FAILED', reasons: [{ name: 'name', description: reason }] }
  const kit = await named({ answers: { '/v1/profile/account': { status: 409, body } } })
  const { form, holds, signed, clock, registration, errors } = kit
  await holds(() => form.get().place.status === 'ready')
  form.type('alice')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'known')
  form.register()
  form.register()
  await holds(() => registration().status === 'failed')
  expect(registration()).toMatchObject({ code: 'name_service', reason })
  expect(errors).toEqual([])
  await clock.advance(60_000)
  expect(signed).toHaveLength(1)
})

test('a visitor who refuses to sign keeps what was typed; nothing is registered', async () => {
  const kit = await named({ sign: () => Promise.reject(new UserRejectedError()) })
  const { form, holds, asked, clock, registration } = kit
  await holds(() => form.get().place.status === 'ready')
  form.type('alice')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'known')
  form.register()
  await holds(() => registration().status === 'failed')
  expect(form.get().text).toBe('alice')
  expect(registration()).toMatchObject({ code: 'user_rejected', notice: 'error.rejected' })
  form.type('alicia')
  expect(registration()).toEqual({ status: 'idle' })
  expect(asked('/v1/profile/account')).toEqual([])
})

/** A form with a free name whose signature the test gives. */
async function signing() {
  let give = (_: { readonly signature: string }) => {}
  const kit = await named({ sign: () => new Promise((resolve) => (give = resolve)) })
  const { form, holds, clock, signed, foyer } = kit
  await holds(() => form.get().place.status === 'ready')
  form.type('alice')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'known')
  form.register()
  form.register()
  await vi.waitUntil(() => signed.length > 0, { interval: 1 })
  return { ...kit, give: () => give({ signature }), attempt: () => foyer.store.getState().connection.attempts.register }
}

test('[S2.9] what is signed is asked for once, whatever is pressed or typed meanwhile, and the view goes on', async () => {
  const { foyer, form, registration, signed, attempt, give, holds } = await signing()
  foyer.open({ view: 'RegisterAccountName' })
  form.register()
  form.type('bobby')
  expect([form.get().text, registration(), attempt()?.step.type]).toEqual(['alice', { status: 'running' }, 'signature'])
  give()
  await holds(() => foyer.store.getState().view.history[0]?.view === 'RegisterAccountNameSuccess')
  expect(foyer.store.getState().view.history).toMatchObject([{ name: 'alice.foyer.test' }])
  expect(registration()).toEqual({ status: 'registered', name: 'alice' })
  expect(signed).toHaveLength(1)
})

test.each([
  ['nobody answers in 5 minutes', ({ clock }) => clock.advance(requestExpiryMs), 'failed'],
  ['the kit is stopped', async ({ foyer }) => foyer.stop(), 'idle'],
  ['another account is chosen', async ({ wallet }) => wallet.emit(otherAccount), 'idle'],
] as const satisfies readonly (readonly [
  string,
  (kit: Awaited<ReturnType<typeof signing>>) => Promise<void>,
  string,
])[])('[F18] where %s, it ends, and a late signature registers nothing', async (_, end, status) => {
  const kit = await signing()
  const { registration, give, holds, asked, clock } = kit
  await end(kit)
  await holds(() => registration().status === status)
  give()
  await clock.advance(requestExpiryMs)
  expect(registration().status).toBe(status)
  expect(asked('/v1/profile/account')).toEqual([])
})

test('[S7.15] an account that has a name can’t register another', async () => {
  const record = { name: 'ada.foyer.test', registered: 1, updated: 1, addresses: {}, attributes: [] }
  const { form, holds, signed, clock } = await named({
    answers: { [`/v1/profile/reverse/${address}`]: { body: [record] } },
  })
  await holds(() => form.get().place.status === 'ready')
  expect(form.get().place).toMatchObject({ owned: 'ada.foyer.test' })
  form.type('alice')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'known')
  form.register()
  await clock.advance(0)
  expect(signed).toEqual([])
})

test('a server that gives no names is said to, and asked again by the visitor', async () => {
  const { form, holds } = await named({ answers: { '/v1/profile/zone': { body: { zone: null } } } })
  await holds(() => form.get().place.status === 'failed')
  expect(form.get().place).toMatchObject({ error: { code: 'names_unavailable' } })
})
