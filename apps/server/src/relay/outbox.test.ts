import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { type Duplex, PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createOutbox, type Waiting } from './outbox.js'

const mebibyte = 1024 * 1024

/** A socket whose client takes what it is told to. */
function openBox({
  waiting = { bytes: 0 },
  connection = new PassThrough(),
}: {
  waiting?: Waiting
  connection?: Duplex
} = {}) {
  const untaken: (() => void)[] = []
  const events = new EventEmitter()
  const webSocket = Object.assign(Object.create(WebSocket.prototype), {
    once: (name: string, listener: () => void) => events.once(name, listener),
    send: (_: string, onTaken: () => void) => untaken.push(onTaken),
    pong: (_: Buffer, _isMasked: boolean, onTaken: () => void) => untaken.push(onTaken),
    terminate: () => events.emit('terminated'),
  })
  Object.defineProperty(webSocket, 'readyState', { value: WebSocket.OPEN })
  let time = 0
  let drained = 0
  const outbox = createOutbox({
    webSocket,
    connection,
    waiting,
    now: () => time,
    onDrained: () => {
      drained += 1
    },
  })
  return {
    ...outbox,
    waiting,
    onTerminated: (listener: () => void) => events.once('terminated', listener),
    close: () => events.emit('close'),
    take: (frames: number) => {
      for (const onTaken of untaken.splice(0, frames)) onTaken()
    },
    pass: (ms: number) => {
      time += ms
    },
    drained: () => drained,
    untaken: () => untaken.length,
  }
}

test('a mebibyte waits for a reader at most, beyond the frame that is being written', () => {
  const box = openBox()
  const frame = 'x'.repeat(100_000)
  let frames = 0
  for (; box.hasRoom(); frames += 1) box.send(frame)
  expect(frames).toBe(11)
  box.take(1)
  expect([box.hasRoom(), box.drained()]).toEqual([true, 1])
  box.take(10)
  expect([box.waiting.bytes, box.drained()]).toEqual([0, 1])
})

test('of what may wait on a node a socket has an eighth of the free part, but one frame always', () => {
  const waiting = { bytes: 126 * mebibyte }
  const box = openBox({ waiting })
  box.send('x'.repeat(mebibyte / 8))
  expect(box.hasRoom()).toBe(true)
  box.send('x'.repeat(mebibyte / 4))
  expect(box.hasRoom()).toBe(false)
  box.close()
  box.take(2)
  expect(waiting.bytes).toBe(126 * mebibyte)
  waiting.bytes = 128 * mebibyte
  expect(openBox({ waiting }).hasRoom()).toBe(true)
})

test('a reader is stuck that has taken no frame for a while, and not one that has nothing to take', () => {
  const box = openBox()
  box.pass(10_000)
  expect(box.isStuck(5_000)).toBe(false)
  box.send('one')
  box.send('two')
  box.pass(4_999)
  expect(box.isStuck(5_000)).toBe(false)
  box.pass(1)
  expect(box.isStuck(5_000)).toBe(true)
  box.take(1)
  expect(box.isStuck(5_000)).toBe(false)
})

test('a reader that takes no byte for 30 s is disconnected, and not one that has nothing to take', () => {
  const connection = new Socket()
  const box = openBox({ connection })
  let terminated = 0
  box.onTerminated(() => {
    terminated += 1
  })
  expect(connection.timeout).toBe(30_000)
  connection.emit('timeout')
  expect(terminated).toBe(0)
  box.send('one')
  connection.emit('timeout')
  expect(terminated).toBe(1)
})

test('answers to pings wait as frames do, and one who doesn’t read gets none', () => {
  const box = openBox()
  for (let pings = 0; pings < 100_000; pings += 1) box.pong(Buffer.alloc(125))
  expect(box.waiting.bytes).toBeLessThan(mebibyte + 1_000)
  expect(box.untaken()).toBeLessThan(5_000)
  box.take(box.untaken())
  expect([box.waiting.bytes, box.hasRoom()]).toEqual([0, true])
})
