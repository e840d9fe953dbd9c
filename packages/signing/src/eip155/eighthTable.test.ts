import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi, toHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { executed, safe } from './test/safeCalls.js'
import { ask, fieldsOf, headline, me, now, person, reads } from './test/stage.js'

// What is taken as far as it may be, what goes to others for what is given, and who is called.

const answers = answerQuietly()

const { ann, usd, weth, router, stranger, vault } = parties
const bridge: Address = '0x0000000000000000000000000000000000B41D6E'
const abi: Abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function deposit(uint256 assets, address receiver)',
  'function mint(uint256 shares, address receiver)',
  'function removeLiquidity(address a, address b, uint256 liquidity, uint256 leastA, uint256 leastB, address to, uint256 deadline)',
  'function transfer(address to, uint256 amount)',
  'function renounceOwnership()',
  'function transferOwnership(address to)',
  'function changeAdmin(address to)',
])
const contracts = [...(quiet.contracts ?? []), { address: vault, name: 'Vault' }, { address: bridge, name: 'Bridge' }]
const network = { ...quiet, contracts }
const call = (functionName: string, ...args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
const asked = (to: Address, data: Hex, value = 0n) => ({
  ...{ network, method: 'eth_sendTransaction' },
  params: [{ from: me, to, data, value: toHex(value) }],
})
const batch = (...calls: readonly object[]) => ({
  ...{ network, method: 'wallet_sendCalls' },
  params: [{ version: '2.0.0', from: me, chainId: '0x7a69', atomicRequired: true, calls }],
})
const ether = 10n ** 18n
const allows = (amount: bigint) => ({ to: usd, data: call('approve', vault, amount) })
const mints = (to: Address = me) => ({ to: vault, data: call('mint', 95n * ether, to) })
const shares = '95 SHARE (unlisted, 0x00…AbC00D)'

test('[F13] what a known contract takes as far as it may is no more than is allowed by then', async () => {
  const bought = batch(allows(105_000_000n), mints())
  expect(await headline(bought)).toBe(`You give up to 105 USD and get ${shares} from Vault.`)
  const { facts, warnings, level } = await ask(bought)
  expect([level, facts.filter((each) => /^(You give|May take)/.test(each)), warnings]).toEqual([
    'careful',
    ['You give at most: 105 USD', 'May take afterwards: What of 105 USD isn’t given by then'],
    ['The spender may take this much of your USD, without asking you.'],
  ])
  // Taken back at the end, nothing is left; allowed twice, the later counts; of all that there is no more is taken.
  const closed = batch(allows(105_000_000n), mints(), allows(0n))
  expect(await headline(closed)).toBe(`You give up to 105 USD and get ${shares} from Vault.`)
  reads(await ask(closed), { level: 'plain', facts: ['May take afterwards: 0 USD'], warnings: [] })
  expect(await headline(batch(allows(500_000_000n), allows(20_000_000n), mints()))).toContain('You give up to 20 USD')
  const all = await ask(batch(allows(2n ** 256n - 1n), mints()))
  reads(all, { level: 'deliberate', facts: ['You give at most: 1000 USD'] })
})

test('[F13] by itself it takes no more than is allowed already, and where that isn’t known nobody knows how much', async () => {
  const { to, data } = mints()
  expect(await headline(asked(to, data))).toBe(`You give up to 7 USD and get ${shares} from Vault.`)
  reads(await ask(asked(to, data)), { level: 'plain', warnings: [] })
  const allowance = '0xdd62ed3e'
  answers.set(allowance, `0x${'0'.repeat(64)}`)
  expect(await headline(asked(to, data))).toContain('You give an unknown amount of USD')
  expect(await headline(batch({ to: ann, value: '0x1' }, mints()))).toContain('You give an unknown amount of USD')
  answers.set(allowance, '0x')
  reads(await ask(asked(to, data)), { level: 'careful', warnings: ['isn’t in its data'] })
})

test('[F13] what is bought for another is said to be the other’s, beside what is given for it', async () => {
  const ofShares = batch(allows(105_000_000n), mints(person))
  expect(await headline(ofShares)).toBe(`You give up to 105 USD, and 0x70…dc79C8 gets ${shares}.`)
  reads(await ask(ofShares), { level: 'deliberate' })
  const deposited = batch(allows(100_000_000n), { to: vault, data: call('deposit', 100_000_000n, person) })
  expect(await headline(deposited)).toBe(
    'You give 100 USD, and 0x70…dc79C8 gets an unknown amount of SHARE (unlisted, 0x00…AbC00D).',
  )
  const removed = call('removeLiquidity', usd, weth, 10n * ether, 0n, 0n, person, now + 60n)
  expect(await headline(asked(router, removed))).toBe(
    'You give 10 shares in the pool, and 0x70…dc79C8 gets what comes for it.',
  )
})

test('[F13] a contract that is known is named, whatever its call does', async () => {
  expect(await headline(asked(bridge, '0x12345678'))).toBe(
    'You call Bridge, and give nothing that we can see. The rest could not be checked.',
  )
  expect(await headline(asked(stranger, '0x12345678'))).toMatch(/^You give nothing that we can see, to a contract/)
  const bySafe = (to: Address) => headline(asked(safe, executed({ to, data: '0x12345678' })))
  expect(await bySafe(bridge)).toBe('The Safe calls Bridge. The rest could not be checked.')
  expect(await bySafe(stranger)).toBe('The Safe calls a contract that we could not check.')
})

test.each([['renounceOwnership'], ['transferOwnership', zeroAddress], ['changeAdmin', zeroAddress]] as const)(
  '[F13] %s: what goes to nobody is given up',
  async (name, ...to) => {
    const given = asked(stranger, call(name, ...to))
    expect(await headline(given)).toBe('You give 0x00…abc008 up: nobody owns it any more.')
    reads(await ask(given), {
      ...{ level: 'deliberate', facts: ['Goes to: Nobody, for good'], warnings: ['nobody may any more'] },
    })
  },
)

test('[F13] a domain that has its chain in its salt holds there alone', async () => {
  const signed = (salt: bigint) =>
    ask({
      ...{ network, method: 'eth_signTypedData_v4' },
      params: [
        me,
        {
          types: {
            EIP712Domain: fieldsOf('name string, verifyingContract address, salt bytes32'),
            MetaTransaction: fieldsOf('nonce uint256, from address, functionSignature bytes'),
          },
          primaryType: 'MetaTransaction',
          domain: { name: 'Dollar', verifyingContract: usd, salt: toHex(salt, { size: 32 }) },
          message: { nonce: '0', from: me, functionSignature: call('transfer', person, 9_000_000n) },
        },
      ],
    })
  reads(await signed(31337n), { level: 'deliberate', warnings: ['may carry it out'] })
  reads(await signed(1n), { level: 'deliberate', warnings: ['names no chain', 'may carry it out'] })
})
