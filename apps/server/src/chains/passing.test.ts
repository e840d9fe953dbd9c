import { createHoldings } from '@foyer/service/budget/holdings'
import { systemClock } from '@foyer/service/clock'
import { afterEach, describe, expect, test } from 'vitest'
import { createChains } from './createChains.js'
import { passOn, readRpc } from './rpcProxy.js'
import { type Answer, type FakeNode, json, results, startFakeNode } from './test/fakeNode.js'

const nodes: FakeNode[] = []
afterEach(() => Promise.all(nodes.splice(0).map((node) => node.stop())))
const signal = new AbortController().signal

const chainOf = async ({ answers, timeoutMs = 5_000 }: { answers: readonly Answer[]; timeoutMs?: number }) => {
  const started = await Promise.all(answers.map(startFakeNode))
  nodes.push(...started)
  const config = {
    id: 'eip155:1' as const,
    name: 'One',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: started.map(({ url }) => url),
    tokens: [],
  }
  return createChains({ chains: [config], timeoutMs, clock: systemClock }).get('eip155:1')
}
type Chain = Awaited<ReturnType<typeof chainOf>>

const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })

const ask = async ({
  chain,
  body,
  count = () => true,
}: {
  chain: Chain
  body: unknown
  count?: (bytes: number) => boolean
}) => passOn({ chain, read: readRpc({ chainId: chain.id, body }), client: '192.0.2.1', signal, count })

/** All of an answer, and how many parts it came in. */
const taken = async (asked: ReturnType<typeof ask>) => {
  const { body } = await asked
  if (typeof body === 'string') return { text: body, parts: 1 }
  const parts: Uint8Array[] = [body.head]
  for (let part = await body.next(); part !== null; part = await body.next()) parts.push(part)
  return { text: Buffer.concat(parts).toString(), parts: parts.length }
}

describe('a large answer', () => {
  test('[S7.33] is passed on as it comes, with the id that the caller chose', async () => {
    const result = 'a'.repeat(4 * 1024 * 1024)
    const chain = await chainOf({ answers: [results({ eth_getLogs: result })] })
    const { text, parts } = await taken(ask({ chain, body: call('eth_getLogs', [], 'mine') }))
    expect(parts).toBeGreaterThan(10)
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 'mine', result })
    // Where the id can't be passed on, the answer is read whole.
    const { text: whole } = await taken(ask({ chain, body: call('eth_getLogs', [], null) }))
    expect(JSON.parse(whole)).toEqual({ jsonrpc: '2.0', id: null, result })
  })

  test('that nobody reads stays at the node, and is given up when the reader goes', async () => {
    let sent = 0
    let isGone = false
    const endless: Answer = ({ response }) => {
      response.on('close', () => {
        isGone = true
      })
      response.write('{"jsonrpc":"2.0","id":1,"result":"')
      const part = Buffer.alloc(64 * 1024, 97)
      const more = () => {
        for (let goesOn = true; goesOn && !isGone; sent += part.byteLength) goesOn = response.write(part)
        response.once('drain', more)
      }
      more()
    }
    const chain = await chainOf({ answers: [endless] })
    const { body } = await ask({ chain, body: call('eth_getLogs') })
    if (typeof body === 'string') return expect.fail('It was read whole.')
    for (let part = 0; part < 4; part++) await body.next()
    expect(sent).toBeLessThan(12 * 1024 * 1024)
    body.cancel()
    await expect.poll(() => isGone).toBe(true)
  })

  test('of more than 16 MiB is cut, and one that comes too slowly as well; neither puts its node to rest', async () => {
    const tooMuch: Answer = ({ response }) => {
      response.write('{"jsonrpc":"2.0","id":1,"result":"')
      const part = Buffer.alloc(1024 * 1024, 97)
      const more = () => {
        while (!response.destroyed && response.write(part)) {}
        response.once('drain', more)
      }
      more()
    }
    const chain = await chainOf({ answers: [tooMuch] })
    for (let turn = 0; turn < 6; turn++) {
      await expect(taken(ask({ chain, body: call('eth_getLogs') }))).rejects.toMatchObject({ code: 'too_large' })
    }
    const batch = await ask({ chain, body: [call('eth_getLogs')] })
    expect([batch.status, batch.body]).toEqual([200, expect.stringContaining('larger than is passed on')])

    const dripping: Answer = ({ response }) => {
      response.write(`{"jsonrpc":"2.0","id":1,"result":"${'a'.repeat(70_000)}`)
      const drip = setInterval(() => response.write('a'), 20)
      response.once('close', () => clearInterval(drip))
    }
    // Long enough for its beginning, on a busy machine too.
    const slow = await chainOf({ answers: [dripping], timeoutMs: 1_000 })
    await expect(taken(ask({ chain: slow, body: call('eth_getLogs') }))).rejects.toMatchObject({ code: 'silent' })
  })

  test('of 16 MiB is passed on whole, and one byte more is too much', async () => {
    const [head, tail] = ['{"jsonrpc":"2.0","id":1,"result":"', '"}']
    const answerOf =
      (bytes: number): Answer =>
      ({ response }) =>
        void response.end(`${head}${'a'.repeat(bytes - head.length - tail.length)}${tail}`)
    const most = 16 * 1024 * 1024
    const { text } = await taken(
      ask({ chain: await chainOf({ answers: [answerOf(most)] }), body: call('eth_getLogs') }),
    )
    expect(text.length).toBe(most)
    const larger = await chainOf({ answers: [answerOf(most + 1)] })
    await expect(taken(ask({ chain: larger, body: call('eth_getLogs') }))).rejects.toMatchObject({ code: 'too_large' })
  })

  test('a page of a proxy is none, however large: the next node is asked', async () => {
    const page: Answer = ({ response }) => response.writeHead(200).end(`<html>${'a'.repeat(200_000)}</html>`)
    const wrong = json({ body: { message: 'a'.repeat(200_000) } })
    const chain = await chainOf({ answers: [page, wrong, results({ eth_getLogs: 'right' })] })
    expect((await taken(ask({ chain, body: call('eth_getLogs') }))).text).toContain('"right"')
  })
})

