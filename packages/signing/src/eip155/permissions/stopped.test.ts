import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { type Address, concat, encodeFunctionData, type Hex, numberToHex, parseAbi, parseEther, zeroHash } from 'viem'
import { call, getBalance, readContract } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { delegationManager } from '../../delegate.js'
import {
  chainAgain,
  clientOf,
  daily,
  expiry,
  fresh,
  granted,
  inADayOn,
  nodeOf,
  redeemingOn,
  sessionKeyOn,
} from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

const redeem = redeemingOn(() => chain.url)
const abi = parseAbi([
  'function owner() view returns (address)',
  'function pause()',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
])

/** The first words of what the visitor reads. */
const said = 'The contract that carries this out is'

test('a permission is used no more often than it may be in one transaction either', async () => {
  const of = walletOf({ chain, delegate, place: 4, callable: ['0x12345678'] })
  const key = await sessionKeyOn(chain.url)
  const target = fresh()
  await nodeOf(chain.url).setCode({ address: target, bytecode: '0x00' })
  const data = { address: target, selectors: ['0x12345678'], callLimit: 1 }
  const rules = [expiry(await inADayOn(chain.url))]
  const { context } = await granted(of, { type: 'contract-call', data }, { to: key.address, rules })
  const execution = concat([target, zeroHash, '0x12345678'])
  const times = (count: number) => {
    const all = <Each>(each: Each) => Array.from({ length: count }, () => each)
    const args = [all(context), all(zeroHash), all(execution)] as const
    const calldata: Hex = encodeFunctionData({ abi, functionName: 'redeemDelegations', args })
    return call(clientOf(chain.url), { account: key.address, to: delegationManager, data: calldata })
  }
  await expect(times(2)).rejects.toThrow()
  await times(1)
})

test('[F13] while the manager’s maker has paused it no permission is used, which is said before another is granted, and the account’s own batches go on', async () => {
  const of = walletOf({ chain, delegate, place: 5 })
  const key = await sessionKeyOn(chain.url)
  const [client, node] = [clientOf(chain.url), nodeOf(chain.url)]
  const asked = { to: key.address, rules: [expiry(await inADayOn(chain.url))] }
  const { context, words } = await granted(of, daily(10n), asked)
  expect(words.warnings.join()).not.toContain(said)
  const payee = fresh()
  await redeem({ by: key, context, to: payee, value: 1n })

  const maker = await readContract(client, { address: delegationManager, abi, functionName: 'owner' })
  await node.impersonateAccount({ address: maker })
  await node.setBalance({ address: maker, value: parseEther('1') })
  await node.sendUnsignedTransaction({
    from: maker,
    to: delegationManager,
    data: encodeFunctionData({ abi, functionName: 'pause' }),
  })
  await node.mine({ blocks: 1 })
  await expect(redeem({ by: key, context, to: payee, value: 1n })).rejects.toThrow()
  expect((await granted(of, daily(9n), asked)).words.warnings.join()).toContain(said)

  const calls = [1n, 2n].map((value) => ({ to: payee, value: numberToHex(value) }))
  const batch = { version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls }
  await (await of.asked('wallet_sendCalls', [{ ...batch, from: of.address }])).perform()
  await node.mine({ blocks: 1 })
  expect(await getBalance(client, { address: payee })).toBe(4n)
})
