import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me, person, reads } from './test/stage.js'

// What is taken back, what is given through a known contract, and who votes.

answerQuietly()

const { usd, weth, stranger, vault } = parties
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const abi: Abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function deposit(uint256 assets, address receiver)',
  'function withdraw(uint256 amount)',
  'function delegate(address to)',
  'function lockdown((address token, address spender)[] approvals)',
])
const network = { ...quiet, contracts: [...(quiet.contracts ?? []), { address: vault, name: 'Vault' }] }
const call = (functionName: string, ...args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
const asked = (to: string, data: Hex) => ({
  ...{ network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data }],
})
const batch = (...calls: readonly object[]) => ({
  ...{ network, method: 'wallet_sendCalls' },
  params: [{ version: '2.0.0', from: me, chainId: '0x7a69', atomicRequired: true, calls }],
})

test('[F13] allowances that are taken back in a batch are said', async () => {
  const back = batch(
    { to: usd, data: call('approve', stranger, 0n) },
    { to: weth, data: call('approve', stranger, 0n) },
  )
  expect(await headline(back)).toBe('0x00…abc008 may no longer take your USD and WETH.')
})

test('[F13] what Permit2 takes back is each token’s, and its own allowance alone', async () => {
  const pairs = [usd, weth].map((token) => ({ token, spender: stranger }))
  const back = asked(permit2, call('lockdown', pairs))
  expect(await headline(back)).toBe('0x00…abc008 by Permit2 may no longer take your USD and WETH.')
  reads(await ask(back), { level: 'plain', facts: ['Token: USD', 'Token: WETH'], warnings: [] })
})

test('[F13] a gift through a known contract uses up what it may take, and what the other gets is said', async () => {
  const data = call('deposit', 100_000_000n, person)
  const gift = batch({ to: usd, data: call('approve', vault, 100_000_000n) }, { to: vault, data })
  expect(await headline(gift)).not.toContain('may take')
  const { facts, level } = await ask(gift)
  expect([level, facts.join()]).toEqual(['deliberate', expect.stringContaining('May take afterwards: 0 USD')])
  const alone = await ask(asked(vault, data))
  expect(alone.facts.join()).toMatch(/Others get at least: .*Goes to: 0x7099/)
})

test('[F13] who votes is said, and another who does is warned of', async () => {
  const voting = asked(usd, call('delegate', person))
  expect(await headline(voting)).toBe('0x70…dc79C8 votes with your USD.')
  reads(await ask(voting), { level: 'careful', warnings: ['votes with what'] })
  reads(await ask(asked(usd, call('delegate', me))), { level: 'plain', warnings: [] })
})

test('[F13] allowances of several spenders that are taken back are said of each, and of many by their number', async () => {
  const back = (...pairs: readonly (readonly [Address, Address])[]) =>
    headline(
      asked(
        permit2,
        call(
          'lockdown',
          pairs.map(([token, spender]) => ({ token, spender })),
        ),
      ),
    )
  expect(await back([usd, stranger], [weth, vault], [weth, stranger])).toBe(
    '0x00…abc008 by Permit2 may no longer take your USD and WETH. Vault by Permit2 may no longer take your WETH.',
  )
  const many = [1, 2, 3, 4, 5].map((digit): readonly [Address, Address] => [usd, `0x${`${digit}`.repeat(40)}`])
  expect(await back(...many.slice(1))).toMatch(/^(0x\S+ by Permit2 may no longer take your USD\. ?){4}$/)
  expect(await back(...many)).toBe('5 allowances are taken back.')
  const approvals = many.map(([to, spender]) => ({ to, data: call('approve', spender, 0n) }))
  expect(await headline(batch(...approvals))).toBe('5 allowances are taken back.')
})
