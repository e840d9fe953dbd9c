import { newId, randomBytes } from '@foyer/custody/bytes'
import { personOf } from '@foyer/custody/person'
import { endSessionCall, readWalletCall } from '@foyer/login/loginCalls'
import { logInByDoorCall } from '@foyer/login/ownPageCalls'
import { expect, test } from 'vitest'
import { addPaper, beginPasskey, closeMail, confirmPasskey, readOpenWallet } from '../dashboard/ownDoors.js'
import { createOpenBy } from '../doors/openBy.js'
import { readFromWindow } from '../exchange/exchange.js'
import { createServers } from '../servers/servers.js'
import { passkeyBrowser, passkeyOf } from '../test/passkeyBrowser.js'
import { Refusal, type ScriptedServers, scriptedServers } from '../test/scriptedServers.js'
import { testDashboard } from '../test/testDashboard.js'
import { memoryDatabase, ownHost, refusedDatabase, site, testFrame } from '../test/testFrame.js'
import { continueByDoor, enterByDoor } from './byDoor.js'

const email = 'ada@example.com'

/** Somebody's wallet on its own page, with a passkey and a paper; secured where that is said. */
async function walletOf(servers: ScriptedServers, { email: of = email, isSecured = true } = {}) {
  const passkeys = passkeyBrowser()
  const dashboard = await testDashboard(servers, { passkeys: passkeys.browser }).load()
  await dashboard.login.email(of)
  await servers.useLink(of)
  await dashboard.login.device()
  await dashboard.login.code(servers.code)
  const made = await beginPasskey(dashboard, await readOpenWallet(dashboard))
  await confirmPasskey(dashboard, made)
  const paper = randomBytes(32)
  await addPaper(dashboard, paper.slice())
  if (isSecured) await closeMail(dashboard, await readOpenWallet(dashboard))
  return { ...passkeys, paper, addresses: dashboard.store.get().wallet?.addresses }
}

/** A frame of another site's that asks for somebody's wallet, by an application of this kit; and what its window opens with. */
async function secondDapp({ database = memoryDatabase(), isSecured = true } = {}) {
  const servers = await scriptedServers()
  const wallet = await walletOf(servers, { isSecured })
  const frame = await testFrame({ servers, database })
  const host = ownHost(frame)
  await host.ask('CONNECT_EMAIL', { email })
  if (isSecured) await servers.useLink(email)
  const device = host.ask('CONNECT_DEVICE')
  const { state } = frame.frame
  await expect.poll(() => state.get().login?.is).toBe(isSecured ? 'secured' : 'digits')
  const { login } = state.get()
  if (!login || login.is === 'change') return expect.fail(login?.is)
  const continuation = await login.toContinue()
  // The window's own key is another than the frame's.
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const asWindow = createServers({ fetch: servers.fetch, keys: () => keys })
  const openBy = createOpenBy({ servers: asWindow, passkeys: wallet.browser })
  return { servers, wallet, frame, host, device, state, continuation, openBy, asWindow }
}

for (const { by, isSecured } of [
  { by: 'passkey', isSecured: true },
  { by: 'paper', isSecured: true },
  { by: 'passkey', isSecured: false },
] as const)
  test(`a second dapp has a wallet that ${isSecured ? 'no mail opens' : 'is asked for by mail'} by a ${by}, without a code`, async () => {
    const { wallet, frame, host, device, state, continuation, openBy, servers } = await secondDapp({ isSecured })
    const before = servers.calls.length
    const opened = await (by === 'paper' ? openBy.paper(wallet.paper.slice()) : passkeyOf(openBy))
    await continueByDoor(continuation, opened)
    expect(await device).toEqual({ ok: true, payload: 'CONNECT' })
    expect(state.get().login).toBeUndefined()
    expect((await host.ask('GET_USER')).payload).toMatchObject({ email, address: wallet.addresses?.[0]?.address })
    const login = servers.calls.slice(before).find(({ id }) => id.endsWith('/logins/door'))
    const { payload } = { payload: JSON.parse(JSON.parse(login?.body ?? '{}').text) }
    expect(payload).toMatchObject({ door: opened.door.door, site })
    const { address } = Object((await host.ask('GET_USER')).payload)
    const signing = host.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
    await expect.poll(() => state.get().approvals.length).toBe(1)
    const [{ id, hashes } = expect.fail()] = state.get().approvals
    frame.frame.approvals.approve(id, hashes)
    expect((await signing).payload).toMatch(/^0x[0-9a-f]{130}$/)
  })

