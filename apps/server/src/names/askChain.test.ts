import { patientClock } from '@foyer/service-testing/patientClock'
import { encodeErrorResult, encodeFunctionData, parseAbi } from 'viem'
import { getEnsAddress } from 'viem/actions'
import { afterEach, expect, test } from 'vitest'
import { createChains } from '../chains/createChains.js'
import { type Answer, type FakeNode, startFakeNode } from '../chains/test/fakeNode.js'
import { askChain } from './askChain.js'
import { LookupTooLargeError } from './lookupBudget.js'
import { chainOfNames } from './test/registering.js'

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'function query((address sender, string[] urls, bytes data)[] queries)',
])
const universalResolverAddress = '0x00000000000000000000000000000000000bad01'
let node: FakeNode | undefined
afterEach(() => node?.stop())

/** Sends whoever asks to no gateway at all, with so many bytes for the way back. */
const circular = (bytes: number) =>
  encodeErrorResult({
    abi,
    errorName: 'OffchainLookup',
    args: [
      universalResolverAddress,
      ['x-batch-gateway:true'],
      encodeFunctionData({ abi, functionName: 'query', args: [[]] }),
      '0x12345678',
      `0x${'11'.repeat(bytes)}`,
    ],
  })

const answering =
  (outcome: () => object): Answer =>
  ({ body, response }) => {
    const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : 0
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome() }))
  }
const reverting = (data: string) => ({ error: { code: 3, message: 'execution reverted', data } })

async function read({
  outcome,
  signal = new AbortController().signal,
}: {
  outcome: () => object
  signal?: AbortSignal
}) {
  node = await startFakeNode(answering(outcome))
  const { all } = createChains({
    chains: [chainOfNames(node.url)],
    timeoutMs: 5_000,
    clock: patientClock,
    random: () => 0.5,
  })
  const ask = askChain({
    chain: all[0] ?? expect.fail(),
    safeFetch: () => expect.fail('No gateway is named.'),
    signal,
    ask: (client) => getEnsAddress(client, { name: 'x.evil.eth', universalResolverAddress }),
  })
  const error = await ask.catch((thrown: unknown) => thrown)
  return { error, calls: node.asked.length }
}

test.each([0, 20_000])(
  'a contract that asks no gateway again and again, with %i bytes, is followed eight times',
  async (bytes) => {
    const { error, calls } = await read({ outcome: () => reverting(circular(bytes)) })
    expect(error).toBeInstanceOf(LookupTooLargeError)
    expect(calls).toBe(9)
  },
)

test('a refusal at the end of such a way holds little more than what was asked', async () => {
  let calls = 0
  const bytes = 60_000
  const { error } = await read({
    outcome: () => {
      calls += 1
      return reverting(calls > 8 ? '0x08c379a0' : circular(bytes))
    },
  })
  expect(calls).toBe(9)
  expect(error).toBeInstanceOf(Error)
  // viem writes each round's bytes into the message of every round before: of eight rounds that is bounded.
  expect(String(error).length).toBeLessThan(8 * 9 * 4 * bytes)
})

test('an answer of half a megabyte is none', async () => {
  const { error, calls } = await read({ outcome: () => ({ result: `0x${'00'.repeat(300_000)}` }) })
  expect(error).toBeInstanceOf(LookupTooLargeError)
  expect(calls).toBe(1)
})

test('the signal’s own reason comes back as it is, however many rounds there were', async () => {
  const controller = new AbortController()
  const late = new DOMException('No answer in 20000 ms.', 'TimeoutError')
  let calls = 0
  const outcome = () => {
    calls += 1
    if (calls === 4) controller.abort(late)
    return reverting(circular(10))
  }
  const { error } = await read({ outcome, signal: controller.signal })
  expect(error).toBe(late)
  expect(calls).toBe(4)
})
