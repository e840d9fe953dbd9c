import { type Address, encodeFunctionData, type Hex, pad, parseAbi, toHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me, now, person, reads } from './test/stage.js'

// Pieces of a collection that are approved one by one, and allowances that are kept apart from each other.

const answers = answerQuietly()
const { nft, stranger, router, usd } = parties
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 id)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown((address token, address spender)[] approvals)',
])
const word = (number: bigint): Hex => pad(toHex(number), { size: 32 })
const approve = (id: bigint, spender: Address = stranger, to: Address = nft) => ({
  ...{ to, data: encodeFunctionData({ abi, functionName: 'approve', args: [spender, id] }) },
})
const send = (id: bigint) => ({
  ...{ to: nft, data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [me, person, id] }) },
})
const through = (amount: bigint, spender: Address = stranger) => ({
  to: permit2,
  data: encodeFunctionData({
    ...{ abi: permit2Abi, functionName: 'approve' },
    args: [usd, spender, amount, Number(now) + 60],
  }),
})
const lockdown = (spender: Address = stranger) => ({
  ...{
    to: permit2,
    data: encodeFunctionData({ abi: permit2Abi, functionName: 'lockdown', args: [[{ token: usd, spender }]] }),
  },
})
const permitOf = (owner: Address, amount: bigint) => ({
  to: usd,
  data: encodeFunctionData({
    ...{ abi, functionName: 'permit' },
    args: [owner, stranger, amount, now + 60n, 27, word(1n), word(1n)],
  }),
})
const several = (...calls: readonly { readonly to: Address; readonly data: Hex }[]) => ({
  ...{ network: quiet, method: 'wallet_sendCalls' },
  params: [{ version: '2.0.0', from: me, chainId: '0x7a69', atomicRequired: true, calls }],
})

describe('[F27] pieces of a collection', () => {
  const held = (count: bigint) => answers.set('0x70a08231', word(count))

  test('that are approved one by one are added up, and are all of it where nothing else is there', async () => {
    held(2n)
    const said = await ask(several(approve(1n), approve(2n)))
    reads(said, {
      level: 'deliberate',
      facts: [expect.stringMatching(/^May take afterwards: 2 × PIC \(#1, #2\)/)],
      warnings: ['may take this one', 'This is all of your PIC'],
    })
    expect(await headline(several(approve(1n), approve(2n)))).toMatch(/abc008 may take 2 × PIC \(#1, #2\)/i)
  })

  test('of many more take no step of their own', async () => {
    held(10n)
    reads(await ask(several(approve(1n), approve(2n))), { level: 'careful', warnings: ['may take this one'] })
  })

  test('count with those that are sent, and with those that go to several spenders', async () => {
    held(2n)
    expect((await ask(several(approve(1n), send(2n)))).level).toBe('deliberate')
    expect((await ask(several(approve(1n), approve(2n, usd)))).level).toBe('careful')
    expect((await ask(several(approve(1n), approve(2n, permit2)))).level).toBe('deliberate')
  })

  test('have one spender at a time, and none once they are sent', async () => {
    held(2n)
    const { facts } = await ask(several(approve(1n, router), approve(1n), send(1n)))
    expect(facts.filter((each) => each.startsWith('May take afterwards'))).toEqual([])
    const ended = await ask(several(approve(1n, router), approve(1n, zeroAddress)))
    expect(ended.facts.join(' | ')).toContain('Take back an allowance of PIC')
    expect(ended.facts.filter((each) => each.startsWith('May take afterwards'))).toEqual([])
  })

  test('are at stake meanwhile where a stranger is called in between', async () => {
    held(1n)
    const { facts, level } = await ask(several(approve(1n), approve(1n, zeroAddress)))
    expect(level).toBe('careful')
    expect(facts).toContainEqual(expect.stringMatching(/^May take in all: PIC #1/))
  })
})

describe('[F27] allowances apart', () => {
  test('what Permit2 is told to take back is taken back of its own allowances alone', async () => {
    const back = await ask(several(through(5_000_000n), lockdown()))
    expect(back.facts).toContain('May take afterwards: 0 USD')
    expect(back.facts).toContain('May take in all: 5 USD')
    const stays = await ask(several(approve(5_000_000n, stranger, usd), lockdown()))
    expect(stays.facts).toContain('May take afterwards: 5 USD')
    const other = await ask(several(through(5_000_000n, router), approve(0n, router, usd)))
    expect(other.facts).toContain('May take afterwards: 5 USD')
  })

  test('what another’s signature allows is said beside, and isn’t added to the account’s own', async () => {
    const said = await ask(several(permitOf(person, 600_000_000n), approve(500_000_000n, stranger, usd)))
    expect(said.facts).toContain('May take afterwards: 600 USD')
    expect(said.facts).toContain('May take afterwards: 500 USD')
    expect(said.facts).toContain(`Account: ${person}`)
    expect(said.warnings.join(' ')).not.toContain('all of your USD')
  })

  test('what one’s own signature allows is added up', async () => {
    const own = await ask(several(permitOf(me, 500_000_000n), approve(500_000_000n, permit2, usd)))
    expect(own.level).toBe('deliberate')
  })
})
