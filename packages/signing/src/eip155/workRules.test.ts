import { lowerHex } from '@foyer/core/chain'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { delegationManager } from '../delegate.js'
import { remembering } from '../reads.js'
import { forbiddenCall } from './forbiddenCall.js'
import { quiet } from './test/quiet.js'
import { ask, me } from './test/stage.js'

// The work that a call makes is bounded by its bytes, however they point at each other and stand in each other.

const abi = parseAbi([
  'function multicall(bytes[])',
  'function approve(address,uint256)',
  'function redeemDelegations(bytes[],bytes32[],bytes[])',
])
const to = '0x2222222222222222222222222222222222222222'
const approve = encodeFunctionData({ abi, functionName: 'approve', args: [to, 5n] })
const sent = (data: Hex) =>
  ask({ network: remembering(quiet), method: 'eth_sendTransaction', params: [{ from: me, to, data }] })
const written = (words: readonly number[]) => words.map((each) => each.toString(16).padStart(64, '0')).join('')

async function inTime<T>(work: () => T | Promise<T>): Promise<T> {
  // Of the processor: what waits for a node isn't meant.
  const from = process.cpuUsage()
  const done = await work()
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(2_500)
  return done
}

/** As many pointers to one place as take half of the largest call, and the place the other half. */
const pointers = `${written([2_000, ...Array(2_000).fill(64_000), 60_000])}${'ff'.repeat(60_000)}`

test('a call that points a thousand times at one place is read as no function, at once', async () => {
  const { level, warnings } = await inTime(() => sent(`0xac9650d8${written([32])}${pointers}`))
  expect([level, warnings.join(' ')]).toEqual(['deliberate', expect.stringMatching(/can’t be read from its data/)])
})

test('and so is one that redeems permissions, which isn’t carried out', async () => {
  const redeeming = lowerHex(`0xcef6d209${written([96, 64, 64])}${pointers}`)
  expect(await inTime(() => forbiddenCall({ to: delegationManager, data: redeeming }, me))).toMatch(/doesn’t send data/)
})

test('calls in calls in calls are read until eight times the largest request was, and the rest is said to be unread', async () => {
  let data = approve
  for (
    let next = data;
    next.length < 250_000;
    next = encodeFunctionData({ abi, functionName: 'multicall', args: [[data]] })
  )
    data = next
  const { level, shown } = await inTime(() => sent(data))
  expect(level).toBe('deliberate')
  expect(shown.warnings.join(' ')).not.toBe('')
})
