import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from '../store.js'
import { scriptedServers } from '../test/scriptedServers.js'
import { logIn, memoryDatabase, ownHost, testFrame } from '../test/testFrame.js'

const email = 'ada@example.com'

afterEach(() => void vi.useRealTimers())
/** The frame waits for its window's frames, and never gives up: the test paints them, however busy the machine is. */
const onlyFrames = () => void vi.useFakeTimers({ toFake: ['setTimeout'] })

test('an application of this kit is told when the frame wants to be seen, once a login’s screen, and again for another; an original isn’t', async () => {
  const frame = await testFrame()
  expect(frame.frame.channel.isOwn()).toBe(false)
  await frame.ask('CONNECT_EMAIL', { email })
  expect(frame.posted.every(({ message }) => !String(message.type).startsWith('foyer/'))).toBe(true)
  const { ask, shown, close } = ownHost(frame)
  expect(frame.frame.channel.isOwn()).toBe(true)
  await ask('CONNECT_EMAIL', { email })
  expect(shown).toEqual([true])
  frame.frame.putAway()
  await ask('CONNECT_EMAIL', { email })
  expect(shown).toEqual([true, false, false])
  await ask('CONNECT_EMAIL', { email: 'eve@example.com' })
  expect(shown.at(-1)).toBe(true)
  await frame.servers.useLink('eve@example.com')
  await ask('CONNECT_DEVICE')
  expect([shown.at(-1), frame.frame.state.get().login]).toEqual([false, undefined])
  // With nothing to show there is nothing to put away.
  frame.frame.putAway()
  await ask('CONNECT_EMAIL', { email })
  expect(shown.at(-1)).toBe(true)
  close()
})

test('the frame wants to be seen once its views are there, for a login as for a request, and no longer once that is answered', async () => {
  const frame = await testFrame({ isDrawn: false })
  const { ask, shown, close } = ownHost(frame)
  await ask('CONNECT_EMAIL', { email })
  await frame.servers.useLink(email)
  await ask('CONNECT_DEVICE')
  await ask('CONNECT_OTP', { otp: frame.servers.code })
  const { address } = Object((await ask('GET_USER', { chainId: 1 })).payload)
  const signing = ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', address] })
  await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
  expect(shown).toEqual([])
  frame.frame.drawn()
  await expect.poll(() => shown.at(-1)).toBe(true)
  frame.frame.approvals.rejectAll()
  expect(await signing).toMatchObject({ ok: false, payload: { code: 4001 } })
  await expect.poll(() => shown.at(-1)).toBe(false)
  close()
})

test('a wait that was put away is brought up again only where it ends at another time', async () => {
  const frame = await testFrame()
  const { ask, shown, close } = ownHost(frame)
  await ask('CONNECT_EMAIL', { email })
  const waitUntil = (opensAt: number) => {
    frame.servers.state.override = () => ({ status: 'held', opensAt })
  }
  const login = () => frame.frame.state.get().login
  waitUntil(2_000_000_000)
  void ask('CONNECT_DEVICE')
  await expect.poll(() => login()).toMatchObject({ is: 'held', opensAt: 2_000_000_000 })
  frame.frame.putAway()
  const asked = frame.servers.calls.length
  await expect.poll(() => frame.servers.calls.length).toBeGreaterThan(asked + 4)
  expect([login(), shown.at(-1)]).toEqual([undefined, false])
  waitUntil(2_000_000_060)
  await expect.poll(() => login()).toMatchObject({ is: 'held', opensAt: 2_000_000_060 })
  frame.servers.state.override = () => ({ status: 'ended', reason: 'cancelled' })
  await expect.poll(() => login()).toBeUndefined()
  close()
})

test('other digits are brought up though the first were put away', async () => {
  const frame = await testFrame()
  const { ask, close } = ownHost(frame)
  const login = () => frame.frame.state.get().login
  await ask('CONNECT_EMAIL', { email })
  const first = login()
  frame.frame.putAway()
  const waiting = ask('CONNECT_DEVICE')
  await ask('CONNECT_EMAIL', { email }) // another mail
  const second = login()
  expect([first?.is, second?.is, login()?.email]).toEqual(['digits', 'digits', email])
  expect(second?.is === 'digits' && first?.is === 'digits' && second.digits !== first.digits).toBe(true)
  await frame.servers.useLink(email)
  expect((await waiting).ok).toBe(true)
  close()
})

