import type { WalletNetwork } from '@foyer/core/words'
import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, headline, me, openStage, person, reads, type Stage } from './test/stage.js'

// What is put into pools and vaults and taken out of them, for the account and for others.

const abi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
  'function deposit(address asset, uint256 amount, address onBehalfOf, uint16 referral)',
  'function repay(address asset, uint256 amount, uint256 rateMode, address onBehalfOf)',
  'function withdraw(address asset, uint256 amount, address to)',
  'function borrow(address asset, uint256 amount, uint256 rateMode, uint16 referral, address onBehalfOf)',
  'function redeem(uint256 shares, address receiver, address owner)',
  'function deposit(uint256 assets, address receiver)',
])

let stage: Stage
let dusd: Address
let known: WalletNetwork
const pool: Address = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
  known = { ...stage.network, contracts: [{ address: pool, name: 'Aave' }] }
})
afterAll(() => stage.chain.stop())

const asked = (data: Hex, to: Address = pool, network = known) => ({
  ...{ network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data }],
})
const five = 5_000_000n
const supply = (to: Address, name: 'supply' | 'deposit' = 'supply') =>
  encodeFunctionData({ abi, functionName: name, args: [dusd, five, to, 0] })
const repay = (to: Address) => encodeFunctionData({ abi, functionName: 'repay', args: [dusd, five, 2n, to] })
const withdraw = (to: Address, amount = five) =>
  encodeFunctionData({ abi, functionName: 'withdraw', args: [dusd, amount, to] })
const borrow = (owner: Address) => encodeFunctionData({ abi, functionName: 'borrow', args: [dusd, five, 2n, 0, owner] })

describe('[F13] for another than the account it is a gift', () => {
  test('at a contract that is known, and at one that isn’t', async () => {
    for (const network of [known, stage.network]) {
      for (const data of [supply(person), supply(person, 'deposit'), repay(person), withdraw(person)]) {
        reads(await ask(asked(data, pool, network)), {
          level: 'deliberate',
          facts: ['You give: 5 DUSD', `To: ${person}`],
          warnings: ['somebody else’s', ...(network === known ? [] : ['its own word'])],
        })
      }
    }
    expect(await headline(asked(supply(person)))).toMatch(/^You give 5 DUSD to 0x70/)
    reads(await ask(asked(withdraw(person, maxUint256))), {
      level: 'deliberate',
      facts: ['You give: All that is deposited of DUSD', `To: ${person}`],
    })
    const batch = {
      ...{ network: known, method: 'wallet_sendCalls' },
      params: [
        {
          from: me,
          atomicRequired: true,
          calls: [
            { to: pool, data: withdraw(me) },
            { to: pool, data: supply(person) },
          ],
        },
      ],
    }
    reads(await ask(batch), {
      level: 'deliberate',
      facts: ['You give: 5 DUSD', `To: ${person}`, 'You take out of a deposit: 5 DUSD'],
    })
  })

  test('of a vault’s shares, whose name is its own word', async () => {
    const redeem = encodeFunctionData({ abi, functionName: 'redeem', args: [five, person, me] })
    reads(await ask(asked(redeem, stage.tokenOf('WETH'), stage.network)), {
      level: 'deliberate',
      facts: ['You give: 0.000000000005 WETH', `To: ${person}`],
      // A token that is listed is no vault by that.
      warnings: ['somebody else’s', 'its own word'],
    })
    // What it keeps it doesn't say.
    const deposit = encodeFunctionData({ abi, functionName: 'deposit', args: [five, person] })
    reads(await ask(asked(deposit)), { level: 'deliberate', warnings: ['can’t be read'] })
  })
})

test('[F13] for the account itself it is plain at a contract that is known, but for what is owed then', async () => {
  for (const data of [supply(me), repay(me)])
    reads(await ask(asked(data)), {
      level: 'plain',
      facts: ['You give: 5 DUSD', `Contract: Aave (${pool})`],
      warnings: [],
    })
  reads(await ask(asked(withdraw(me))), { level: 'plain', facts: ['You get: 5 DUSD'], warnings: [] })
  reads(await ask(asked(borrow(me))), {
    level: 'careful',
    facts: ['You borrow: 5 DUSD'],
    warnings: ['is owed, with interest'],
  })
  reads(await ask(asked(borrow(person))), {
    level: 'deliberate',
    facts: ['You get: 5 DUSD', `Account: ${person}`],
    warnings: ['another account’s name'],
  })
  reads(await ask(asked(supply(me), pool, stage.network)), { level: 'deliberate', warnings: ['isn’t known here'] })
})
