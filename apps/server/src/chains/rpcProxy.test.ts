import { JsonRpcRequest, limits } from '@foyer/core/wire'
import { systemClock } from '@foyer/service/clock'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Chain } from './chains.js'
import { createChains } from './createChains.js'
import { faultOf, passOn, readRpc, refuseBody } from './rpcProxy.js'

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

const entry = fc.oneof(request, fc.jsonValue())
const single = entry.filter((body) => !Array.isArray(body))
const batch = fc.array(entry, { minLength: 1, maxLength: 20 })

test('[S7.35] any body gets as many answers as it has requests, in order, each a result or an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(single, batch), async (body) => {
      expect(faultOf(body)).toBeUndefined()
      const read = readRpc({ chainId: chain.id, body })
      const { body: text } = await passOn({ chain, read, client: '192.0.2.1', signal, count: () => true })
      const answered: unknown = JSON.parse(typeof text === 'string' ? text : '')
      expect(Array.isArray(answered)).toBe(Array.isArray(body))
      const [requests, answers] = [body, answered].map((each) => (Array.isArray(each) ? each : [each]))
      expect(answers).toHaveLength(requests?.length ?? 0)
      for (const [index, answer] of (answers ?? []).entries()) {
        const asked: { id?: unknown; method?: unknown } = Object(requests?.[index])
        expect(answer).toMatchObject({ jsonrpc: '2.0' })
        if ('error' in answer) expect(answer.error.code).toBeLessThan(0)
        else expect([answer.id, answer.result]).toEqual([asked.id, asked.method])
        if ('result' in answer) expect(methods.slice(0, 3)).toContain(answer.result)
        else expect(isGood(asked)).toBe(false)
      }
    }),
  )
})

/** A request by the letter, of a method that is passed on. */
function isGood(asked: unknown): boolean {
  const parsed = v.safeParse(JsonRpcRequest, asked)
  return parsed.success && methods.slice(0, 3).includes(parsed.output.method)
}

test('[S7.35] a body that is no request as a whole, and only that, has a fault', () => {
  expect(faultOf(undefined)).toMatchObject({ code: -32700 })
  expect(faultOf([])).toMatchObject({ code: -32600 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 * limits.rpcBatch }), fc.jsonValue(), (length, each) => {
      const fault = faultOf(Array(length).fill(each))
      if (length > limits.rpcBatch) expect(fault).toMatchObject({ code: -32600 })
      else expect(fault).toBeUndefined()
    }),
  )
  const refused = refuseBody(faultOf([]) ?? expect.fail())
  expect([refused.status, JSON.parse(String(refused.body))]).toMatchObject([400, { id: null, error: { code: -32600 } }])
})
