import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemClock } from '../clock.js'
import { type Chain, createChains } from './chains.js'
import { faultOf, passOn, readRpc } from './rpcProxy.js'

const config = {
  id: 'eip155:1',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  iconUrl: '',
  upstreams: ['http://127.0.0.1'],
  tokens: [],
} as const

/** A network that answers every call with its method. */
const chain: Chain = {
  ...createChains({ chains: [{ ...config, upstreams: [], tokens: [] }], timeoutMs: 1, clock: systemClock }).get(
    'eip155:1',
  ),
  request: async ({ calls }) => calls.map(({ method }) => ({ result: method })),
  pass: async ({ call: { method } }) => ({ result: method }),
}
const signal = new AbortController().signal

const methods = ['eth_call', 'eth_getLogs', 'eth_sendRawTransaction', 'anvil_reset', 'eth_sign', '__proto__', '']
const request = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0'),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    method: fc.constantFrom(...methods),
    params: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
  },
  { requiredKeys: [] },
)

test('[S7.35] any body gets as many answers as it has requests, in order, each a result or an error', async () => {
  const bodies = fc.oneof(fc.array(fc.oneof(request, fc.jsonValue()), { maxLength: 20 }), request, fc.jsonValue())
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      fc.pre(faultOf(body) === undefined)
      const read = readRpc({ chainId: chain.id, body })
      const { body: text } = await passOn({ chain, read, client: '192.0.2.1', signal, count: () => true })
      const answered: unknown = JSON.parse(typeof text === 'string' ? text : '')
      const requests = Array.isArray(body) && body.length > 0 ? body : [body]
      const answers = Array.isArray(answered) ? answered : [answered]
      expect(answers).toHaveLength(requests.length)
      for (const [index, answer] of answers.entries()) {
        const asked: { id?: unknown; method?: unknown } = Object(requests[index])
        expect(answer).toMatchObject({ jsonrpc: '2.0' })
        if ('error' in answer) expect(answer.error.code).toBeLessThan(0)
        else expect([answer.id, answer.result]).toEqual([asked.id, asked.method])
        if ('result' in answer) expect(methods.slice(0, 3)).toContain(answer.result)
      }
    }),
  )
})
