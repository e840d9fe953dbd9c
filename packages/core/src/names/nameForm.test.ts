import { afterEach, expect, test, vi } from 'vitest'
import { requestExpiryMs } from '../attempt/runAttempt.js'
import { UserRejectedError } from '../errors/wallet.js'
import type { LocalAnswer } from '../http/test/localServer.js'
import { canRegister, type NameFormState, type NameRegistration, registrationOf } from './nameForm.js'
import { address, named, otherAccount, signature, stopAll, type Wanted } from './test/namedKit.js'

afterEach(stopAll)

const refused = { status: 'FAILED', reasons: [{ name: 'name', description: 'It is taken.' }] }

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

test('[S3.21] capital letters are asked for, and registered, as small ones; names of other zones are neither offered nor owned', async () => {
  const record = (name: string) => ({ name, registered: 1, updated: 1, addresses: {}, attributes: [] })
  const suggestions = [
    { name: 'alice.foyer.test', registered: false },
    { name: 'alice.other.test', registered: false },
    { name: 'alicefoyer.test', registered: false },
    { name: 'alice-2.foyer.test', registered: true },
    { name: 'alice-3.foyer.test', registered: false },
  ]
  const { form, holds, clock, asked } = await named({
    answers: {
      [`/v1/profile/reverse/${address}`]: { body: [record('evilfoyer.test'), record('alice.other.test')] },
      '/v1/profile/suggestions/alice': { body: { suggestions } },
    },
  })
  await holds(() => form.get().place.status === 'ready')
  expect(form.get().place).toEqual({ status: 'ready', zone: 'foyer.test', owned: undefined })
  form.type('ALIce')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'known')
  expect(form.get()).toMatchObject({
    text: 'ALIce',
    check: { status: 'known', standing: 'available', suggestions: ['alice-3'] },
  })
  form.register()
  await holds(() => asked('/v1/profile/account').length === 1)
})

const free = { status: 'known', standing: 'available', suggestions: [] } as const
const ready = { status: 'ready', zone: 'foyer.test', owned: undefined } as const
const running = { status: 'running' } as const
const idle = { status: 'idle' } as const
test.each<readonly [NameFormState['place'], NameFormState['check'], NameRegistration, boolean]>([
  [ready, free, idle, true],
  [ready, free, { status: 'failed', code: 'name_service', notice: 'error.unknown' }, true],
  [ready, free, running, false],
  [ready, free, { status: 'registered', name: 'bob' }, false],
  [ready, { ...free, standing: 'registered' }, idle, false],
  [ready, { ...free, standing: 'refused' }, idle, false],
  [ready, { status: 'checking' }, idle, false],
  [ready, { status: 'failed', error: undefined }, idle, false],
  [{ ...ready, owned: 'bob.foyer.test' }, free, idle, false],
  [{ status: 'loading' }, free, idle, false],
  [{ status: 'notOffered' }, free, idle, false],
])(
  'at a place %j, a name that is %j, with %j: whether it may be registered is %j',
  (place, check, registration, may) => {
    expect(canRegister({ place, check, text: 'alice', fault: null }, registration)).toBe(may)
  },
)

test('how far a registration has come is what its attempt says', () => {
  const register = { kind: 'register', id: 1, step: { type: 'signature' }, name: 'alice' } as const
  expect(registrationOf({})).toEqual({ status: 'idle' })
  expect(registrationOf({ register })).toEqual({ status: 'running' })
  expect(registrationOf({ register: { ...register, end: { status: 'succeeded' } } })).toEqual({
    status: 'registered',
    name: 'alice',
  })
  expect(registrationOf({ register: { ...register, end: { status: 'cancelled' } } })).toEqual({ status: 'idle' })
  const failed = { status: 'failed', code: 'name_service', notice: 'error.unknown', reason: 'taken' } as const
  expect(registrationOf({ register: { ...register, end: failed } })).toEqual(failed)
})

test('only the newest text is asked about, and an empty one about nothing', async () => {
  const { form, holds, clock, asked } = await named({
    answers: { '/v1/profile/suggestions/alicia': { body: { suggestions: [] } } },
  })
  await holds(() => form.get().place.status === 'ready')
  form.type('alicia')
  expect(form.get()).toMatchObject({ text: 'alicia', fault: null, check: { status: 'checking' } })
  form.type('')
  expect(form.get()).toMatchObject({ text: '', fault: null, check: { status: 'idle' } })
  await clock.advance(1_000)
  expect(asked('/v1/profile/suggestions/alicia')).toEqual([])
  form.type('alicia')
  await clock.advance(500)
  form.type('alice')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'known')
  expect(form.get().check).toMatchObject({ standing: 'available' })
})

