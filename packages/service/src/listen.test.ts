import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { describe, expect, inject, test, vi } from 'vitest'
import { listen } from './listen.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The longest wait for a state on this machine, in milliseconds. */
    readonly stateMs: number
  }
}

test('a request that does not end is cut off at the limit', async () => {
  let onAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve
  })
  const fetchApp = () => {
    onAsked()
    return new Promise<Response>(() => {})
  }
  const listener = await listen({ fetch: fetchApp, host: '127.0.0.1', port: 0, closeLimitMs: 1 })
  const running = fetch(listener.url)
  await asked
  const [outcome, finished] = await Promise.allSettled([running, listener.close()])
  expect(outcome.status).toBe('rejected')
  expect(finished).toEqual({ status: 'fulfilled', value: false })
})

test('a connection that is kept alive does not hold the port once its request is answered', async () => {
  let answer = (_: Response) => {}
  let onAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve
  })
  const fetchApp = () => {
    onAsked()
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  }
  const listener = await listen({ fetch: fetchApp, host: '127.0.0.1', port: 0, closeLimitMs: 50_000 })
  const running = fetch(listener.url)
  await asked
  const closing = listener.close()
  answer(new Response('here'))
  expect(await (await running).text()).toBe('here')
  expect(await closing).toBe(true)
})

/** Asks as soon as it has a connection, and says so by a flag: whoever waits for that needs no turn of the event loop. */
const asker = `
  const { connect } = require('node:net')
  const { parentPort, workerData } = require('node:worker_threads')
  let said = ''
  const socket = connect(workerData.port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\\r\\nhost: h\\r\\ncontent-length: 0\\r\\nconnection: close\\r\\n\\r\\n', () => {
      Atomics.store(workerData.asked, 0, 1)
      Atomics.notify(workerData.asked, 0)
    })
  })
  socket.on('data', (part) => { said += part })
  socket.on('error', ({ code }) => { said += code })
  socket.on('close', () => parentPort.postMessage(said))
`

test('who was connected when the port closes is answered, though the process had not looked yet', async () => {
  const listener = await listen({ fetch: () => new Response('here'), host: '127.0.0.1', port: 0 })
  const asked = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(asker, { eval: true, workerData: { port: listener.port, asked } })
  const said = once(worker, 'message')
  expect(Atomics.wait(asked, 0, 0, inject('stateMs'))).not.toBe('timed-out')
  expect(await listener.close()).toBe(true)
  expect(String(await said)).toMatch(/^HTTP\/1.1 200.*here$/s)
  await worker.terminate()
})

test('the address is one that can be called', async () => {
  const everywhere = await listen({ fetch: () => new Response('here'), host: '0.0.0.0', port: 0 })
  expect(everywhere.url).toBe(`http://localhost:${everywhere.port}`)
  expect(await (await fetch(`http://127.0.0.1:${everywhere.port}`)).text()).toBe('here')
  expect(await everywhere.close()).toBe(true)
})

