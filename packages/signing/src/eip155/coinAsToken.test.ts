import type { WalletNetwork } from '@foyer/core/words'
import { type Address, encodeFunctionData, type Hex, numberToHex, pad, parseAbi, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me, person, reads } from './test/stage.js'

// A network's coin and the token that it is as well: one balance in two forms.

const answers = answerQuietly()
const { stranger, ann } = parties
const celo: WalletNetwork = { ...quiet, chainId: 'eip155:42220', currency: { symbol: 'CELO', decimals: 18 } }
const coinToken: Address = '0x471EcE3750Da237f93B8E339c536989b8978a438'
const arc: WalletNetwork = { ...quiet, chainId: 'eip155:5042', currency: { symbol: 'USDC', decimals: 18 } }
const arcToken: Address = '0x3600000000000000000000000000000000000000'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
])
const ether = 10n ** 18n
const word = (number: bigint): Hex => pad(toHex(number), { size: 32 })
const asCoin = (amount: bigint, to: Address = person) => ({ to, value: numberToHex(amount) })
const asToken = (amount: bigint, of: Address = coinToken, to: Address = person) => ({
  ...{ to: of, data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }) },
})
const approve = (amount: bigint, of: Address = coinToken) => ({
  ...{ to: of, data: encodeFunctionData({ abi, functionName: 'approve', args: [stranger, amount] }) },
})
const several = (network: WalletNetwork, ...calls: readonly object[]) => ({
  ...{ network, method: 'wallet_sendCalls' },
  params: [
    { version: '2.0.0', from: me, chainId: numberToHex(Number(network.chainId.slice(7))), atomicRequired: true, calls },
  ],
})
const holds = (coins: bigint, unit = 1n) => {
  answers.set('eth_getBalance', numberToHex(coins))
  answers.set('0x70a08231', word(coins / unit))
}

describe('[F13] what is sent as coin and as token', () => {
  test('is one sum, and all of it together', async () => {
    holds(10n * ether)
    const asked = several(celo, asCoin(5n * ether), asToken(5n * ether))
    const said = await ask(asked)
    expect(said.facts).toContain('You give: 10 CELO')
    expect(said.warnings.join(' ')).toContain('This is all of your CELO.')
    expect(await headline(asked)).toMatch(/^You give 10 CELO to /)
  })

  test('is no sum where it goes to two, or where it is another token’s', async () => {
    holds(10n * ether)
    const { facts } = await ask(several(celo, asCoin(5n * ether), asToken(5n * ether, coinToken, ann)))
    expect(facts).toEqual(expect.arrayContaining(['You give: 5 CELO', `To: ${ann}`]))
    const elsewhere = await ask(several({ ...celo, chainId: 'eip155:31337' }, asCoin(5n * ether), asToken(5n * ether)))
    expect(elsewhere.facts).not.toContain('You give: 10 CELO')
  })

  test('counts beside what may be taken of the token', async () => {
    holds(10n * ether)
    reads(await ask(several(celo, approve(5n * ether), asCoin(5n * ether))), {
      level: 'deliberate',
      warnings: ['may take this much', 'This is all of your CELO'],
    })
    reads(await ask(several(celo, approve(4n * ether), asCoin(ether))), { level: 'careful' })
  })

  test('is one sum where the token has fewer decimals', async () => {
    const unit = 10n ** 12n
    holds(10n * ether, unit)
    const { facts, warnings } = await ask(several(arc, asCoin(5n * ether), asToken(5_000_000n, arcToken)))
    expect(facts).toContain('You give: 10 USDC')
    expect(warnings.join(' ')).toContain('This is all of your USDC.')
    const taken = await ask(several(arc, approve(5_000_000n, arcToken), asCoin(5n * ether)))
    expect(taken.facts).toContain('May take afterwards: 5 USDC')
    expect(taken.level).toBe('deliberate')
  })
})