test('the answers to a batch are held within a budget, and refused where it ends', async () => {
  const answers = createHoldings({ perOwner: 100_000, inAll: 100_000 })
  const holding = answers.take({ owner: 'a', amount: 0 })
  if (typeof holding === 'string') return expect.fail('It was refused.')
  const chain = await chainOf({ answers: [results({ eth_call: 'a'.repeat(1_000) })] })
  const batch = (length: number) => Array.from({ length }, (_, id) => call('eth_call', [], id))
  const small = await ask({ chain, body: batch(10), count: holding.add })
  expect(small.body).toContain('aaaa')
  expect(answers.held()).toBeGreaterThan(10_000)
  const large = await ask({ chain, body: batch(200), count: holding.add })
  expect(large.body).not.toContain('aaaa')
  expect(answers.held()).toBeLessThanOrEqual(100_000)
})

describe('a filter', () => {
  test('[S7.33] stays with the node that made it, for single requests and in batches', async () => {
    const node = (name: string) => results({ eth_newFilter: '0x1', eth_getFilterChanges: name, eth_chainId: '0x1' })
    const chain = await chainOf({ answers: [node('first'), node('second')] })
    const [first, second] = nodes
    if (first === undefined || second === undefined) return expect.fail('There are two.')
    const resultOf = async (body: unknown): Promise<unknown> => {
      const { text } = await taken(ask({ chain, body }))
      const answer: unknown = JSON.parse(text)
      return Array.isArray(answer) ? answer.map(({ result, error }) => result ?? error.message) : Object(answer).result
    }
    const ofFirst = await resultOf(call('eth_newFilter', [{}]))
    const working = first.answer
    first.answer = ({ response }) => response.writeHead(503).end('away')
    const ofSecond = await resultOf(call('eth_newFilter', [{}]))
    first.answer = working
    expect([ofFirst, ofSecond]).toEqual(['0x1001', '0x1011'])
    expect(await resultOf(call('eth_getFilterChanges', [ofSecond]))).toBe('second')
    expect(second.asked.at(-1)?.body).toMatchObject({ method: 'eth_getFilterChanges', params: ['0x1'] })
    const batch = [ofSecond, ofFirst, '0x1', '0x1ff1', 7].map((id) => call('eth_getFilterChanges', [id]))
    const missing = 'filter not found'
    expect(await resultOf([call('eth_chainId'), ...batch])).toEqual([
      '0x1',
      'second',
      'first',
      missing,
      missing,
      missing,
    ])
  })
})

test('a batch is paid by what its methods cost', () => {
  const costOf = (body: unknown) => readRpc({ chainId: 'eip155:1', body }).cost
  expect(costOf(call('eth_chainId'))).toBe(1)
  expect(costOf(call('eth_getLogs'))).toBe(20)
  expect(costOf(Array(1_000).fill(call('eth_getLogs')))).toBe(20_000)
  expect(costOf([call('eth_sign'), 'nonsense'])).toBe(2)
  expect(costOf('nonsense')).toBe(1)
})
