import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeClock } from '../clock/test/fakeClock.js'
import { type LocalAnswer, type LocalRequest, type LocalServer, localServer } from '../http/test/localServer.js'
import { createDedupe, dedupeEntries, type HttpTransportOptions, httpTransport } from './httpTransport.js'

interface Asked {
  readonly id: number
  readonly method: string
  readonly params?: unknown
}

/** Answers one request with its own params. */
const echo = ({ id, method, params }: Asked): object => ({ jsonrpc: '2.0', id, result: { method, params } })
const refuse =
  (code: number, message = 'no') =>
  ({ id }: Asked): object => ({ jsonrpc: '2.0', id, error: { code, message } })

function asked(request: LocalRequest): readonly Asked[] {
  const body: Asked | Asked[] = JSON.parse(request.body)
  return Array.isArray(body) ? body : [body]
}

/** A node that answers each request with what `answer` says. */
const node =
  (answer: (request: Asked) => unknown = echo) =>
  (request: LocalRequest): LocalAnswer => {
    const all = asked(request).map(answer)
    return { body: request.body.startsWith('[') ? all : all[0] }
  }

let server: LocalServer | undefined
afterEach(() => server?.close())

async function start(
  answer: (request: LocalRequest, at: number) => LocalAnswer | Promise<LocalAnswer> = node(),
  options: Partial<HttpTransportOptions> = {},
) {
  server = await localServer(answer)
  const clock = fakeClock()
  const transport = httpTransport({ url: `${server.origin}/rpc?key=1`, clock, random: () => 0, ...options })
  const { requests } = server
  const call = (method: string, params?: readonly unknown[]) =>
    transport.request({ method, params }).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
  return { clock, transport, requests, call }
}

describe('batches', () => {
  test('[S7.35] what is asked in one moment goes in one POST with id, method and params; a lone request goes bare', async () => {
    const { clock, requests, call } = await start()
    const results = await clock.until(Promise.all([call('eth_chainId'), call('eth_getBalance', ['0x1', 'latest'])]))
    expect(results).toEqual([
      { result: { method: 'eth_chainId' } },
      { result: { method: 'eth_getBalance', params: ['0x1', 'latest'] } },
    ])
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
    expect(requests[0]?.url.search).toBe('?key=1')
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'eth_getBalance', params: ['0x1', 'latest'] },
    ])
    await clock.until(call('eth_chainId'))
    expect(JSON.parse(requests[1]?.body ?? '')).toEqual({ jsonrpc: '2.0', id: 3, method: 'eth_chainId' })
  })

  test('[S9.36] a thousand go together, the next go in another', async () => {
    const { clock, requests, call } = await start()
    const calls = Array.from({ length: 1001 }, (_, i) => call('eth_getBalance', [i]))
    const results = await clock.until(Promise.all(calls))
    for (const [i, result] of results.entries()) expect(result).toMatchObject({ result: { params: [i] } })
    expect(requests.map((request) => asked(request).length).sort((a, b) => b - a)).toEqual([1000, 1])
  })

  test('answers may come in reverse, and a bad one spoils only its own', async () => {
    const { clock, call } = await start((request) => ({
      body: asked(request)
        .map((one) => (one.params ? echo(one) : { id: one.id, error: 'garbage' }))
        .reverse(),
    }))
    const [a, bad, c] = await clock.until(Promise.all([call('eth_call', [1]), call('eth_call'), call('eth_call', [3])]))
    expect(a).toMatchObject({ result: { params: [1] } })
    expect(bad).toMatchObject({ error: { code: 'invalid_response' } })
    expect(c).toMatchObject({ result: { params: [3] } })
  })

  test('can be left off, or wait for more', async () => {
    const off = await start(node(), { batch: false })
    await off.clock.until(Promise.all([off.call('eth_call', [1]), off.call('eth_call', [2])]))
    expect(off.requests).toHaveLength(2)
    await server?.close()
    const waiting = await start(node(), { batch: { size: 2, waitMs: 50 } })
    const first = waiting.call('eth_call', [1])
    await waiting.clock.advance(49)
    expect(waiting.requests).toHaveLength(0)
    await waiting.clock.until(Promise.all([first, waiting.call('eth_call', [2])]))
    expect(waiting.requests).toHaveLength(1)
  })

  test('text/plain where a preflight is to be spared', async () => {
    const { clock, requests, call } = await start(node(), { contentType: 'text/plain' })
    await clock.until(call('eth_chainId'))
    expect(requests[0]?.headers['content-type']).toBe('text/plain')
  })

  test('params that JSON can’t hold are the caller’s mistake, and nothing is sent', async () => {
    const { clock, requests, call } = await start()
    for (const method of ['eth_call', 'eth_sendTransaction']) {
      expect(await clock.until(call(method, [1n]))).toMatchObject({ error: { rpcCode: -32602 } })
    }
    expect(requests).toHaveLength(0)
  })
})

