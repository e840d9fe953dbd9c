import { expect, test } from 'vitest'
import type { RpcCall } from '../chains/chains.js'
import { UpstreamError, type UpstreamFault } from '../rpc/UpstreamError.js'
import { inGroups } from './inGroups.js'

const { signal } = new AbortController()
const call = (method: string): RpcCall => ({ method, params: [] })
const callsOf = (name: string, count: number) => Array.from({ length: count }, (_, place) => call(`${name}${place}`))
const fault = (code: UpstreamFault) => new UpstreamError({ code, host: 'a node', delivered: true })

/** A node that answers with the names of what it is asked, unless a test says otherwise, and how many it was asked at once. */
function nodeThat(refuses: (calls: readonly RpcCall[]) => UpstreamFault | undefined = () => undefined) {
  const asked: number[] = []
  const chain = {
    id: 'eip155:31337' as const,
    async request({ calls }: { readonly calls: readonly RpcCall[] }) {
      asked.push(calls.length)
      const code = refuses(calls)
      if (code !== undefined) throw fault(code)
      return calls.map(({ method }) =>
        method.startsWith('bad') ? { error: { code: -32_000, message: 'no' } } : { result: method },
      )
    },
  }
  return { chain, asked }
}
const fulfilled = (name: string, count: number) => ({
  status: 'fulfilled',
  value: callsOf(name, count).map(({ method }) => ({ result: method })),
})

test('as many are asked at once as nodes take that say nothing of it, each one’s own together, and each has its own answers', async () => {
  const { chain, asked } = nodeThat()
  const all = [callsOf('a', 20), callsOf('b', 28), callsOf('c', 1), callsOf('d', 60), callsOf('e', 2), callsOf('f', 46)]
  expect(await inGroups({ chain, signal, all })).toEqual([
    fulfilled('a', 20),
    fulfilled('b', 28),
    fulfilled('c', 1),
    fulfilled('d', 60),
    fulfilled('e', 2),
    fulfilled('f', 46),
  ])
  expect(asked).toEqual([48, 1, 60, 48])
})

test.each<UpstreamFault>(['too_large', 'not_json_rpc', 'status'])(
  'what is answered by %s together is asked for in halves: it fails for that one alone for which it fails alone',
  async (code) => {
    const { chain, asked } = nodeThat((calls) => (calls.some(({ method }) => method === 'b0') ? code : undefined))
    const all = [callsOf('a', 2), callsOf('b', 2), callsOf('c', 2)]
    expect(await inGroups({ chain, signal, all })).toEqual([
      fulfilled('a', 2),
      { status: 'rejected', reason: fault(code) },
      fulfilled('c', 2),
    ])
    expect(asked).toEqual([6, 4, 2, 2, 2])
  },
)

test('errors to all calls together are asked for in halves, and are answers where there is one', async () => {
  const { chain, asked } = nodeThat()
  const error = { error: { code: -32_000, message: 'no' } }
  expect(await inGroups({ chain, signal, all: [callsOf('bad', 1), callsOf('bad', 2)] })).toEqual([
    { status: 'fulfilled', value: [error] },
    { status: 'fulfilled', value: [error, error] },
  ])
  expect(asked).toEqual([3, 1, 2])
  const some = nodeThat()
  await inGroups({ chain: some.chain, signal, all: [callsOf('bad', 1), callsOf('a', 1)] })
  expect(some.asked).toEqual([2])
})

test('a node that isn’t there is asked once, and what it fails by is said', async () => {
  const { chain, asked } = nodeThat(() => 'unreachable')
  await expect(inGroups({ chain, signal, all: [callsOf('a', 1), callsOf('b', 1)] })).rejects.toEqual(
    fault('unreachable'),
  )
  expect(asked).toEqual([2])
  const broken = { ...chain, request: () => Promise.reject(new TypeError('broken')) }
  await expect(inGroups({ chain: broken, signal, all: [callsOf('a', 1)] })).rejects.toThrow('broken')
})
