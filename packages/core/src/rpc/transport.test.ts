import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FakeClock, fakeClock } from '../clock/test/fakeClock.js'
import { AbortedError } from '../errors/connection.js'
import { CircuitOpenError, HttpError, JsonRpcError, ServerUnreachableError } from '../errors/http.js'
import { RequestTimeoutError, UserRejectedError } from '../errors/wallet.js'
import {
  fallbackTransport,
  isRepeatable,
  type RankOptions,
  type RpcTransport,
  ranked,
  type Sample,
} from './transport.js'

const origin = 'https://node.example'
const rpcError = (rpcCode: number, text?: string) => new JsonRpcError({ rpcCode, text })

/** A node that answers its name, after `latencyMs`, or throws the given error. */
function fakeNode({ name, clock, latencyMs = 0 }: { name: string; clock: FakeClock; latencyMs?: number }) {
  const asked: string[] = []
  const node: { error: unknown; latencyMs: number } = { error: undefined, latencyMs }
  const transport: RpcTransport = {
    request: ({ method }) => {
      asked.push(method)
      const { error } = node
      return new Promise((resolve, reject) => {
        clock.setTimeout(() => (error === undefined ? resolve(name) : reject(error)), node.latencyMs)
      })
    },
  }
  return { node, transport, asked }
}

function pair({
  rank,
  signal,
  latencies = [0, 0],
}: {
  rank?: RankOptions | undefined
  signal?: AbortSignal | undefined
  latencies?: readonly [number, number]
} = {}) {
  const clock = fakeClock({ start: 0 })
  const first = fakeNode({ name: 'first', clock, latencyMs: latencies[0] })
  const second = fakeNode({ name: 'second', clock, latencyMs: latencies[1] })
  const transport = fallbackTransport({ transports: [first.transport, second.transport], rank, signal, clock })
  const call = async (method = 'eth_call') => {
    const outcome = transport.request({ method }).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
    await clock.advance(Math.max(first.node.latencyMs, second.node.latencyMs) * 2)
    return outcome
  }
  return { clock, first, second, transport, call }
}

test('what is the chain’s own answer is no other node’s to give', async () => {
  const clock = fakeClock({ start: 0 })
  const [first, second] = [fakeNode({ name: 'first', clock }), fakeNode({ name: 'second', clock })]
  const isAnswer = (error: unknown) => error instanceof JsonRpcError && error.message.includes('does not exist')
  const transports = [first.transport, second.transport] as const
  const transport = fallbackTransport({ transports, isAnswer, clock })
  const call = async (error: unknown) => {
    first.node.error = error
    const asked = transport.request({ method: 'query' }).catch((thrown: unknown) => thrown)
    await clock.advance(0)
    return asked
  }
  const missing = rpcError(-32000, 'account x does not exist')
  expect(await call(missing)).toBe(missing)
  expect(second.asked).toEqual([])
  expect(await call(rpcError(-32000, 'behind'))).toBe('second')
})

describe('falls over', () => {
  test.each([
    new ServerUnreachableError({ origin }),
    new RequestTimeoutError(),
    new CircuitOpenError({ origin, waitMs: 1 }),
    new HttpError({ status: 500, body: '' }),
    new HttpError({ status: 401, body: '' }),
    rpcError(-32005),
    rpcError(-32601),
    rpcError(-32000, 'header not found'),
    new Error('a host’s own transport broke'),
  ])('%s: to the next', async (error) => {
    const { first, call } = pair()
    first.node.error = error
    expect(await call()).toEqual({ result: 'second' })
  })

  test('throws what the last one threw', async () => {
    const { first, second, call } = pair()
    first.node.error = new RequestTimeoutError()
    second.node.error = new HttpError({ status: 502, body: '' })
    expect(await call()).toMatchObject({ error: { status: 502 } })
  })
})

