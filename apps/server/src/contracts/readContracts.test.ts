import { patientClock } from '@foyer/service-testing/patientClock'
import { devAccounts, placeMulticall, type StartedChain, startChain } from '@foyer/stack'
import { type Address, encodeFunctionResult, type Hex, multicall3Abi, numberToHex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../chains/chains.js'
import { createChains } from '../chains/createChains.js'
import { type FakeNode, json, startFakeNode } from '../chains/test/fakeNode.js'
import { multicall3, type Read, readContracts } from './readContracts.js'
import { placeContract, returns } from './test/strangeContracts.js'

const { signal } = new AbortController()
let anvil: StartedChain
let node: FakeNode | undefined
beforeAll(async () => {
  anvil = await startChain({ id: 31337 })
})
afterAll(() => anvil?.stop())
afterEach(() => node?.stop())

function chainAt(url: string): Chain {
  const config = {
    id: 'eip155:31337' as const,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: [url],
    tokens: [],
  }
  const { all } = createChains({ chains: [config], timeoutMs: 5_000, clock: patientClock, random: () => 0.5 })
  return all[0] ?? expect.fail()
}

const contract: Address = `0x${'ab'.repeat(20)}`
const nothing: Address = `0x${'cd'.repeat(20)}`
const one: Hex = '0x11111111'
const two: Hex = '0x22222222'
const word = (value: bigint) => numberToHex(value, { size: 32 })
const account = devAccounts[0].address
const tooLittle = encodeFunctionResult({
  abi: multicall3Abi,
  functionName: 'aggregate3',
  result: [{ success: true, returnData: word(7n) }],
})

/** Each kind of reading, again and again, and what each gives. */
const cases: readonly (readonly [Read, Hex | null])[] = [
  [{ kind: 'call', to: contract, data: one }, word(1n)],
  [{ kind: 'balance', account }, word(parseEther('10000'))],
  [{ kind: 'call', to: contract, data: '0x33333333' }, null],
  [{ kind: 'balance', account: nothing }, word(0n)],
  [{ kind: 'call', to: nothing, data: one }, '0x'],
  [{ kind: 'call', to: contract, data: two }, `${word(2n)}${word(3n).slice(2)}`],
]
const many = Array.from({ length: 130 }, () => cases).flat()

describe.each([
  ['where many reads fit into one call', () => placeMulticall({ url: anvil.url })],
  ['where nothing stands at that address', () => placeNothing()],
  [
    'where something else stands at that address',
    () =>
      placeContract({
        url: anvil.url,
        address: multicall3,
        functions: { 'aggregate3((address,bool,bytes)[])': returns.text('other') },
      }),
  ],
  [
    'where something at that address answers too little',
    () =>
      placeContract({
        url: anvil.url,
        address: multicall3,
        functions: { 'aggregate3((address,bool,bytes)[])': { does: 'return', bytes: tooLittle } },
      }),
  ],
])('contracts are read, %s', (_, prepare) => {
  beforeAll(async () => {
    await prepare()
    await placeContract({
      url: anvil.url,
      address: contract,
      functions: { [one]: returns.words(1n), [two]: returns.words(2n, 3n) },
    })
  })

  test('each in its place, hundreds at once', async () => {
    const chain = chainAt(anvil.url)
    const answers = await readContracts({ chain, reads: many.map(([read]) => read), signal })
    expect(answers).toEqual(many.map(([, answer]) => answer))
    expect(await readContracts({ chain, reads: [], signal })).toEqual([])
    for (const [read, answer] of cases) expect(await readContracts({ chain, reads: [read], signal })).toEqual([answer])
  })
})

async function placeNothing(): Promise<void> {
  const params = [multicall3, '0x']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params })
  await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

test.each([-32005, 429])('a rate-limited answer (%i) of a node says nothing of the contracts', async (code) => {
  node = await startFakeNode(json({ body: { jsonrpc: '2.0', id: 0, error: { code, message: 'slow down' } } }))
  const reads: readonly Read[] = [{ kind: 'balance', account }]
  await expect(readContracts({ chain: chainAt(node.url), reads, signal })).rejects.toMatchObject({ code: 'limited' })
})

test.each(['0x1', '0xzz', 7, null, 'text'])('an answer that is no bytes is none: %j', async (result) => {
  node = await startFakeNode(json({ body: { jsonrpc: '2.0', id: 0, result } }))
  const reads: readonly Read[] = [{ kind: 'call', to: contract, data: one }]
  expect(await readContracts({ chain: chainAt(node.url), reads, signal })).toEqual([null])
})

describe.each([
  ['by Multicall3', () => placeMulticall({ url: anvil.url })],
  ['one by one', () => placeNothing()],
])('a contract that answers with 500 kB, %s', (_, prepare) => {
  const greedy: Address = `0x${'ef'.repeat(20)}`
  beforeAll(async () => {
    await prepare()
    await placeContract({ url: anvil.url, address: contract, functions: { [one]: returns.words(1n) } })
    await placeContract({
      url: anvil.url,
      address: greedy,
      functions: { [one]: { does: 'text', length: 500_000 }, [two]: { does: 'text', length: 5_000 } },
    })
  })

  test('gives nothing, and what is read with it is there', async () => {
    const chain = chainAt(anvil.url)
    const honest: Read = { kind: 'call', to: contract, data: one }
    const bad: Read = { kind: 'call', to: greedy, data: one }
    const reads = [honest, bad, { kind: 'balance', account } as const, honest, bad, honest]
    const coins = word(parseEther('10000'))
    expect(await readContracts({ chain, reads, signal })).toEqual([word(1n), null, coins, word(1n), null, word(1n)])
    expect(await readContracts({ chain, reads: [bad], signal })).toEqual([null])
  })

  test('gives as much as whoever asks has room for', async () => {
    const chain = chainAt(anvil.url)
    const long: Read = { kind: 'call', to: greedy, data: two }
    const [withMost, without] = await readContracts({ chain, reads: [{ ...long, most: 8_192 }, long], signal })
    expect(withMost?.length).toBe(2 + 2 * (64 + 5_000))
    expect(without).toBeNull()
  })
})