describe('a port on the open internet', () => {
  const answersAtOnce = () => new Response('here')
  const opened = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const saidBy = async (socket: Socket): Promise<string> => {
    let said = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
    await once(socket, 'close')
    return said
  }
  const host = '127.0.0.1'

  test('cuts off headers and bodies that come too slowly, and answers others meanwhile', async () => {
    const fetchApp = async (request: Request) => new Response(await request.text())
    const figures = { headersMs: 100, requestMs: 200 }
    const { port, url, close } = await listen({ fetch: fetchApp, host, port: 0, figures })
    const starts = [
      '',
      'GET / HTTP/1.1\r\nHost: a\r\nX-A',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf',
    ]
    const slow = await Promise.all(
      starts.map(async (start) => {
        const socket = await opened(port)
        socket.write(start)
        return saidBy(socket)
      }),
    )
    expect(slow.map((said) => said.split('\r\n')[0])).toEqual(Array(3).fill('HTTP/1.1 408 Request Timeout'))
    expect(await (await fetch(url)).text()).toBe('')
    await close()
  })

  test('refuses headers that are too large, and reads hardly more than a hundred', async () => {
    let names = 0
    const fetchApp = ({ headers }: Request) => {
      names = [...headers.keys()].length
      return answersAtOnce()
    }
    const { port, close } = await listen({ fetch: fetchApp, host, port: 0 })
    const ask = async (headers: string) => {
      const socket = await opened(port)
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`)
      return (await saidBy(socket)).split('\r\n')[0]
    }
    expect(await ask(`X-A: ${'a'.repeat(17 * 1024)}\r\n`)).toBe('HTTP/1.1 431 Request Header Fields Too Large')
    const many = Array.from({ length: 1_000 }, (_, place) => `X${place}: a\r\n`).join('')
    expect(await ask(many)).toBe('HTTP/1.1 200 OK')
    // Node looks at the number once for each 32 of them.
    expect(names).toBeLessThanOrEqual(132)
    await close()
  })

  /** A client that sends as much as it can, and how it ended. */
  const sendMuch = async ({ port, head }: { port: number; head: string }) => {
    const socket = await opened(port)
    let said = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`)
    const isChunked = head.startsWith('Transfer')
    const kilobytes = 'x'.repeat(64 * 1024)
    const part = isChunked ? `10000\r\n${kilobytes}\r\n` : kilobytes
    const send = () => {
      while (!socket.destroyed && socket.bytesWritten < 1e9 && socket.write(part));
    }
    socket.on('drain', send)
    send()
    await new Promise((resolve) => socket.once('close', resolve))
    return said
  }

  test.each(['Transfer-Encoding: chunked', 'Content-Length: 999999999'])(
    'reads hardly more of a body that was refused, and the client gets its answer (%s)',
    async (head) => {
      let read = 0
      let connection: Socket | undefined
      const fetchApp: Parameters<typeof listen>[0]['fetch'] = async (request, { incoming }) => {
        if (request.method === 'POST' && incoming instanceof IncomingMessage) {
          connection = incoming.socket
          incoming.pause()
          incoming.on('data', (part: Uint8Array) => {
            read += part.byteLength
          })
        }
        return new Response('too large', { status: 413 })
      }
      const { port, close } = await listen({ fetch: fetchApp, host, port: 0 })
      const said = await sendMuch({ port, head })
      expect(said).toMatch(/^HTTP\/1.1 413 /)
      expect(read).toBeLessThan(256 * 1024)
      expect(connection?.bytesRead).toBeLessThan(1024 * 1024)
      await close()
    },
  )

  test('reads a small body that nobody waited for, and the connection serves on', async () => {
    const { port, close } = await listen({ fetch: async () => new Response('here'), host, port: 0 })
    const socket = await opened(port)
    let said = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
    for (const count of [1, 2, 3]) {
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 40000\r\n\r\n')
      await vi.waitFor(() => expect(said.split('200 OK')).toHaveLength(count + 1))
      socket.write('x'.repeat(40_000))
    }
    expect(socket.destroyed).toBe(false)
    socket.destroy()
    await close()
  })

  test('a client has so many connections, a trusted proxy as many as the node; what became a socket is given back', async () => {
    const figures = { connections: { perOwner: 2, inAll: 3 } }
    const upgraded: Duplex[] = []
    const upgrade = (_: unknown, socket: Duplex) => void upgraded.push(socket)
    let refused = 0
    const onRefused = () => {
      refused += 1
    }
    const strict = await listen({ fetch: answersAtOnce, upgrade, host, port: 0, onRefused, figures })
    const kept = [await opened(strict.port), await opened(strict.port)]
    await once((await opened(strict.port)).resume(), 'close')
    expect(refused).toBe(1)
    kept[0]?.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await vi.waitFor(() => expect(upgraded).toHaveLength(1))
    expect(await (await fetch(strict.url)).text()).toBe('here')
    for (const socket of [...kept, ...upgraded]) socket.destroy()
    await strict.close()

    const behind = await listen({
      fetch: answersAtOnce,
      host,
      port: 0,
      figures,
      isProxy: (address) => address === host,
    })
    const three = [await opened(behind.port), await opened(behind.port), await opened(behind.port)]
    await once((await opened(behind.port)).resume(), 'close')
    for (const socket of three) socket.destroy()
    await behind.close()
  })

  test('a reader who takes nothing is dropped; one who takes some is answered to the end', async () => {
    // More than the system holds for two sockets on loopback.
    const answer = 'a'.repeat(48 * 1024 * 1024)
    // As long as a busy machine may leave the slow one alone.
    const figures = { unreadMs: inject('stateMs') / 5 }
    const answering: Socket[] = []
    const fetchApp: Parameters<typeof listen>[0]['fetch'] = (_, { incoming }) => {
      if (incoming instanceof IncomingMessage) answering.push(incoming.socket)
      return new Response(answer)
    }
    const { port, close } = await listen({ fetch: fetchApp, host, port: 0, figures })
    const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const unread = await opened(port)
    unread.write(request)
    await vi.waitFor(() => expect(answering).toHaveLength(1))
    // Opened no sooner than it asks: that much is written to the first that a busy machine is slower than a request may be.
    const slow = await opened(port)
    slow.write(request)
    let taken = 0
    slow.on('data', (part: Buffer) => {
      taken += part.byteLength
      if (answering[0]?.destroyed) return
      slow.pause()
      // Slower than the network, and faster than nothing at all, until the other one is dropped. The system lets more come only once it has given some MB.
      setTimeout(() => slow.resume(), figures.unreadMs / 100)
    })
    await once(slow, 'close')
    expect(answering[0]?.destroyed).toBe(true)
    expect(taken).toBeGreaterThan(answer.length)
    let left = 0
    unread.on('data', (part: Buffer) => {
      left += part.byteLength
    })
    await once(unread, 'close')
    expect(left).toBeLessThan(answer.length)
    await close()
  })
})