describe('does not fall over', () => {
  test.each([
    ['rejected by the node', rpcError(-32003)],
    ['user rejected', rpcError(4001)],
    ['user rejected', rpcError(5000)],
    ['user rejected', new UserRejectedError()],
    ['user rejected', { code: 4001, message: 'User rejected the request.' }],
    ['reverted', rpcError(3, 'execution reverted')],
    ['reverted', rpcError(-32000, 'execution reverted: ERC20: transfer amount exceeds balance')],
    ['reverted', rpcError(-32000, 'gas required exceeds allowance (0)')],
    ['aborted', new AbortedError()],
  ])('[S8.42] %s: %s', async (_, error) => {
    const { first, second, call } = pair()
    first.node.error = error
    expect(await call()).toEqual({ error })
    expect(second.asked).toEqual([])
  })

  test.each<[unknown, boolean]>([
    [new RequestTimeoutError(), false],
    [new ServerUnreachableError({ origin }), false],
    ...[408, 409, 500, 502, 503, 504].map(
      (status) => [new HttpError({ status, body: '' }), false] satisfies [unknown, boolean],
    ),
    [rpcError(-32603), false],
    [rpcError(-32000, 'already known'), false],
    [new CircuitOpenError({ origin, waitMs: 1 }), true],
    [new HttpError({ status: 429, body: '' }), true],
    [rpcError(-32601), true],
  ])('[F22] a send after %s goes on to the next: %s', async (error, goesOn) => {
    const { first, second, call } = pair()
    first.node.error = error
    await call('eth_sendRawTransaction')
    expect(second.asked).toEqual(goesOn ? ['eth_sendRawTransaction'] : [])
  })
})

describe('ranking', () => {
  const pings = (asked: readonly string[]) => asked.filter((method) => method === 'eth_blockNumber').length

  test('[S9.38] pings every four seconds, and asks the faster one from then on', async () => {
    const { clock, first, second, call } = pair({ rank: {}, latencies: [100, 20] })
    expect(await call()).toEqual({ result: 'first' })
    expect([pings(first.asked), pings(second.asked)]).toEqual([1, 1])
    expect(await call()).toEqual({ result: 'second' })
    await clock.advance(3_699) // 4099 ms are over; the first round ended after 100 ms
    expect(pings(first.asked)).toBe(1)
    await clock.advance(1)
    expect(pings(first.asked)).toBe(2)
  })

  test('[S9.38] counts the ten latest pings only', async () => {
    const { clock, first, second, call } = pair({ rank: {}, latencies: [10, 20] })
    first.node.error = new RequestTimeoutError()
    for (let round = 0; round < 10; round++) {
      await call()
      await clock.advance(4_100)
    }
    expect(second.asked.length).toBeGreaterThan(0)
    first.node.error = undefined
    for (let round = 0; round < 12; round++) {
      await call()
      await clock.advance(4_100)
    }
    // All ten samples are good again and the first is faster: it leads as if it had never failed.
    expect(await call()).toEqual({ result: 'first' })
  })

  test('the order of two nodes is by the weights that are given', () => {
    const ok = (latencyMs: number): Sample => ({ latencyMs })
    const weights = { stability: 0.7, latency: 0.3 }
    const order = (...samples: Sample[][]) => ranked({ samples, weights })
    // 0.7 × 1 + 0.3 × 0 = 0.7, against 0.7 × 0.5 + 0.3 × 0.9 = 0.62: the slow and steady one leads.
    expect(order(['failed', ok(10)], [ok(100), ok(100)])).toEqual([1, 0])
    // 0.7 × 1 + 0.3 × 0 = 0.7, against 0.7 × 0.75 + 0.3 × 0.9 = 0.795: the fast one leads.
    expect(order([ok(100), ok(100), ok(100), ok(100)], ['failed', ok(10), ok(10), ok(10)])).toEqual([1, 0])
    expect(order([], [])).toEqual([0, 1])
    expect(order(['failed'], ['failed'])).toEqual([0, 1])
    expect(order([ok(0)], [ok(0)])).toEqual([0, 1])
  })

  test('[S9.38] by default, a slow node that is steady goes before a fast one that fails half the time', async () => {
    const { clock, second, call } = pair({ rank: {}, latencies: [100, 10] })
    second.node.error = new RequestTimeoutError()
    await call()
    second.node.error = undefined
    await clock.advance(4_000)
    expect(pings(second.asked)).toBe(2)
    expect(await call()).toEqual({ result: 'first' })
    const {
      call: callOther,
      clock: other,
      ...fast
    } = pair({
      rank: { weights: { stability: 0.3, latency: 0.7 } },
      latencies: [100, 10],
    })
    fast.second.node.error = new RequestTimeoutError()
    await callOther()
    fast.second.node.error = undefined
    await other.advance(4_000)
    expect(await callOther()).toEqual({ result: 'second' })
  })

  test('[S9.38] by default, a fast node that fails one of four goes before a slow one that is steady', async () => {
    // 0.7 × 0.75 + 0.3 × 0.9 = 0.795, against 0.7 × 1 + 0.3 × 0 = 0.7.
    const { clock, second, call } = pair({ rank: {}, latencies: [100, 10] })
    second.node.error = new RequestTimeoutError()
    await call()
    second.node.error = undefined
    for (let round = 0; round < 3; round++) await clock.advance(4_100)
    expect(pings(second.asked)).toBe(4)
    expect(await call()).toEqual({ result: 'second' })
  })

  test('a ping is not tried again, so that a node that fails now and then shows as such', async () => {
    const clock = fakeClock()
    const options: unknown[] = []
    const node: RpcTransport = {
      request: async ({ method }, given) => {
        if (method === 'eth_chainId') options.push(given?.retries)
      },
    }
    const transport = fallbackTransport({ transports: [node, node], rank: { ping: { method: 'eth_chainId' } }, clock })
    await transport.request({ method: 'eth_call' })
    expect(options).toEqual([0, 0])
  })

  test('any samples give every transport its place', () => {
    const sample = fc.oneof(fc.constant<Sample>('failed'), fc.record({ latencyMs: fc.nat() }))
    fc.assert(
      fc.property(fc.array(fc.array(sample, { maxLength: 10 }), { minLength: 1, maxLength: 6 }), (samples) => {
        const order = ranked({ samples, weights: { stability: 0.7, latency: 0.3 } })
        expect([...order].sort((a, b) => a - b)).toEqual(samples.map((_, index) => index))
      }),
    )
  })

  test('[S9.38] begins with the first request, rests when unused, begins again', async () => {
    const { clock, first, call } = pair({ rank: {}, latencies: [1, 1] })
    await clock.advance(60_000)
    expect(first.asked).toEqual([])
    await call()
    await clock.advance(600_000)
    const afterwards = pings(first.asked)
    expect(afterwards).toBe(11)
    expect(clock.pending).toBe(0)
    await call()
    expect(pings(first.asked)).toBe(afterwards + 1)
  })

  test('the signal ends it for good, requests go on', async () => {
    const controller = new AbortController()
    const { clock, first, call } = pair({ rank: {}, signal: controller.signal, latencies: [1, 1] })
    await call()
    controller.abort()
    expect(clock.pending).toBe(0)
    expect(await call()).toEqual({ result: 'first' })
    await clock.advance(60_000)
    expect(pings(first.asked)).toBe(1)
  })

  test('a ping that hangs counts as failed after a second', async () => {
    const { clock, first, second, transport } = pair({ rank: {}, latencies: [100_000, 5] })
    void transport.request({ method: 'eth_call' })
    await clock.advance(1000)
    const result = transport.request({ method: 'eth_call' })
    await clock.advance(5)
    expect(await result).toBe('second')
    expect(pings(first.asked)).toBe(1)
    expect(pings(second.asked)).toBe(1)
  })

  test('none is asked for, none is done; nor for a single transport', async () => {
    const { clock, first, call } = pair()
    await call()
    await clock.advance(60_000)
    expect(first.asked).toEqual(['eth_call'])
    const only = fakeNode({ name: 'only', clock })
    const single = fallbackTransport({ transports: [only.transport], rank: {}, clock })
    const result = single.request({ method: 'eth_call' })
    await clock.advance(60_000)
    expect(await result).toBe('only')
    expect(only.asked).toEqual(['eth_call'])
  })
})

