import { expect, test } from 'vitest'
import { openConnection } from './connection.js'
import { testCiphers } from './test/ciphers.js'
import { createTestClock } from './test/clock.js'
import { createTestSocket } from './test/socket.js'

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
    ended: ({ code }) => told.push(`ended ${code ?? 'silently'}`),
  })
  await clock.advance(14_999)
  expect(told).toEqual([])
  await clock.advance(1)
  expect(told).toEqual(['ended silently'])
  socket.open()
  socket.receive('late')
  socket.end({ code: 1006 })
  expect(told).toEqual(['ended silently'])
  expect(clock.pending).toBe(0)
})

test('a socket that isn’t open yet, or was closed, hands nothing on', async () => {
  const clock = createTestClock()
  const told: string[] = []
  const socket = createTestSocket({ sent: (text) => told.push(`sent ${text}`), ended() {} })
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
    ended: ({ code }) => told.push(`ended ${code ?? 'silently'}`),
  })
  connection.send('0')
  await clock.settle()
  connection.send('1')
  socket.open()
  connection.send('2')
  socket.receive('1')
  connection.close()
  connection.send('3')
  socket.receive('2')
  socket.end({ code: 1006 })
  expect(told).toEqual(['opened', 'sent 2', 'received 1'])
})
