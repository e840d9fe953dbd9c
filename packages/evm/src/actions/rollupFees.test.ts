import { defineNetwork } from '@foyer/core/networks'
import { devAccounts, placeRollupOracle, type StartedChain, startChain } from '@foyer/stack'
import { createTestHost } from '@foyer/testing'
import { type Address, createClient, createTestClient, http, parseAbi, serializeTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, readContract, setCode } from 'viem/actions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { evm } from '../evm.js'

// A rollup's own contract says what it takes beside the gas: a stand-in with the interface, as anvil takes nothing of the kind.

let chain: StartedChain
beforeEach(async () => {
  chain = await startChain({ id: 31337 })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await chain.stop()
})

const from = devAccounts[0].address
const to = privateKeyToAccount(generatePrivateKey()).address
const abi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
])
const opStack: Address = '0x420000000000000000000000000000000000000F'

async function estimating() {
  const { id, name, nativeCurrency, url } = chain
  const network = defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
  const actions = await evm().actions(createTestHost({ networks: [network] }))
  const client = createClient({ transport: http(url) })
  const held = await getBalance(client, { address: from })
  const work = { transfer: { to, asset: { type: 'coin' }, amount: held } } as const
  const estimate = async () => (await actions.estimateFee?.({ address: from, network, work })) ?? expect.fail()
  return { client, held, estimate }
}

test.each([
  ['the OP stack’s', opStack],
  ['Scroll’s', '0x5300000000000000000000000000000000000002'],
  ['Morph’s', '0x530000000000000000000000000000000000000f'],
] as const)('all that can be sent leaves what a rollup takes for data, and it is shown: %s', async (_, address) => {
  const { estimate } = await estimating()
  const plain = await estimate()
  await placeRollupOracle({ url: chain.url, address })
  const { client, held, estimate: again } = await estimating()
  const { value, most, maxAmount = 0n } = await again()
  const chargedFor = serializeTransaction({
    chainId: 10,
    nonce: 70_000,
    gas: 21_000n,
    to,
    value: maxAmount,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
  })
  const dataFee = await readContract(client, { address, abi, functionName: 'getL1Fee', args: [chargedFor] })
  const operatorFee =
    address === opStack
      ? await readContract(client, { address, abi, functionName: 'getOperatorFee', args: [21_000n] })
      : 0n
  expect(value - plain.value).toBeGreaterThanOrEqual(dataFee + operatorFee)
  expect(value - plain.value).toBeLessThan((dataFee + operatorFee) * 2n)
  // The main chain's price may double until it is in a block.
  expect(most - plain.most).toBe(2n * (value - plain.value))
  expect(maxAmount + most).toBe(held)
})

test('a chain that is none is asked once', async () => {
  const asked: string[] = []
  const real = fetch
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    asked.push(String(init?.body))
    return real(input, init)
  })
  const { estimate } = await estimating()
  const [first, second] = [await estimate(), await estimate()]
  expect(second).toEqual(first)
  expect(asked.filter((body) => body.includes('0x49948e0e')).length).toBeGreaterThan(0)
  const before = asked.length
  await estimate()
  expect(asked.slice(before).filter((body) => body.includes('0x49948e0e'))).toEqual([])
})

test('a contract that fails there costs its own answer alone', async () => {
  const { estimate } = await estimating()
  await setCode(createTestClient({ mode: 'anvil', transport: http(chain.url) }), {
    address: opStack,
    bytecode: '0x5f5ffd',
  })
  expect(await estimate()).toMatchObject({ maxAmount: expect.any(BigInt) })
})