test('what couldn’t be asked is asked again when the visitor wants it, and not where nothing failed', async () => {
  const answers = {
    '/v1/profile/suggestions/alice': { status: 400 },
    [`/v1/profile/reverse/${address}`]: { status: 400 },
  }
  const { form, holds, clock, asked } = await named({ answers })
  const reverse = `/v1/profile/reverse/${address}`
  await holds(() => form.get().place.status === 'failed')
  const before = asked(reverse).length
  form.retry()
  expect(form.get().place).toEqual({ status: 'loading' })
  await holds(() => form.get().place.status === 'failed')
  expect(asked(reverse)).toHaveLength(2 * before)
  form.type('alice')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'failed')
  const asks = asked('/v1/profile/suggestions/alice').length
  form.retry()
  expect(form.get().check).toEqual({ status: 'checking' })
  await holds(() => form.get().check.status === 'failed' && form.get().place.status === 'failed')
  expect(asked('/v1/profile/suggestions/alice')).toHaveLength(2 * asks)
  form.type('')
  await holds(() => form.get().place.status === 'failed')
  const total = asked('/v1/profile/suggestions/alice').length
  form.retry()
  await holds(() => form.get().place.status === 'failed')
  expect(asked('/v1/profile/suggestions/alice')).toHaveLength(total)
})

test('another account’s form begins empty, in its own place', async () => {
  const kit = await named()
  const { form, holds, clock, wallet, asked } = kit
  await holds(() => form.get().place.status === 'ready')
  form.type('alice')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'known')
  wallet.emit(otherAccount)
  await holds(() => form.get().text === '')
  expect(form.get()).toMatchObject({ fault: null, check: { status: 'idle' } })
  const [changed] = otherAccount.accounts
  await holds(() => asked(`/v1/profile/reverse/${changed.address}`).length > 0)
  expect(asked(`/v1/profile/reverse/${changed.address}`)[0]?.url.searchParams.get('sender')).toBe(changed.address)
})

test('a server that gives no names is said to, and asked again by the visitor', async () => {
  const { form, holds } = await named({ answers: { '/v1/profile/zone': { body: { zone: null } } } })
  await holds(() => form.get().place.status === 'failed')
  expect(form.get().place).toMatchObject({ error: { code: 'names_unavailable' } })
})

test('a form that is opened again is as it was left; what is over, or couldn’t be had, begins anew', async () => {
  const kit = await named()
  const { form, holds, asked, clock, leave } = kit
  const reverse = `/v1/profile/reverse/${address}`
  await holds(() => form.get().place.status === 'ready')
  form.type('alice')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'known')
  leave()
  const stop = form.subscribe(() => {})
  expect(form.get()).toMatchObject({ text: 'alice', place: { status: 'ready' }, check: { status: 'known' } })
  expect(asked(reverse)).toHaveLength(1)
  form.register()
  await holds(() => kit.registration().status === 'registered')
  stop()
  expect(kit.registration()).toEqual({ status: 'idle' })
  form.subscribe(() => {})
  expect(form.get()).toMatchObject({ text: '', check: { status: 'idle' }, place: { status: 'loading' } })
  await holds(() => asked(reverse).length === 2)

  const broken = await named({ answers: { [reverse]: { status: 400 } } })
  await broken.holds(() => broken.form.get().place.status === 'failed')
  const before = broken.asked(reverse).length
  broken.leave()
  broken.form.subscribe(() => {})
  await broken.holds(() => broken.asked(reverse).length === 2 * before)
})

test('a form that is left follows no account', async () => {
  const { form, holds, asked, wallet, leave, foyer } = await named()
  await holds(() => form.get().place.status === 'ready')
  leave()
  wallet.emit(otherAccount)
  const [changed] = otherAccount.accounts
  await holds(() => foyer.account().address === changed.address)
  expect(form.get().place.status).toBe('ready')
  expect(asked(`/v1/profile/reverse/${changed.address}`)).toEqual([])
})

test.each([
  ['RegisterAccountName', 'RegisterAccountNameSuccess'],
  ['Account', 'Account'],
] as const)('with %s in view, a name that is registered leads to %s', async (view, next) => {
  const { foyer, form, holds, registration, give } = await signing()
  foyer.open({ view })
  give()
  await holds(() => registration().status === 'registered')
  await holds(() => foyer.store.getState().view.history.at(-1)?.view === next)
  expect(foyer.store.getState().view.open).toBe(true)
  expect(form.get().text).toBe('alice')
})

test('a name that is registered while nothing is in view opens nothing', async () => {
  const { foyer, holds, registration, give } = await signing()
  give()
  await holds(() => registration().status === 'registered')
  expect(foyer.store.getState().view).toMatchObject({ open: false })
  expect(foyer.store.getState().view.history).not.toMatchObject([{ view: 'RegisterAccountNameSuccess' }])
})

test.each<readonly [string, Wanted, number]>([
  ['in the server’s words', { answers: { '/v1/profile/account': { status: 409, body: refused } } }, 0],
  ['without words', { answers: { '/v1/profile/account': { body: { success: false } } } }, 1],
  ['by a wallet that is broken', { sign: () => Promise.reject(new Error('broken')) }, 1],
])('a registration that fails %s is said once', async (_, wanted, reports) => {
  const { form, holds, clock, registration, errors } = await named(wanted)
  await holds(() => form.get().place.status === 'ready')
  form.type('alice')
  await clock.advance(500)
  await holds(() => form.get().check.status === 'known')
  form.register()
  await holds(() => registration().status === 'failed')
  await clock.advance(0)
  expect(errors).toHaveLength(reports)
})
