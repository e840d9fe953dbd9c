import { emailOf } from '@foyer/custody/person'
import { expect, test, vi } from 'vitest'
import { arrive, ask, bringBack } from '../social/socialWindow.js'
import { scriptedServers } from '../test/scriptedServers.js'
import { walletOrigin as origin, testDashboard } from '../test/testDashboard.js'
import { testWindow } from '../test/testWindow.js'
import { leaveFor, seeThrough, takeUp } from './leaveFor.js'

const { signal } = new AbortController()

async function browser() {
  const servers = await scriptedServers()
  return { servers, ...testDashboard(servers) }
}

/** Leaves for a provider, which hands this back, and comes back. @returns the page's address then */
async function goAndReturn(
  { load }: Pick<Awaited<ReturnType<typeof browser>>, 'load'>,
  handed: Readonly<Record<string, string>>,
) {
  const dashboard = await load()
  const left = testWindow(`${origin}/dashboard`)
  await leaveFor(dashboard, { provider: 'google', window: left.page })
  const to = new URL(left.went[0] ?? 'about:blank')
  const state = to.searchParams.get('state') ?? ''
  const back = testWindow(`${origin}/social?${new URLSearchParams({ state, ...handed })}`, left.storage)
  const arrival = arrive(back.page)
  if (arrival.is !== 'returned') return expect.fail(arrival.is)
  const keys = () => dashboard.store.get().keys
  await bringBack({ window: back.page, servers: dashboard.servers, keys }, arrival)
  return { to, address: back.went[0] ?? '', posted: back.posted, state, storage: left.storage }
}

test('[S1.3] [F7] the page is left for the provider with PKCE, state and nonce, is led back to, and opens the wallet once it is loaded again', async () => {
  const { servers, load } = await browser()
  const { to, address, posted } = await goAndReturn({ load }, { code: 'the code' })
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    ...{ response_type: 'code', redirect_uri: `${origin}/social`, code_challenge_method: 'S256' },
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  // It is the same window: nobody else is told.
  expect([address.startsWith(`${origin}/dashboard?result_uri=`), posted]).toEqual([true, []])
  const dashboard = await load()
  const returned = testWindow(address)
  await takeUp(dashboard, { window: returned.page, signal })
  const { user, wallet } = dashboard.store.get()
  expect([user?.userName, wallet?.person, returned.shown]).toEqual([
    servers.social.userName,
    servers.social.person,
    ['/dashboard'],
  ])
  expect(emailOf(servers.social.person)).toBe(null)
  expect(servers.calls.find(({ id }) => id === '/login/v1/socials')?.body).not.toContain('projectId')
})

test('[F7] what is handed back to another window, or once more, counts for nothing; nor does an address that names a login this browser hasn’t begun', async () => {
  const { load } = await browser()
  const { state, storage } = await goAndReturn({ load }, { code: 'the code' })
  const again = `${origin}/social?${new URLSearchParams({ state, code: 'stolen' })}`
  expect(arrive(testWindow(again, storage).page).is).toBe('foreign')
  expect(arrive(testWindow(again).page).is).toBe('foreign')
  const dashboard = await load()
  const forged = testWindow(`${origin}/dashboard?result_uri=${encodeURIComponent(`${origin}/social?result=forged`)}`)
  await expect(takeUp(dashboard, { window: forged.page, signal })).rejects.toMatchObject({
    sentence: 'error.socialOver',
  })
  expect([dashboard.store.get().user, forged.shown]).toEqual([null, ['/dashboard']])
})

test('a visitor who cancels at the provider reads so, and nothing is taken up a second time', async () => {
  const { load } = await browser()
  const { address } = await goAndReturn({ load }, { error: 'access_denied' })
  const dashboard = await load()
  const { page } = testWindow(address)
  await expect(takeUp(dashboard, { window: page, signal })).rejects.toMatchObject({ sentence: 'error.socialDenied' })
  await expect(takeUp(dashboard, { window: page, signal })).rejects.toMatchObject({ sentence: 'error.socialOver' })
})

test('[F20] a browser that keeps nothing for the window isn’t left', async () => {
  const { load } = await browser()
  const { page, went } = testWindow(`${origin}/dashboard`)
  const setItem = () => {
    throw new DOMException('', 'SecurityError')
  }
  const window = { ...page, sessionStorage: { ...page.sessionStorage, setItem } }
  await expect(leaveFor(await load(), { provider: 'google', window })).rejects.toMatchObject({
    sentence: 'signIn.blocked',
  })
  expect(went).toEqual([])
})

test('a wait of the keeper’s is asked on until it is over, and not once the page is left', async () => {
  const { servers, load } = await browser()
  const { address } = await goAndReturn({ load }, { code: 'the code' })
  const opensAt = 1_900_000_000
  servers.state.override = () => ({ status: 'held', opensAt })
  const dashboard = await load()
  const ending = new AbortController()
  const returned = testWindow(address)
  const waiting = takeUp(dashboard, { window: returned.page, signal: ending.signal })
  await vi.waitFor(() => expect(dashboard.screen.get().login).toBeDefined())
  expect(dashboard.screen.get().login).toMatchObject({ is: 'held', opensAt, email: servers.social.email })
  ending.abort()
  await expect(waiting).rejects.toThrow()
  // Loaded anew, the page takes it up again.
  expect(returned.shown).toEqual([])
  servers.state.override = undefined
  const anew = await load()
  await takeUp(anew, { window: returned.page, signal })
  expect(anew.store.get().user?.person).toBe(servers.social.person)
})

test('[S1.3] [F7] a window beside the page leads to the provider, and its word opens the wallet here although the two are cut off from each other', async () => {
  const { servers, load } = await browser()
  const dashboard = await load()
  const led: string[] = []
  const opened = { location: { replace: (to: string | URL) => void led.push(String(to)) } }
  const seen = seeThrough(dashboard, { provider: 'github', opened, signal })
  await vi.waitFor(() => expect(led).toHaveLength(1))
  const beside = testWindow(led[0] ?? '')
  const arrival = arrive(beside.page)
  if (arrival.is !== 'asked') return expect.fail(arrival.is)
  const asking = { window: { ...beside.page, opener: null }, servers: dashboard.servers }
  const question = await ask(asking, arrival.asked)
  // It is asked there, as any page may lead to that address.
  expect([question.provider, question.site, beside.went]).toEqual(['github', origin, []])
  question.go()
  const state = new URL(beside.went[0] ?? 'about:blank').searchParams.get('state') ?? ''
  const back = testWindow(`${origin}/social?${new URLSearchParams({ state, code: 'the code' })}`, beside.storage)
  const returned = arrive(back.page)
  if (returned.is !== 'returned') return expect.fail(returned.is)
  await bringBack({ ...asking, window: back.page, keys: () => dashboard.store.get().keys }, returned)
  await seen
  expect([dashboard.store.get().user?.person, back.isClosed()]).toEqual([servers.social.person, true])
})