test('what is shown while the frame is about to be hidden keeps it shown', async () => {
  onlyFrames()
  const frames: FrameRequestCallback[] = []
  const frame = await testFrame({ requestAnimationFrame: (callback) => frames.push(callback) })
  const { ask, shown, close } = ownHost(frame)
  await ask('CONNECT_EMAIL', { email })
  frame.frame.putAway()
  await ask('CONNECT_EMAIL', { email: 'eve@example.com' })
  for (let callback = frames.shift(); callback; callback = frames.shift()) callback(0)
  await ask('GET_CHAIN_ID')
  expect(shown).toEqual([true, true, true])
  close()
})

test('a request is answered once what it showed is painted over', async () => {
  onlyFrames()
  const frames: FrameRequestCallback[] = []
  const frame = await testFrame({ requestAnimationFrame: (callback) => frames.push(callback) })
  await logIn(frame)
  const { address } = Object((await frame.ask('GET_USER', { chainId: 1 })).payload)
  let isAnswered = false
  const signing = frame.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', address] }).then((answer) => {
    isAnswered = true
    return answer
  })
  await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
  frames.length = 0
  frame.frame.approvals.rejectAll()
  await expect.poll(() => frames.length).toBe(1)
  expect([frame.frame.state.get().approvals, isAnswered]).toEqual([[], false])
  frames.shift()?.(0)
  frames.shift()?.(16)
  expect(await signing).toMatchObject({ ok: false, payload: { code: 4001 } })
})

test.each([
  ['the one that the asking page names', { chainId: 'eip155:31337' }, 31337],
  ['the wallet’s first, where it has none of that name', { chainId: 'eip155:999' }, 1],
  ['Ethereum, where it has none at all', { networks: [] }, 1],
])('the network at first is %s', async (_, settings, chainId) => {
  const { ask } = await testFrame({ settings })
  expect((await ask('GET_CHAIN_ID')).payload).toEqual({ chainId })
})

test('a notice goes by the port once there is one, and by the window before', async () => {
  const frame = await testFrame()
  frame.frame.channel.post({ type: 'one' })
  const { port1, port2 } = new MessageChannel()
  const said: string[] = []
  port1.onmessage = ({ data }) => said.push(data.type)
  frame.deliver({ data: { type: 'foyer/hello', version: 1 }, ports: [port2] })
  frame.frame.channel.post({ type: 'two' })
  await expect.poll(() => said).toEqual(['foyer/hello', 'two'])
  expect(frame.posted.map(({ message }) => message.type)).toEqual(['@w3m-frame/READY', 'one'])
  port1.close()
})

test('a device whose session can’t be asked after stays connected, and one whose session is over isn’t', async () => {
  const database = memoryDatabase()
  const first = await testFrame({ database })
  await logIn(first)
  const again = () => testFrame({ database, servers: first.servers })
  first.servers.state.isAway = true
  expect((await (await again()).ask('IS_CONNECTED')).payload).toEqual({ isConnected: true })
  // But nobody is logged in again by its word alone.
  expect((await (await again()).ask('CONNECT_EMAIL', { email })).ok).toBe(false)
  first.servers.state.isAway = false
  first.servers.state.sessionOver = true
  const over = await again()
  expect((await over.ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
  expect((await over.ask('GET_USER')).ok).toBe(false)
})

test('a state says each change to whoever listens, and no more to whoever left', () => {
  const state = createStore<{ readonly one: number; readonly other: number }>({ one: 1, other: 1 })
  const said: number[] = []
  const stop = state.subscribe(() => said.push(state.get().one))
  const before = state.get()
  state.set({ one: 2 })
  stop()
  state.set({ one: 3 })
  expect([said, before, state.get()]).toEqual([[2], { one: 1, other: 1 }, { one: 3, other: 1 }])
})

test('nothing is asked of servers before the page around asks', async () => {
  const servers = await scriptedServers()
  const { frame } = await testFrame({ servers })
  await expect(frame.asking.session.token()).rejects.toMatchObject({ sentence: 'error.signedOut' })
  expect(servers.calls).toEqual([])
})