describe('one request for equal calls', () => {
  test('[S9.37] at the same time, not later, and not for other params', async () => {
    const { clock, requests, call } = await start(node(), { batch: false })
    await clock.until(Promise.all([call('eth_call', [1]), call('eth_call', [1]), call('eth_call', [2])]))
    expect(requests).toHaveLength(2)
    await clock.until(call('eth_call', [1]))
    expect(requests).toHaveLength(3)
  })

  test('two sends are two sends', async () => {
    const { clock, requests, call } = await start()
    await clock.until(Promise.all([call('eth_sendTransaction', [1]), call('eth_sendTransaction', [1])]))
    expect(requests).toHaveLength(2)
  })

  test('one caller who goes leaves the answer to the other; when all are gone the request ends', async () => {
    let answerNow: () => void = () => undefined
    const isAsked = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    const { clock, transport, requests } = await start(async (request) => {
      await isAsked
      return node()(request)
    })
    const first = new AbortController()
    const second = new AbortController()
    const request = { method: 'eth_call', params: [1] }
    const gone = transport.request(request, { signal: first.signal }).catch((error: unknown) => error)
    const stays = transport.request(request, { signal: second.signal })
    const both = transport.request({ method: 'eth_chainId' }, { signal: first.signal }).catch((error: unknown) => error)
    await clock.advance(0)
    await vi.waitUntil(() => requests.length === 1, { interval: 1 })
    first.abort()
    expect(await gone).toMatchObject({ code: 'aborted' })
    expect(await both).toMatchObject({ code: 'aborted' })
    answerNow()
    expect(await stays).toMatchObject({ params: [1] })
    expect(clock.pending).toBe(0)
  })

  test('a request that all of its callers aborted is aborted on the wire', async () => {
    let wasAborted = false
    const clock = fakeClock()
    const transport = httpTransport({
      url: 'https://node.example',
      clock,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            wasAborted = true
            reject(new DOMException('aborted', 'AbortError'))
          })
        }),
    })
    const controller = new AbortController()
    const outcome = transport
      .request({ method: 'eth_call' }, { signal: controller.signal })
      .catch((error: unknown) => error)
    await clock.advance(0)
    controller.abort()
    expect(await outcome).toMatchObject({ code: 'aborted' })
    await clock.advance(0)
    expect(wasAborted).toBe(true)
    expect(clock.pending).toBe(0)
  })
})