test('a frame whose visitor was asked between two questions says so at the next', async () => {
  const { host, continuation, openBy } = await secondDapp()
  host.cancel()
  await continueByDoor(continuation, await passkeyOf(openBy))
  expect(await host.ask('CONNECT_DEVICE')).toEqual({ ok: true, payload: 'CONNECT' })
  expect(await host.ask('CONNECT_EMAIL', { email })).toMatchObject({ payload: { action: 'CONNECT' } })
})

test('a frame that the browser keeps nothing for has it for the time that it is open', async () => {
  const { host, device, continuation, openBy } = await secondDapp({ database: refusedDatabase })
  await continueByDoor(continuation, await passkeyOf(openBy))
  expect(await device).toMatchObject({ ok: true })
  expect(await host.ask('IS_CONNECTED')).toMatchObject({ payload: { isConnected: true } })
})

test('another person’s passkey opens nothing for whoever asked, and the login goes on', async () => {
  const { servers, host, state, continuation, asWindow } = await secondDapp()
  const other = await walletOf(servers, { email: 'eve@example.com' })
  const opened = await passkeyOf(createOpenBy({ servers: asWindow, passkeys: other.browser }))
  await expect(continueByDoor(continuation, opened)).rejects.toMatchObject({ sentence: 'error.doorWrong' })
  expect(await host.ask('IS_CONNECTED')).toMatchObject({ payload: { isConnected: false } })
  expect(state.get().login?.is).toBe('secured')
})

test('a proof that isn’t the door’s is refused, and so is a key that isn’t', async () => {
  const { host, continuation, openBy } = await secondDapp()
  const opened = await passkeyOf(openBy)
  const wrong = {
    ...opened,
    proof: btoa(String.fromCharCode(...randomBytes(32)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, ''),
  }
  await expect(continueByDoor(continuation, wrong)).rejects.toMatchObject({ sentence: 'error.doorWrong' })
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await expect(enterByDoor(continuation.login, { opened: { ...opened, key } })).rejects.toMatchObject({
    reason: 'wrong_key',
  })
  expect(await host.ask('IS_CONNECTED')).toMatchObject({ payload: { isConnected: false } })
})

test('an application of the original’s is told in words what opens the wallet', async () => {
  const servers = await scriptedServers()
  await walletOf(servers)
  const { ask } = await testFrame({ servers })
  await ask('CONNECT_EMAIL', { email })
  await servers.useLink(email)
  const said = await ask('CONNECT_DEVICE')
  expect(said).toMatchObject({
    ok: false,
    payload: { message: 'This wallet opens with its passkey or paper, not by mail.' },
  })
})

test('[F8] a window’s word counts with a key alone that can’t be read', async () => {
  const { continuation, openBy } = await secondDapp()
  const opened = await passkeyOf(openBy)
  const said = { type: 'foyer-window-opened', opened }
  expect(readFromWindow(said)).toEqual(said)
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt'])
  for (const wrong of [
    { key },
    { key: 'a' },
    { proof: 'short' },
    { wallet: 1 },
    { door: { ...opened.door, kind: 'device' } },
  ])
    expect(readFromWindow({ ...said, opened: { ...opened, ...wrong } })).toBeUndefined()
  expect(continuation.asked.person).toBe(personOf({ email }))
})

test('a login server that names another wallet than the door’s opens nothing, and what it began is ended', async () => {
  const { servers, continuation, openBy } = await secondDapp()
  const opened = await passkeyOf(openBy)
  const before = servers.calls.length
  const wrong = { ...opened, wallet: newId() }
  await expect(enterByDoor(continuation.login, { opened: wrong })).rejects.toMatchObject({
    sentence: 'error.doorWrong',
  })
  const paths = servers.calls.slice(before).map(({ id }) => id)
  expect(paths).toContain(endSessionCall.path)
  expect(paths).not.toContain(readWalletCall.path)
  expect(continuation.login.store.get().user).toBeNull()
})

test('a login by a door that is refused for another reason, or gets lost, isn’t called a wrong door', async () => {
  const { servers, continuation, openBy } = await secondDapp()
  const opened = await passkeyOf(openBy)
  servers.more.set(logInByDoorCall.path, () => new Refusal(429, 'too_many_tries'))
  await expect(enterByDoor(continuation.login, { opened })).rejects.toMatchObject({ refusal: 'too_many_tries' })
  servers.state.isAway = true
  await expect(enterByDoor(continuation.login, { opened })).rejects.toMatchObject({ sentence: 'error.unreachable' })
})
