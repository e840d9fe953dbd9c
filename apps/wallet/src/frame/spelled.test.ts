import { delegateAddress, delegationManager } from '@foyer/signing/delegate'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import {
  type Address,
  concat,
  createClient,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  isAddress,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import { logIn, type TestFrame, testFrame } from '../test/testFrame.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'

// A page writes what it asks for in capitals, where the wallet knows it in small letters.

let chain: StartedChain
let host: ChainHost
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
  host = await startChainHost(chain.url)
})
afterAll(async () => {
  await host.stop()
  await chain.stop()
})

const local = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [], chainId: 'eip155:31337', name: 'Local' }
const client = () => createClient({ transport: http(chain.url) })
const node = () => createTestClient({ mode: 'anvil', transport: http(chain.url) })
const fresh = () => privateKeyToAccount(generatePrivateKey()).address

/** A frame whose visitor's account has the wallet's code and 10 ETH. */
async function opened(database?: DeviceDatabase) {
  const frame = await testFrame({
    ...(database && { database }),
    ...{ origin: host.origin, own: globalThis.fetch },
    settings: { chainId: local.chainId, networks: [{ ...local, delegate: delegateAddress }] },
  })
  await logIn(frame)
  const { address } = Object((await frame.ask('GET_USER', { chainId: 31337 })).payload)
  if (!isAddress(address)) throw new Error('There is no address.')
  await node().setBalance({ address, value: parseEther('10') })
  await node().setCode({ address, bytecode: concat(['0xef0100', delegateAddress]) })
  return { ...frame, address }
}

const abi = parseAbi([
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  'function enableDelegation((address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature) delegation)',
])
const delegations = parseAbiParameters(
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)[]',
)

/** Has the manager call the account back, by no delegation, with a transfer of 9 ETH. */
const toThief = (thief: Address): Hex =>
  encodeFunctionData({
    ...{ abi, functionName: 'redeemDelegations' },
    args: [
      [encodeAbiParameters(delegations, [[]])],
      [zeroHash],
      [concat([thief, numberToHex(parseEther('9'), { size: 32 })])],
    ],
  })

const enabling = (delegator: Address): Hex => {
  const delegation = {
    delegate: delegator,
    delegator,
    authority: zeroHash,
    caveats: [],
    salt: 1n,
    signature: '0x',
  } as const
  return encodeFunctionData({ abi, functionName: 'enableDelegation', args: [delegation] })
}

const capital = (hex: Hex): Hex => `0x${hex.slice(2).toUpperCase()}`
const mixed = (hex: Hex): Hex =>
  `0x${[...hex.slice(2)].map((digit, index) => (index % 2 ? digit : digit.toUpperCase())).join('')}`
const spellings = [
  (hex: Hex) => hex,
  capital,
  mixed,
  (hex: Hex): Hex => `0x${capital(hex).slice(2, 10)}${hex.slice(10)}`,
]

/** What a visitor does who approves all that is shown. @returns the answer, or the code of a refusal */
async function approving({ ask, frame }: Pick<TestFrame, 'ask' | 'frame'>, method: string, params: unknown) {
  const asking = ask('RPC_REQUEST', { method, params })
  const stop = frame.state.subscribe(() => {
    for (const { id, hashes } of frame.state.get().approvals) frame.approvals.approve(id, hashes)
  })
  const { ok, payload } = await asking.finally(stop)
  return ok ? payload : Object(payload).code
}

test('[F13] a call by which the manager has the account call itself is refused in whatever case it is written: of 10 ETH none moves', async () => {
  const frame = await opened()
  const { address } = frame
  const thief = fresh()
  const answers: unknown[] = []
  for (const spelled of spellings)
    for (const to of [delegationManager, capital(delegationManager)]) {
      const call = { to, data: spelled(toThief(thief)) }
      const asked = [
        ['eth_sendTransaction', [{ ...call, from: address }]],
        ['eth_sendTransaction', [{ to, input: call.data, from: address }]],
        ['wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls: [call] }]],
        [
          'wallet_sendCalls',
          [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls: [{ to: thief, value: '0x1' }, call] }],
        ],
      ] as const
      for (const [method, params] of asked) answers.push(await approving(frame, method, params))
    }
  await node().mine({ blocks: 1 })
  expect(await getBalance(client(), { address: thief })).toBe(0n)
  expect(await getTransactionCount(client(), { address })).toBe(0)
  expect(new Set(answers)).toEqual(new Set([-32_602]))
})

test('an ended permission is brought back in no spelling', async () => {
  const frame = await opened()
  const { address } = frame
  for (const spelled of spellings) {
    const call = { from: address, to: delegationManager, data: spelled(enabling(address)) }
    expect(await approving(frame, 'eth_sendTransaction', [call])).toBe(-32_602)
  }
})

test('a batch is carried out once, however its id is written, also one that was kept in another spelling', async () => {
  let record: unknown
  const frame = await opened({
    read: async () => record,
    async write(next) {
      record = next
    },
  })
  const calls = [{ to: fresh(), value: '0x1' }]
  const send = (id: string) =>
    approving(frame, 'wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', calls, id }])
  const status = async (id: string) => Object(await approving(frame, 'wallet_getCallsStatus', [id])).id
  expect(await send('0xabcd')).toEqual({ id: '0xabcd' })
  expect(await Promise.all(['0xABCD', '0xaBcD'].map(send))).toEqual([5720, 5720])
  expect(await status('0xABCD')).toBe('0xabcd')
  // What is no hexadecimals is to the letter.
  expect(await send('Order')).toEqual({ id: 'Order' })
  expect(await send('order')).toEqual({ id: 'order' })

  const [kept] = Object(record).batches
  record = { ...Object(record), batches: [{ ...kept, id: '0xFEED' }] }
  expect([await status('0xfeed'), await send('0xFeEd')]).toEqual(['0xfeed', 5720])
})
