import { expect, test } from 'vitest'
import { scriptedServers } from '../test/scriptedServers.js'
import { logIn, memoryDatabase, ownHost, testFrame } from '../test/testFrame.js'
import { createStore } from './state.js'

const email = 'ada@example.com'

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
  await testFrame({ servers })
  expect(servers.calls).toEqual([])
})
