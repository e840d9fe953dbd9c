import { delegateAddress, isDelegateCode } from '@foyer/evm/delegate'
import { createLog } from '@foyer/service/log/createLog'
import { handClock } from '@foyer/service-testing/handClock'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { createTestClient, type Hex, http, publicActions } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createServerMetrics } from '../metrics/createServerMetrics.js'
import type { ChainConfig } from './chain.js'
import { createChains } from './createChains.js'
import { createDelegates } from './delegates.js'
import { type Answer, hangUp, passOn, results, startFakeNode } from './test/fakeNode.js'

const minute = 60_000

let chain: StartedChain
let other: StartedChain
let code: Hex
beforeAll(async () => {
  ;[chain, other] = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
  await deployDelegation({ url: chain.url })
  code = (await clientOf(chain).getCode({ address: delegateAddress })) ?? '0x'
})
afterAll(() => Promise.all([chain?.stop(), other?.stop()]))

const clientOf = ({ url }: StartedChain) =>
  createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)

async function openDelegates({ answer, id = 'eip155:31337' }: { answer: Answer; id?: ChainConfig['id'] }) {
  const node = await startFakeNode(answer)
  onTestFinished(() => node.stop())
  const clock = handClock()
  const metrics = createServerMetrics()
  const logged: string[] = []
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const config = { id, name: 'Local', nativeCurrency, iconUrl: '', tokens: [], upstreams: [node.url] }
  const chains = createChains({ chains: [config], timeoutMs: 20_000, clock })
  const log = createLog({ level: 'info', to: { write: (line) => void logged.push(line) } })
  const delegates = createDelegates({ chains, clock, log, metrics })
  return {
    ...{ node, clock },
    isOn: () => delegates.isOn(chains.get(id)),
    findings: () => logged.map((line) => JSON.parse(line).finding),
    gauge: async () => /^foyer_delegate\{chain="[^"]*",finding="(\w+)"\} 1$/m.exec((await metrics.read()).text)?.[1],
    asked: () => node.asked.flatMap(({ body }) => (Array.isArray(body) ? body : [body])).map(({ method }) => method),
    refresh: delegates.refresh,
  }
}

test('a network with the delegate that takes type 4 has it, by the code to the byte and two estimates; it is asked once', async () => {
  const { isOn, findings, gauge, asked } = await openDelegates({ answer: passOn(() => chain.url) })
  expect(await gauge()).toBe('unknown')
  expect(await Promise.all([isOn(), isOn()])).toEqual([true, true])
  expect(await isOn()).toBe(true)
  expect(asked()).toEqual(['eth_getCode', 'eth_estimateGas', 'eth_estimateGas'])
  expect([findings(), await gauge()]).toEqual([['there'], 'there'])
})

test('a network without the delegate, one of other code and one before type 4 haven’t it, each said once', async () => {
  const absent = await openDelegates({ answer: passOn(() => other.url), id: 'eip155:31338' })
  expect([await absent.isOn(), absent.findings()]).toEqual([false, ['absent']])

  // The right code of another network, as a node that answers for the wrong one would give it.
  const foreign = await openDelegates({ answer: results({ eth_getCode: code }), id: 'eip155:31338' })
  expect([await foreign.isOn(), foreign.findings()]).toEqual([false, ['otherCode']])

  const dropping = await openDelegates({ answer: results({ eth_getCode: code, eth_estimateGas: '0x5208' }) })
  expect([await dropping.isOn(), dropping.findings()]).toEqual([false, ['withoutType4']])

  const solana = await openDelegates({ answer: hangUp, id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  expect([await solana.isOn(), solana.findings(), solana.asked()]).toEqual([false, [], []])
})

test('a node that is away or answers nonsense means no delegate, said once; what was found holds an hour without it, and no longer', async () => {
  const { node, clock, isOn, findings, gauge, refresh } = await openDelegates({ answer: hangUp })
  expect([await isOn(), findings()]).toEqual([false, ['unknown']])
  node.answer = results({ eth_getCode: 'code', eth_estimateGas: '0x5208' })
  await refresh()
  expect([await isOn(), findings()]).toEqual([false, ['unknown']])

  node.answer = passOn(() => chain.url)
  clock.pass(minute)
  await refresh()
  expect([await isOn(), findings(), await gauge()]).toEqual([true, ['unknown', 'there'], 'there'])

  node.answer = hangUp
  clock.pass(59 * minute)
  await refresh()
  expect(await isOn()).toBe(true)
  clock.pass(minute)
  expect([await isOn(), await gauge()]).toEqual([false, 'unknown'])
  await refresh()
  expect(findings()).toEqual(['unknown', 'there', 'unknown'])
})

test('a delegate that comes to a network is found within ten minutes', async () => {
  let url = other.url
  const { clock, isOn, refresh, asked } = await openDelegates({ answer: passOn(() => url) })
  expect(await isOn()).toBe(false)
  url = chain.url
  clock.pass(9 * minute)
  await refresh()
  expect([await isOn(), asked().length]).toEqual([false, 3])
  clock.pass(minute)
  await refresh()
  expect(await isOn()).toBe(true)
})

const stands = { address: delegateAddress } as const

test('the code is the delegate’s where no byte of it differs, but for the network’s own words', async () => {
  expect(isDelegateCode({ ...stands, code, chainId: 31337 })).toBe(true)
  expect(isDelegateCode({ ...stands, code, chainId: 31338 })).toBe(false)
  await deployDelegation({ url: other.url })
  onTestFinished(() => clientOf(other).setCode({ address: delegateAddress, bytecode: '0x' }))
  const there = (await clientOf(other).getCode({ address: delegateAddress })) ?? '0x'
  expect(isDelegateCode({ ...stands, code: there, chainId: 31338 })).toBe(true)
  for (const at of [2, 6_000, code.length - 1]) {
    const digit = code[at] === '0' ? '1' : '0'
    expect(
      isDelegateCode({ ...stands, code: `0x${code.slice(2, at)}${digit}${code.slice(at + 1)}`, chainId: 31337 }),
    ).toBe(false)
  }
  expect(isDelegateCode({ ...stands, code: `${code}00`, chainId: 31337 })).toBe(false)
})

test.each([
  ['too many at once', { code: 429, message: 'Too many requests.' }],
  ['a limit', { code: -32_005, message: 'limit exceeded' }],
  ['an error of its own', { code: -32_603, message: 'internal error' }],
])('a node that refuses one of the questions for a moment takes nothing away that was found: %s', async (_, error) => {
  const { node, isOn, refresh, clock } = await openDelegates({ answer: passOn(() => chain.url) })
  expect(await isOn()).toBe(true)
  node.answer = async ({ body, response }) => {
    const ask = async (each: { readonly method: string; readonly id: unknown; readonly params: readonly object[] }) => {
      if (each.method === 'eth_estimateGas' && Object(each.params[0]).authorizationList)
        return { jsonrpc: '2.0', id: each.id, error }
      const headers = { 'content-type': 'application/json' }
      return (await fetch(chain.url, { method: 'POST', headers, body: JSON.stringify(each) })).json()
    }
    const answers = Array.isArray(body) ? await Promise.all(body.map(ask)) : await ask(Object(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers))
  }
  clock.pass(10 * minute)
  await refresh()
  expect(await isOn()).toBe(true)
})