describe('[F22] a signature or a send is never repeated', () => {
  test.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'eth_sendUserOperation',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData_v4',
    'personal_sign',
    'wallet_sendCalls',
    'wallet_switchEthereumChain',
    'wallet_requestPermissions',
    'sendTransaction',
    'requestAirdrop',
    'sendrawtransaction',
    'signrawtransactionwithwallet',
    'submitblock',
    'broadcast_tx_commit',
    'send_tx',
    'pm_sponsorUserOperation',
    'solana_signMessage',
  ])('%s', (method) => {
    expect(isRepeatable(method)).toBe(false)
  })

  test.each([
    'eth_newFilter',
    'eth_getFilterChanges',
    'eth_subscribe',
    'evm_mine',
    'anvil_setBalance',
    'hardhat_reset',
  ])('nor is %s, which changes the node', (method) => {
    expect(isRepeatable(method)).toBe(false)
  })
})

test.each([
  'eth_call',
  'eth_chainId',
  'eth_blockNumber',
  'eth_getBalance',
  'eth_getTransactionReceipt',
  'eth_getFilterLogs',
  'eth_estimateGas',
  'eth_feeHistory',
  'net_version',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getLatestBlockhash',
  'getblockcount',
  'wallet_getCapabilities',
])('%s is', (method) => {
  expect(isRepeatable(method)).toBe(true)
})
