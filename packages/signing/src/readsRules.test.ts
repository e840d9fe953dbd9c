import type { WalletNetwork } from '@foyer/core/words'
import { expect, test } from 'vitest'
import { isSpent, readOnce, remembering, unreadOf } from './reads.js'

// What a node is asked for one description: how often and how much, rule by rule.

const network: WalletNetwork = {
  ...{ chainId: 'eip155:1', name: 'Ethereum', rpcUrl: 'https://n.example', tokens: [] },
  currency: { symbol: 'ETH', decimals: 18 },
}
const asking = () => {
  let count = 0
  const ask = async () => {
    count += 1
    return count
  }
  return { ask, asked: () => count }
}

test('[F18] each question is asked once where its answer is remembered, and each time where it isn’t', async () => {
  const { ask, asked } = asking()
  const on = remembering(network)
  expect([
    await readOnce(on, ['a', 1], ask),
    await readOnce(on, ['a', 1], ask),
    await readOnce(on, ['a', 2], ask),
  ]).toEqual([1, 1, 2])
  expect([await readOnce(network, ['a', 1], ask), await readOnce(network, ['a', 1], ask)]).toEqual([3, 4])
  expect(asked()).toBe(4)
  expect(remembering(on).reads).toBe(on.reads)
  expect(remembering(network).reads).not.toBe(on.reads)
})

test('[F18] what fails isn’t known, whether it is remembered or not', async () => {
  const fail = () => Promise.reject(new Error('no'))
  const on = remembering(network)
  expect([await readOnce(on, ['a'], fail), await readOnce(network, ['a'], fail)]).toEqual([undefined, undefined])
  expect([unreadOf(on), unreadOf(network), unreadOf(remembering(network))]).toEqual(['lost', undefined, undefined])
})

test('[F18] two hundred questions are asked for one description, and no more', async () => {
  const { ask, asked } = asking()
  const on = remembering(network)
  for (let index = 0; index < 199; index += 1) await readOnce(on, [index], ask)
  expect([isSpent(on), asked()]).toEqual([false, 199])
  expect(await readOnce(on, ['last'], ask)).toBe(200)
  expect(isSpent(on)).toBe(true)
  expect(await readOnce(on, ['more'], ask)).toBeUndefined()
  expect(await readOnce(on, ['last'], ask)).toBe(200)
  expect([asked(), isSpent(network)]).toEqual([200, false])
})
