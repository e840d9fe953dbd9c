import { expect, test } from 'vitest'
import { openConnection } from './connection.js'
import { testCiphers } from './testCiphers.js'
import { createTestClock } from './testClock.js'
import { createTestSocket } from './testSocket.js'

test('what a socket does after its connection is over is nobody’s business', async () => {
  const clock = createTestClock()
  const told: string[] = []
  // One that goes on as if it hadn't been closed: browsers hand over what was on its way.
  const socket = createTestSocket({ sent() {}, ended() {} })
  const deaf = { ...socket, close() {} }
  openConnection({
    relayUrl: 'wss://relay.example',
    projectId: 'project',
    ciphers: await testCiphers(),
    seed: new Uint8Array(32).fill(1),
    subject: 'ab'.repeat(32),
    clock,
    openSocket: () => deaf,
    refused: false,
    opened: () => told.push('opened'),
    received: (text) => told.push(`received ${text}`),
    ended: ({ code }) => told.push(`ended ${code}`),
  })
  await clock.advance(14_999)
  expect(told).toEqual([])
  await clock.advance(1)
  expect(told).toEqual(['ended 0'])
  socket.open()
  socket.receive('late')
  socket.end({ code: 1006 })
  expect(told).toEqual(['ended 0'])
  expect(clock.pending).toBe(0)
})

test('a socket that was closed hands nothing on', async () => {
  const clock = createTestClock()
  const told: string[] = []
  const socket = createTestSocket({ sent() {}, ended() {} })
  const connection = openConnection({
    relayUrl: 'wss://relay.example',
    projectId: 'project',
    ciphers: await testCiphers(),
    seed: new Uint8Array(32).fill(1),
    subject: 'ab'.repeat(32),
    clock,
    openSocket: () => ({ ...socket, close() {} }),
    refused: false,
    opened: () => told.push('opened'),
    received: (text) => told.push(`received ${text}`),
    ended: ({ code }) => told.push(`ended ${code}`),
  })
  await clock.settle()
  socket.open()
  socket.receive('1')
  connection.close()
  socket.receive('2')
  socket.end({ code: 1006 })
  expect(told).toEqual(['opened', 'received 1'])
})
