import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { numberToHex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { levelOf } from '../../level.js'
import { walletOf } from './test/walletOf.js'

let chain: StartedChain
let delegate: `0x${string}`
beforeAll(async () => {
  chain = await startChain({ id: 31_337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())

test('[F13] several permissions of one request are added up by token, whoever they are for', async () => {
  const wallet = walletOf({ chain, delegate, place: 3 })
  const timestamp = Math.floor(Date.now() / 1_000) + 86_400
  const rules = [{ type: 'expiry', data: { timestamp } }]
  const one = (amount: bigint) => ({
    ...{ chainId: '0x7a69', to: privateKeyToAccount(generatePrivateKey()).address, rules },
    permission: { type: 'native-token-allowance', data: { allowanceAmount: numberToHex(amount) } },
  })
  const ask = (count: number) =>
    wallet.asked(
      'wallet_requestExecutionPermissions',
      Array.from({ length: count }, () => one(parseEther('1998'))),
    )
  const [some, all] = [await ask(2), await ask(5)]
  expect(levelOf(some.shown)).toBe('careful')
  expect(some.words.facts[0]).toMatchObject({ label: 'In all, at most', value: '3996 ETH' })
  expect(levelOf(all.shown)).toBe('deliberate')
  expect(all.words.facts[0]).toMatchObject({ label: 'In all, at most', value: '9990 ETH' })
  expect(all.words.warnings.join()).toContain('ETH')
})
