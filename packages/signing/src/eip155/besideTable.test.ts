import { type Address, encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import { remembering } from '../reads.js'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me } from './test/stage.js'

// Allowances that are lowered, and coins that go with a call which makes nothing of them.

answerQuietly()

const { ann, usd, router, nft } = parties
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function increaseApproval(address spender, uint256 amount)',
  'function decreaseApproval(address spender, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id)',
])
const half = 5n * 10n ** 17n
const call = (to: Address, data: Hex, value = 0n) => ({ to, data, value: toHex(value) })
const data = {
  approve: (amount: bigint) => encodeFunctionData({ abi, functionName: 'approve', args: [router, amount] }),
  lower: (amount: bigint) => encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [router, amount] }),
  former: (functionName: 'increaseApproval' | 'decreaseApproval', amount: bigint) =>
    encodeFunctionData({ abi, functionName, args: [router, amount] }),
  transfer: (amount: bigint) => encodeFunctionData({ abi, functionName: 'transfer', args: [ann, amount] }),
  move: () => encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [me, ann, 7n] }),
}
const one = (each: ReturnType<typeof call>) => ({ method: 'eth_sendTransaction', params: [{ from: me, ...each }] })
const several = (...calls: readonly ReturnType<typeof call>[]) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', chainId: '0x7a69', from: me, atomicRequired: true, calls }],
})
const short = (address: Address) => `${address.slice(0, 4)}…${address.slice(-6)}`

test.each([
  ['some of 7', one(call(usd, data.lower(3_000_000n))), 'plain', 'Router may take up to 4 USD.'],
  [
    'some of 7, as former tokens call it',
    one(call(usd, data.former('decreaseApproval', 3_000_000n))),
    'plain',
    'Router may take up to 4 USD.',
  ],
  [
    'raised by 50, as former tokens call it',
    one(call(usd, data.former('increaseApproval', 50_000_000n))),
    'careful',
    'Router may take up to 57 USD.',
  ],
  ['all of 7', one(call(usd, data.lower(7_000_000n))), 'plain', 'Router may no longer take your USD.'],
  [
    'after it was set in the same batch',
    several(call(usd, data.approve(500_000_000n)), call(usd, data.lower(1_000_000n))),
    'careful',
    'Router may take up to 499 USD',
  ],
])('[F13] an allowance that is changed by some: %s', async (_, request, level, first) => {
  const asked = { network: remembering(quiet), ...request }
  expect([(await ask(asked)).level, await headline(asked)]).toEqual([level, expect.stringContaining(first)])
})

test.each([
  [
    'tokens',
    call(usd, data.transfer(5_000_000n), half),
    `You give 0.5 ETH to ${short(usd)}. You give 5 USD to ${short(ann)}.`,
  ],
  ['an NFT', call(nft, data.move(), half), `You give 0.5 ETH to ${short(nft)}.`],
  ['an allowance', call(usd, data.approve(5_000_000n), half), `You give 0.5 ETH to ${short(usd)}. Router may take`],
])('[F13] coins beside %s go to the contract, and are said with it first', async (_, sent, first) => {
  const asked = { network: remembering(quiet), ...one(sent) }
  expect(await headline(asked)).toContain(first)
  expect(await headline(asked)).not.toContain('Nothing moves now')
  const { level, warnings } = await ask(asked)
  expect([level, warnings.length > 0]).toEqual(['deliberate', true])
})
