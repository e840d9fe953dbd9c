import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abi, ask, headline, me, nobody, now, openStage, person, reads, type Stage } from './test/stage.js'

// The rules that hold for requests that are in no table, of calls: each with some of its kind.

const more = parseAbi([
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
])

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.chain.stop())

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`
const call = (to: string, data: Hex, value = 0n) =>
  ask({
    network: stage.network,
    method: 'eth_sendTransaction',
    params: [{ from: me, to, data, value: quantity(value) }],
  })
const asked = (calls: readonly object[], beside: object = {}) => ({
  network: stage.network,
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', from: me, calls, ...beside }],
})
const batch = (calls: readonly object[], beside: object = {}) => ask(asked(calls, beside))

const approve = (spender: Address, amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] })
const transferFrom = (from: Address, to: Address, amount: bigint) =>
  encodeFunctionData({ abi: more, functionName: 'transferFrom', args: [from, to, amount] })
const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
const dollars = (number: bigint) => number * 1_000_000n

describe('[F13] what a spender may take is the sum of what is set', () => {
  const each = (count: bigint, between: readonly object[] = []) =>
    Array.from({ length: Number(count) }, () => [
      { to: stage.tokenOf('DUSD'), data: approve(stage.market.weth, dollars(10_000n) / count) },
      ...between,
    ]).flat()
  const unlisted = () => ({
    ...stage.network,
    tokens: stage.network.tokens.filter(({ symbol }) => symbol !== 'WETH'),
  })

  test.each([
    ['as one', { atomicRequired: true }],
    ['one after the other', {}],
  ])('of one that takes before it is set anew, where all is carried out %s', async (_, beside) => {
    for (const count of [2n, 10n]) {
      const said = await ask({ ...asked(each(count), beside), network: unlisted() })
      reads(said, { level: 'deliberate', facts: ['May take in all: 10000 DUSD'] })
    }
    const some = await ask({ ...asked(each(10n).slice(0, 3), beside), network: unlisted() })
    reads(some, { level: 'careful', facts: ['May take in all: 3000 DUSD', 'May take afterwards: 1000 DUSD'] })
  })

  test('and its own functions are believed of nothing, whatever they are called', async () => {
    const { weth } = stage.market
    for (const data of [approve(weth, 0n), approve(weth, 1n), transfer(person, 1n)]) {
      const said = await ask({ ...asked(each(10n, [{ to: weth, data }])), network: unlisted() })
      reads(said, { level: 'deliberate', facts: ['May take in all: 10000 DUSD'] })
      expect(said.warnings.join()).toContain('can’t be read')
      expect(said.facts.filter((fact) => /^Step \d+: Call a contract$/.test(fact))).toHaveLength(10)
    }
  })

  test('several strangers may be one: what they may take is added up, and what is given beside it', async () => {
    const dusd = stage.tokenOf('DUSD')
    const other = { to: dusd, data: approve(stage.market.router, dollars(5_000n)) }
    const [half] = each(2n)
    const strange = { ...unlisted(), contracts: [] }
    const both = await ask({ ...asked([half, other].flatMap((call) => call ?? [])), network: strange })
    reads(both, { level: 'deliberate', facts: ['May take afterwards: 5000 DUSD'] })
    expect(both.warnings).toContain('This is all of your DUSD.')
    const sent = { to: dusd, data: transfer(person, dollars(5_000n)) }
    const given = await ask({ ...asked([half, sent].flatMap((call) => call ?? [])), network: strange })
    expect(given.level).toBe('deliberate')
  })
})

test('[F13] an approval of 0 takes something back where the contract knows allowances; else it may be of a thing numbered 0', async () => {
  const { router, weth } = stage.market
  const strange = await call(router, approve(weth, 0n))
  expect(strange.level).not.toBe('plain')
  expect(strange.title).toMatch(/^Allow/)
  reads(await call(stage.tokenOf('DUSD'), approve(weth, 0n)), { level: 'plain', facts: [`Spender: ${weth}`] })
})

test('[F13] an allowance of what the calls before it bring is compared with that', async () => {
  const { weth } = stage.market
  const deposit = { to: weth, value: quantity(parseEther('2')), data: '0xd0e30db0' }
  const allowing = (amount: bigint) => ({ to: weth, data: approve(stage.market.router, amount) })
  const all = await batch([deposit, allowing(parseEther('2'))], { atomicRequired: true })
  expect([all.level, all.warnings.join()]).toEqual(['deliberate', expect.stringContaining('all of your WETH')])
  expect((await batch([deposit, allowing(parseEther('1'))], { atomicRequired: true })).level).toBe('careful')
})

describe('[F13] an allowance counts at its highest', () => {
  test('what is taken back at the end of a batch is said, and what could be taken before', async () => {
    const dusd = stage.tokenOf('DUSD')
    const spender = stage.market.weth // a contract, which isn’t known as a spender
    const strange = { ...stage.network, tokens: stage.network.tokens.filter(({ symbol }) => symbol !== 'WETH') }
    const calls = (amount: bigint, between: readonly object[]) => [
      { to: dusd, data: approve(spender, amount) },
      ...between,
      { to: dusd, data: approve(spender, 0n) },
    ]
    const withdraw = { to: spender, data: encodeFunctionData({ abi, functionName: 'withdraw', args: [1n] }) }
    for (const between of [[withdraw], [{ to: spender, data: '0xdeadbeef' }], []]) {
      for (const atomicRequired of [true, false]) {
        const request = { ...asked(calls(maxUint256, between), { atomicRequired }), network: strange }
        reads(await ask(request), {
          level: 'deliberate',
          facts: ['May take in all: Unlimited', 'May take afterwards: 0 DUSD', `Spender: ${spender}`],
        })
      }
    }
    const some = { ...asked(calls(dollars(40n), [withdraw])), network: strange }
    const said = await ask(some)
    expect(said.warnings.join()).toContain('this much of your DUSD')
    expect(said.facts).toContain('May take in all: 40 DUSD')
    expect(await headline(some)).toContain('may take up to 40 DUSD')
  })

  test('a contract that is known takes no more than it says, where all is known and carried out as one', async () => {
    const { router, weth } = stage.market
    const dusd = stage.tokenOf('DUSD')
    const swap = {
      to: router,
      data: encodeFunctionData({
        ...{ abi, functionName: 'swapExactTokensForTokens' },
        args: [dollars(100n), 24n * 10n ** 15n, [dusd, weth], me, now + 1_200n],
      }),
    }
    const calls = [{ to: dusd, data: approve(router, dollars(150n)) }, swap, { to: dusd, data: approve(router, 0n) }]
    const known = await batch(calls, { atomicRequired: true })
    reads(known, { level: 'plain', facts: ['May take afterwards: 0 DUSD'], warnings: [] })
    expect(known.facts.join()).not.toContain('before that')
    // One after the other, the last may not come.
    reads(await batch(calls), { level: 'careful', facts: ['May take in all: 50 DUSD'] })
    const strange = [...calls.slice(0, 2), { to: person, data: '0x', value: '0x1' }, ...calls.slice(2)]
    reads(await batch(strange, { atomicRequired: true }), {
      level: 'careful',
      facts: ['May take in all: 50 DUSD'],
    })
  })
})

describe('[F13] who owns before and after decides which way a move goes', () => {
  test('of a listed token', async () => {
    const dusd = stage.tokenOf('DUSD')
    const move = (from: Address, to: Address) => ({
      network: stage.network,
      method: 'eth_sendTransaction',
      params: [{ from: me, to: dusd, data: transferFrom(from, to, dollars(25n)) }],
    })
    expect((await ask(move(me, person))).title).toBe('Move DUSD')
    expect(await headline(move(me, person))).toMatch(/^You give 25 DUSD to /)
    const got = await ask(move(person, me))
    expect(got.facts).toContain('You get: 25 DUSD')
    expect(await headline(move(person, me))).toBe('You get 25 DUSD.')
    for (const [request, first] of [
      [move(me, me), /^$/],
      [move(person, nobody), /^0x70…dc79C8 gives 25 DUSD to 0x00…0F0ae2\.$/],
    ] as const) {
      const said = await ask(request)
      expect(said.facts).toContain('Amount: 25 DUSD')
      expect(await headline(request)).toMatch(first)
    }
    expect((await ask(move(me, me))).title).toBe('Move coins within this account')
    expect((await ask(move(person, nobody))).title).toBe('Move DUSD between others')
    for (const [data, value, wanted] of [
      [transfer(me, dollars(25n)), 0n, ''],
      ['0x', 5n, 'Your coins stay yours.'],
    ] as const) {
      const to = data === '0x' ? me : dusd
      const params = [{ from: me, to, data, value: quantity(value) }]
      expect(await headline({ network: stage.network, method: 'eth_sendTransaction', params })).toBe(wanted)
    }
  })

  test('of a collection, where what comes is the collection’s own word', async () => {
    const { editions } = stage.nfts
    const move = (from: Address, to: Address) =>
      encodeFunctionData({ abi: more, functionName: 'safeTransferFrom', args: [from, to, 2n, 3n, '0x'] })
    expect((await call(editions, move(me, person))).facts).toContain('Token 2: × 3')
    expect((await call(editions, move(person, me))).facts.join()).toMatch(
      /You are promised: 3 × .*#2 \(unlisted, 0x\w+…\w+\), by a contract/,
    )
    expect((await call(editions, move(me, me))).title).toBe('Move coins within this account')
    expect((await call(editions, move(person, nobody))).title).toBe('Move tokens between others')
  })
})

describe('[F13] several amounts are summed', () => {
  test('by recipient and token, and in the first sentence by token', async () => {
    const dusd = stage.tokenOf('DUSD')
    const coins = (to: Address, amount: string) => ({ to, value: quantity(parseEther(amount)) })
    const calls = [coins(person, '1'), coins(nobody, '2'), coins(person, '3'), { to: dusd, data: transfer(person, 5n) }]
    reads(await batch(calls), {
      level: 'plain',
      facts: ['You give: 4 ETH', 'You give: 2 ETH', 'You give: 0.000005 DUSD', `To: ${person}`, `To: ${nobody}`],
    })
    expect(await headline(asked(calls))).toMatch(/^You give 4 ETH and 0.000005 DUSD to 0x70….*\. You give 2 ETH to /)
    const many = Array.from({ length: 7 }, (_, index) => coins(`0x${`${index + 1}`.repeat(40)}`, '1.5'))
    expect(await headline(asked(many))).toBe('You give 10.5 ETH to 7 recipients.')
  })

  test('of a collection by recipient: how many, and which', async () => {
    const { nft, editions } = stage.nfts
    const one = (to: Address, id: bigint) => ({ to: nft, data: transferFrom(me, to, id) })
    const some = (to: Address, id: bigint, count: bigint) => ({
      to: editions,
      data: encodeFunctionData({ abi: more, functionName: 'safeTransferFrom', args: [me, to, id, count, '0x'] }),
    })
    const said = await batch([
      one(person, 1n),
      one(person, 2n),
      some(nobody, 1n, 2n),
      some(nobody, 1n, 2n),
      some(nobody, 3n, 1n),
    ])
    expect(said.facts.join('\n')).toMatch(/You give: 2 × .*\(#1, #2\) \(unlisted, 0x.*\)\nTo: 0x7099/)
    expect(said.facts.join('\n')).toMatch(/You give: 5 × .*\(4 × #1, #3\) \(unlisted, 0x.*\)\nTo: 0x0000/)
  })
})
