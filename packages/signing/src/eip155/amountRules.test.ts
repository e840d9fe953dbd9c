import type { Words } from '@foyer/core/words'
import { type Address, encodeFunctionData as call, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { isNextToNothing } from '../contracts/nextToNothing.js'
import {
  amountOf,
  coinOf,
  isContractAt,
  isUnlimited,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from '../contracts/tokens.js'
import { sayRequestInEnglish } from '../sentences.js'
import { type Allowed, isAllOf, isMostOf, judgeAllowed, nearlyWarnings, readAllowing } from './allowance.js'
import { RouterLedger } from './routerLedger.js'
import { givenAway, untilFacts } from './swapCalls.js'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { saidOfCall } from './test/saidOfSigned.js'
import { me, now } from './test/stage.js'

// How amounts are judged: as nothing, as all, and as more than there can be. Each rule where it holds and where it stops.

answerQuietly()

const inEnglish = (value: string | Words): string =>
  typeof value === 'string'
    ? value
    : sayRequestInEnglish(
        value.name,
        Object.fromEntries(Object.entries(value.values).map(([place, each]) => [place, inEnglish(each)])),
      )

const { ann, usd, weth, router, stranger, mute, nft, plain } = parties
const token = (more: Partial<ReadToken> = {}): ReadToken => ({
  ...{ address: usd, symbol: 'USD', decimals: 6, isListed: true, isNamesake: false, isNft: false },
  ...more,
})

test.each([
  ['nothing', 0n, { decimals: 0 }, true],
  ['a thing that can’t be cut', 1n, { decimals: 0 }, false],
  ['a hundred pieces of many', 100n, { decimals: 6 }, true],
  ['more', 101n, { decimals: 6 }, false],
  ['a hundred pieces of few', 100n, { decimals: 5 }, false],
  ['less than a billionth', 10n ** 9n - 1n, { decimals: 18 }, true],
  ['a billionth', 10n ** 9n, { decimals: 18 }, false],
  ['less than a billionth of what doesn’t say its decimals', 10n ** 9n - 1n, { decimals: undefined }, true],
  ['a hundred pieces of what says that they can’t be cut', 100n, { decimals: 0, isListed: false }, true],
  ['less than a billionth by an unlisted token’s own word', 10n ** 9n - 1n, { decimals: 18, isListed: false }, true],
] as const)('[F13] next to nothing is %s: or isn’t', (_, amount, more, isNothing) => {
  expect(isNextToNothing({ token: token(more), amount })).toBe(isNothing)
})

describe('[F13] what may be taken is', () => {
  test.each([
    ['all of it, from as much as there is', 100n, 100n, [true, true]],
    ['nearly all of it', 95n, 100n, [false, true]],
    ['some of it', 94n, 100n, [false, false]],
    ['some, where there is nothing', 94n, 0n, [false, false]],
    ['all, where there is nothing, from more than nearly any supply', 2n ** 95n, 0n, [true, true]],
    ['all, where nothing is known, from that', 2n ** 95n, undefined, [true, true]],
    ['some below that', 2n ** 95n - 1n, undefined, [false, false]],
    ['all without a limit, whatever there is', 2n ** 159n, 2n ** 200n, [true, true]],
  ] as const)('%s', (_, amount, balance, judged) => {
    expect([isAllOf(amount, balance), isMostOf(amount, balance)]).toEqual(judged)
    expect(nearlyWarnings(amount, balance, token()).length).toBe(judged[1] && !judged[0] ? 1 : 0)
  })

  test('without a limit from half of what 160 bits hold, and at the largest of 96 and 128', () => {
    const all = [2n ** 159n, 2n ** 159n - 1n, 2n ** 96n - 1n, 2n ** 96n, 2n ** 128n - 1n, 2n ** 128n]
    expect(all.map(isUnlimited)).toEqual([true, false, true, false, true, false])
  })

  const names = (more: Partial<Allowed>) => {
    const looked = { before: 0n, balance: 100n, isContract: true, ...more.looked }
    const { warnings, isDeliberate } = judgeAllowed(
      { token: token(), spender: router, amount: 5n, ...more, looked },
      quiet,
    )
    return [...warnings.map(({ name }) => name.replace('request.warn.', '')), ...(isDeliberate ? ['!'] : [])].join(' ')
  }
  const looked = (more: Partial<Allowed['looked']>) => ({ before: 0n, balance: 100n, isContract: true, ...more })
  test.each([
    ['some of it', {}, 'spenderSome'],
    ['nearly all of it', { amount: 95n }, 'spenderSome nearlyAll !'],
    ['all of it', { amount: 100n }, 'spenderAll !'],
    ['for somebody’s own account', { looked: looked({ isContract: false }) }, 'spenderSome spenderPerson !'],
    [
      'for who couldn’t be looked up',
      { spender: stranger, looked: looked({ isContract: undefined }) },
      'spenderSome spenderUnchecked',
    ],
    ['for who couldn’t be looked up, and is known', { looked: looked({ isContract: undefined }) }, 'spenderSome'],
    [
      'of what calls itself as another does',
      { token: token({ isListed: false, isNamesake: true, namesakeOf: 'USD' }) },
      'spenderSome namesake',
    ],
  ] as const)('judged as it is: %s', (_, more, said) => expect(names(more)).toBe(said))

  test('said beside what may be taken now, and what comes to it', async () => {
    const told = async (kind: 'set' | 'added' | 'permit2', amount: bigint, of: typeof quiet = quiet) => {
      const { facts, after, atStake } = await readAllowing({
        network: of,
        token: token(),
        owner: me,
        spender: router,
        amount,
        kind,
      })
      const labels = facts.map(
        ({ label, value }) => `${label.name.replace('request.', '')} ${typeof value === 'string' ? value : value.name}`,
      )
      return [...labels.filter((each) => !/^(spender|contract)/.test(each)), `${after}`, `${atStake}`].join(', ')
    }
    expect(await told('set', 5_000_000n)).toBe(
      'amount 5 USD, allowedBefore 7 USD, allowedAfter 5 USD, 5000000, undefined',
    )
    expect(await told('added', 5_000_000n)).toBe(
      'adds 5 USD, allowedBefore 7 USD, allowedAfter 12 USD, 12000000, undefined',
    )
    expect(await told('permit2', 5_000_000n)).toBe('amount 5 USD, 5000000, undefined')
    expect(await told('added', 993_000_000n)).toBe(
      'adds 993 USD, allowedBefore 7 USD, allowedAfter 1000 USD, atStake 1000 USD, 1000000000, 1000000000',
    )
    expect(await told('set', 960_000_000n)).toBe(
      'amount 960 USD, allowedBefore 7 USD, allowedAfter 960 USD, atStake 1000 USD, 960000000, undefined',
    )
    const answers = new Map(Array.from({ length: 200 }, (_, index) => [`${index}`, Promise.resolve(undefined)]))
    const spent = { ...quiet, reads: { answers, unread: new Map() } }
    expect(await told('added', 5_000_000n, spent)).toBe('adds 5 USD, undefined, undefined')
    expect(await told('added', 2n ** 200n, spent)).toBe('adds request.unlimited, undefined, undefined')
  })
})

describe('[F14] a token is called', () => {
  test('as the list has it, else as it says, else by its address', async () => {
    expect(await readToken(quiet, `0x${usd.slice(2).toLowerCase()}`)).toMatchObject({
      symbol: 'USD',
      isListed: true,
    })
    expect(await readToken(quiet, parties.fake)).toMatchObject({
      symbol: 'WETH',
      decimals: 18,
      isListed: false,
      isNamesake: true,
      isNft: false,
    })
    expect(await readToken(quiet, mute)).toMatchObject({
      symbol: undefined,
      decimals: undefined,
      isNamesake: false,
      isNft: false,
    })
    expect(await readToken(quiet, nft)).toMatchObject({ symbol: 'PIC', decimals: undefined, isNft: true })
    expect(await readToken(quiet, plain)).toMatchObject({ symbol: undefined, isNft: true })
  })

  test('with what is to be known of it: the coin has no contract', () => {
    const values = (of: ReadToken) => tokenFacts(of).map(({ value }) => inEnglish(value))
    expect(values(coinOf(quiet))).toEqual([])
    expect(values(token())).toEqual([usd])
    expect(values(token({ isListed: false }))).toEqual([`USD (unlisted, 0x00…${usd.slice(-6)})`, usd])
    expect(values(token({ isListed: false, symbol: undefined }))).toEqual([
      `tokens (unlisted, 0x00…${usd.slice(-6)})`,
      usd,
    ])
    const warned = (more: Partial<ReadToken>) => tokenWarnings(token(more)).map(({ name }) => name)
    expect([
      warned({}),
      warned({ decimals: undefined }),
      warned({ decimals: undefined, isNft: true }),
      warned({ isListed: false, isNamesake: true, namesakeOf: 'USD' }),
    ]).toEqual([...[[], ['request.warn.unreadToken'], [], ['request.warn.namesake']]])
  })

  test('and its amounts by its decimals; only what is listed has a price', () => {
    expect(amountOf(5n, token({ decimals: 0 }))).toMatchObject({
      value: '5 USD',
      priced: { contract: usd, amount: 5n, decimals: 0 },
    })
    expect(amountOf(5n, { ...coinOf(quiet), decimals: 0 })).toMatchObject({
      value: '5 ETH',
      priced: { contract: undefined },
    })
    const nameless = amountOf(5n, token({ isListed: false, symbol: undefined, decimals: 0 }))
    expect(inEnglish(nameless.value)).toBe(`5 tokens (unlisted, 0x00…${usd.slice(-6)})`)
    expect(nameless).not.toHaveProperty('priced')
    expect(amountOf(5n, token({ isNft: true, symbol: undefined }))).toMatchObject({ value: '#5' })
    expect(amountOf(5n, token({ decimals: undefined }))).toMatchObject({ value: { values: { amount: '5' } } })
    expect(coinOf(quiet)).toMatchObject({ isListed: true, isNamesake: false, isNft: false, isCoin: true })
  })

  test('an account of somebody’s own is no contract, though it has handed itself to one', async () => {
    expect([await isContractAt(quiet, ann), await isContractAt(quiet, router)]).toEqual([false, true])
  })
})

describe('[F13] an exchange of pairs', () => {
  const pairs = parseAbi([
    'function swapExactTokensForTokens(uint256 give, uint256 get, address[] path, address to, uint256 deadline)',
    'function swapTokensForExactTokens(uint256 get, uint256 give, address[] path, address to, uint256 deadline)',
    'function swapExactETHForTokens(uint256 get, address[] path, address to, uint256 deadline)',
    'function swapETHForExactTokens(uint256 get, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForETH(uint256 give, uint256 get, address[] path, address to, uint256 deadline)',
    'function swapTokensForExactETH(uint256 get, uint256 give, address[] path, address to, uint256 deadline)',
  ])
  const until = now + 60n
  const ether = 10n ** 18n
  const [there, back] = [
    [usd, weth],
    [weth, usd],
  ] as const
  const exact = (give: bigint, get: bigint, path: readonly Address[] = [usd, weth], to: Address = me, end = until) =>
    call({ abi: pairs, functionName: 'swapExactTokensForTokens', args: [give, get, path, to, end] })
  const common = 'Until: 2027-01-15 08:01 UTC | Contract: Router (router) #'
  const unread =
    'deliberate: Call a contract | To: Router (router) # | ! What this does can’t be read from its data. It'

  test.each([
    [
      'tokens for tokens',
      () => exact(5_000_000n, ether),
      0n,
      `plain: Swap USD for WETH | You give: 5 USD | You get at least: 1 WETH | ${common}`,
    ],
    [
      'an exact output',
      () =>
        call({
          abi: pairs,
          functionName: 'swapTokensForExactTokens',
          args: [ether, 5_000_000n, there, me, until],
        }),
      0n,
      `plain: Swap USD for WETH | You give at most: 5 USD | You get: 1 WETH | ${common}`,
    ],
    [
      'coins',
      () => call({ abi: pairs, functionName: 'swapExactETHForTokens', args: [5_000_000n, back, me, until] }),
      ether / 2n,
      `plain: Swap ETH for USD | You give: 0.5 ETH | You get at least: 5 USD | ${common} | Balance afterwards: 0.5 ETH`,
    ],
    [
      'coins for an exact output',
      () => call({ abi: pairs, functionName: 'swapETHForExactTokens', args: [5_000_000n, back, me, until] }),
      ether / 2n,
      `plain: Swap ETH for USD | You give at most: 0.5 ETH | You get: 5 USD | ${common} | Balance afterwards, at least: 0.5 ETH`,
    ],
    [
      'tokens for coins',
      () => call({ abi: pairs, functionName: 'swapExactTokensForETH', args: [5_000_000n, ether, there, me, until] }),
      0n,
      `plain: Swap USD for ETH | You give: 5 USD | You get at least: 1 ETH | ${common}`,
    ],
    [
      'tokens for exact coins',
      () => call({ abi: pairs, functionName: 'swapTokensForExactETH', args: [ether, 5_000_000n, there, me, until] }),
      0n,
      `plain: Swap USD for ETH | You give at most: 5 USD | You get: 1 ETH | ${common}`,
    ],
    ['of one token', () => exact(5n, ether, [usd]), 0n, unread],
    ['of none', () => exact(5n, ether, []), 0n, unread],
    [
      'for somebody else',
      () => exact(5_000_000n, ether, [usd, weth], ann),
      0n,
      `deliberate: Swap USD for WETH | You give: 5 USD | Others get at least: 1 WETH | Goes to: ann # | ${common} | ! Somebody else gets what is bought.`,
    ],
    [
      'for next to nothing',
      () => exact(5_000_000n, 1n),
      0n,
      `deliberate: Swap USD for WETH | You give: 5 USD | You get at least: 0.000000000000000001 WETH | ${common} | ! You may get next to nothing for it.`,
    ],
    [
      'of everything that there can be',
      () => exact(2n ** 95n, ether),
      0n,
      `deliberate: Swap USD for WETH | You give: 39614081257132168796771.975168 USD | You get at least: 1 WETH | ${common} | ! This is all of your USD.`,
    ],
    [
      'of what isn’t listed',
      () => exact(5_000_000n, ether, [mute, weth]),
      0n,
      `careful: Swap tokens (unlisted, mute) for WETH | You give: 5000000 of its smallest unit; its decimals aren’t known | You get at least: 1 WETH | ${common} | Token: tokens (unlisted, mute) | Contract: mute # | ! How much this is couldn’t be found out: the to`,
    ],
  ] as const)('%s', async (_, data, value, said) =>
    expect(await saidOfCall(router, data(), { ...(value > 0n && { value }) })).toBe(said),
  )

  test('isn’t read where coins go with tokens, which it refuses', async () => {
    expect(await saidOfCall(router, exact(5_000_000n, ether), { value: 1n })).toMatch(/^deliberate: Call a contract \|/)
  })

  test('is over from a moment after its end, where anybody knows what time it is', () => {
    const over = (deadline: bigint, at: bigint | undefined) =>
      untilFacts(deadline, { now: at }).map(({ value }) => typeof value === 'object' && value.name === 'request.past')
    expect([over(now, now), over(now - 1n, now), over(now - 1n, undefined)]).toEqual([[false], [true], [false]])
    expect(untilFacts(undefined, { now })).toEqual([])
  })

  test('for somebody else uses an allowance up where a known contract takes all of it', () => {
    const given = (at: Address, bound?: 'most') =>
      givenAway({ gives: [{ token: token(), amount: 5n, bound }], to: ann, at, network: quiet }).gifts.map(
        ({ takenBy }) => takenBy,
      )
    expect([given(router), given(router, 'most'), given(stranger)]).toEqual([[router], [undefined], [undefined]])
  })
})

test('[F13] what lies in a router between its commands is used as far as it is there', () => {
  const ledger = new RouterLedger({ from: me, at: router, value: 5n })
  expect(ledger.isExact).toBe(true)
  expect(ledger.use(usd, 1n)).toBeUndefined()
  expect([ledger.use(zeroAddress, 2n), ledger.use(zeroAddress, 9n), ledger.use(zeroAddress, 1n)]).toEqual([2n, 3n, 0n])
  ledger.credit(usd, 7n, router)
  ledger.credit(usd, 1n, '0x0000000000000000000000000000000000000002')
  expect([ledger.use(usd, 3n), ledger.empty(usd), ledger.empty(weth)]).toEqual([3n, 5n, 0n])
  ledger.give(usd, 4n)
  ledger.give(usd, 5n)
  ledger.credit(weth, 1n, me)
  ledger.credit(weth, 2n, '0x0000000000000000000000000000000000000001')
  ledger.credit(usd, 3n, ann)
  expect(ledger.tokens).toEqual([usd.toLowerCase(), weth.toLowerCase()])
  const read = new Map([
    [usd.toLowerCase(), token()],
    [weth.toLowerCase(), token({ address: weth, symbol: 'WETH' })],
  ])
  const { gives, gets, others, isLeft } = ledger.end(quiet, read)
  expect(gives.map(({ token: { symbol }, amount }) => `${amount} ${symbol}`)).toEqual(['5 ETH', '9 USD'])
  expect(gets.map(({ token: { symbol }, amount }) => `${amount} ${symbol}`)).toEqual(['3 WETH'])
  expect(others).toMatchObject([{ amount: 3n, to: ann }])
  expect(isLeft).toBe(false)
  ledger.credit(usd, 1n, router)
  expect(ledger.end(quiet, read).isLeft).toBe(true)
  const empty = new RouterLedger({ from: me, at: router, value: 0n })
  expect([empty.use(zeroAddress, 1n), empty.tokens]).toEqual([undefined, []])
})