describe('failures', () => {
  /** Fails once in the given way, then answers. */
  const onceThenWell = (first: (request: LocalRequest) => LocalAnswer) => (request: LocalRequest, at: number) =>
    at === 0 ? first(request) : node()(request)

  test.each([-1, -32005, -32603])('[S8.40] [F22] the JSON-RPC error %i is tried again', async (code) => {
    const { clock, requests, call } = await start(onceThenWell(node(refuse(code))))
    const before = clock.now()
    expect(await clock.until(call('eth_call', [1]))).toMatchObject({ result: { params: [1] } })
    expect(requests).toHaveLength(2)
    expect(clock.now() - before).toBe(150)
  })

  test.each([-32700, -32600, -32601, -32602, -32000, -32001, -32002, -32003, -32004, -32006, 3, 4001])(
    '[S8.40] the JSON-RPC error %i is not',
    async (code) => {
      const { clock, requests, call } = await start(node(refuse(code, 'words')))
      expect(await clock.until(call('eth_call'))).toMatchObject({ error: { rpcCode: code, code: 'json_rpc' } })
      expect(requests).toHaveLength(1)
    },
  )

  test('a revert under -32603 is not tried again', async () => {
    const { clock, requests, call } = await start(node(refuse(-32603, 'execution reverted: no')))
    expect(await clock.until(call('eth_call'))).toMatchObject({ error: { rpcCode: -32603 } })
    expect(requests).toHaveLength(1)
  })

  test.each([403, 408, 413, 429, 500, 502, 503, 504])('[S8.40] HTTP %i is tried again, three times', async (status) => {
    const { clock, requests, call } = await start(() => ({ status, body: 'busy' }))
    const before = clock.now()
    expect(await clock.until(call('eth_call'))).toMatchObject({
      error: { message: `HTTP status code: ${status}`, status, body: 'busy' },
    })
    expect(requests).toHaveLength(4)
    expect(clock.now() - before).toBe(150 + 300 + 600)
  })

  test('[S8.41] [F22] Retry-After is waited for', async () => {
    const { clock, call } = await start(onceThenWell(() => ({ status: 429, headers: { 'retry-after': '2' } })))
    const before = clock.now()
    expect(await clock.until(call('eth_call', [1]))).toMatchObject({ result: { params: [1] } })
    expect(clock.now() - before).toBe(2000)
  })

  test('after a batch failed, its reads go together again, each within its own three retries', async () => {
    const { clock, requests, call } = await start(onceThenWell(() => ({ status: 503 })))
    await clock.until(Promise.all([call('eth_call', [1]), call('eth_call', [2])]))
    expect(requests.map((request) => asked(request).length)).toEqual([2, 2])
  })

  test.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'personal_sign',
    'eth_signTypedData_v4',
    'sendTransaction',
  ])('[F22] %s is never sent twice, nor in company', async (method) => {
    const broken: readonly ((request: LocalRequest) => LocalAnswer)[] = [
      () => ({ status: 503 }),
      () => ({ status: 429, headers: { 'retry-after': '1' } }),
      node(refuse(-32603)),
      () => ({ body: '{"jsonrpc":"2.0"', end: 'cut' }),
    ]
    for (const answer of broken) {
      const { clock, requests, call } = await start((request) =>
        asked(request).some((one) => one.method === method) ? answer(request) : node()(request),
      )
      const [sent, read] = await clock.until(Promise.all([call(method, ['0x1']), call('eth_chainId')]))
      expect(sent).toHaveProperty('error')
      expect(read).toHaveProperty('result')
      expect(requests.filter((request) => request.body.includes(method))).toHaveLength(1)
      await server?.close()
    }
  })

  test('[S8.37 S9.35] a node that says nothing for ten seconds', async () => {
    const { clock, requests, call } = await start(() => ({ end: 'never' }))
    const outcome = call('eth_call')
    await clock.advance(0)
    await vi.waitUntil(() => requests.length === 1, { interval: 1 })
    expect(clock.next).toBe(10_000)
    await clock.advance(10_000)
    expect(await outcome).toMatchObject({
      error: { code: 'request_timeout', message: 'The request took too long to respond.' },
    })
    expect(requests).toHaveLength(1)
  })

  test('a web page, and JSON that isn’t an answer, are named', async () => {
    const { clock, call } = await start((_, at) => ({ body: at === 0 ? '<html>Welcome</html>' : '"hello"' }))
    expect(await clock.until(call('eth_call'))).toMatchObject({
      error: { code: 'invalid_response', message: expect.stringContaining('web page') },
    })
    expect(await clock.until(call('eth_call'))).toMatchObject({ error: { code: 'invalid_response' } })
  })

  test('an answer cut off half-way is asked for again', async () => {
    const { clock, call } = await start(onceThenWell((request) => ({ ...node()(request), end: 'cut' })))
    expect(await clock.until(call('eth_call', [1]))).toMatchObject({ result: { params: [1] } })
  })

  test('[F22] a node that failed five times in a row is left alone', async () => {
    const { clock, requests, call } = await start(() => ({ status: 500 }))
    await clock.until(call('eth_call'))
    // The fifth failure opens the circuit; the caller receives that failure, not the circuit's error.
    expect(await clock.until(call('eth_call'))).toMatchObject({ error: { status: 500 } })
    expect(await clock.until(call('eth_call'))).toMatchObject({ error: { code: 'circuit_open' } })
    expect(requests).toHaveLength(5)
    await clock.advance(30_000)
    await clock.until(call('eth_call'))
    expect(requests).toHaveLength(6)
  })
})

function counting() {
  const dedupe = createDedupe()
  const started: string[] = []
  const run = (key: string) =>
    dedupe.run({
      key,
      work: () => {
        started.push(key)
        return new Promise(() => undefined)
      },
    })
  return { started, run }
}

test('[S9.37] remembers 8192 requests on their way, and forgets the one asked longest ago', () => {
  const { started, run } = counting()
  expect(dedupeEntries).toBe(8192)
  for (let i = 0; i < 8192; i++) void run(`key ${i}`)
  void run('key 0') // asked again: now the latest
  expect(started).toHaveLength(8192)
  void run('key 8192') // one too many: key 1 goes
  void run('key 0')
  void run('key 2')
  expect(started).toHaveLength(8193)
  void run('key 1')
  expect(started).toHaveLength(8194)
})

test('a failure is shared, and forgotten', async () => {
  const dedupe = createDedupe()
  let attempts = 0
  const work = async () => {
    attempts += 1
    throw new Error(`attempt ${attempts}`)
  }
  const both = await Promise.allSettled([dedupe.run({ key: 'a', work }), dedupe.run({ key: 'a', work })])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(attempts).toBe(1)
  await expect(dedupe.run({ key: 'a', work })).rejects.toThrow('attempt 2')
})

test('what was called off is asked anew by a caller of the same moment, who does not share its end', async () => {
  const dedupe = createDedupe()
  const first = new AbortController()
  const work = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))))
  const gone = dedupe.run({ key: 'a', work, signal: first.signal })
  first.abort()
  const next = dedupe.run({ key: 'a', work: async () => 'anew' })
  await expect(gone).rejects.toMatchObject({ code: 'aborted' })
  await expect(next).resolves.toBe('anew')
})
