import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreementOf, pricedTokens } from './prepareSwap.js'
import { idleSwap, type SwapAsset, type SwapState } from './swapFigures.js'
import { eth, openSwapKit, owner, router, type SwapKit, sold, usd } from './test/swapKit.js'

const asset = (symbol: string, own: Pick<SwapAsset, 'address' | 'contract' | 'decimals'>): SwapAsset => ({
  ...{ symbol, name: symbol, logoUri: '', held: 10n ** 20n, price: undefined },
  ...own,
})
const contract = '0x00000000000000000000000000000000000000d1'
const coin = asset('ETH', { address: eth, contract: undefined, decimals: 18 })
const dollar = asset('USD', { address: usd, contract, decimals: 6 })
const account = { address: owner, networkId: 'eip155:1', accountId: `eip155:1:${owner}` } as const
const quote = {
  received: 2_900n,
  feeBps: 85,
  priceImpactBps: 1,
  target: `eip155:1:${router}`,
  spender: `eip155:1:${router}`,
}
const reviewed: SwapState = {
  ...idleSwap,
  phase: 'ready',
  account,
  tokens: [dollar, coin],
  sourceToken: eth,
  toToken: usd,
  amount: '2',
  slippageBps: 50,
  quoting: { status: 'ready', quote },
  promised: 2_800n,
}

describe('[F27] what is agreed to', () => {
  const terms = {
    account: owner,
    source: undefined,
    to: contract,
    amount: 2n * 10n ** 18n,
    quoted: 2_900n,
    minimum: 2_800n,
    target: router,
    spender: router,
  }

  test('is what was shown: the two tokens, the amount, the least that is bought, and the quote’s contracts', () => {
    expect(agreementOf(reviewed)).toEqual({ account, pair: { from: eth, to: usd }, slippagePercent: 0.5, terms })
    const free: SwapState = { ...reviewed, quoting: { status: 'ready', quote: { ...quote, spender: null } } }
    expect(agreementOf(free)?.terms).toEqual({ ...terms, spender: null })
  })

  test.each<[string, Partial<SwapState>]>([
    ['an account', { account: undefined }],
    ['a token to sell', { sourceToken: undefined }],
    ['a token to buy', { toToken: undefined }],
    ['an amount', { amount: '' }],
    ['a minimum that was seen', { promised: undefined }],
    ['a quote', { quoting: { status: 'asking' } }],
  ])('is nothing without %s', (_, change) => {
    expect(agreementOf({ ...reviewed, ...change })).toBeUndefined()
  })
})

test('prices are asked for of both tokens and of the coin that pays the network, each once', () => {
  expect(pricedTokens(reviewed)).toEqual([eth, usd])
  expect(pricedTokens({ ...reviewed, sourceToken: usd, toToken: undefined })).toEqual([usd, eth])
  expect(pricedTokens({ ...reviewed, sourceToken: undefined, toToken: usd, tokens: [dollar] })).toEqual([usd])
})

describe('the next request to the wallet', () => {
  let kit: SwapKit
  afterEach(() => kit.close())

  describe('of a family that reads what was built', () => {
    beforeEach(async () => {
      kit = await openSwapKit()
    })

    test('[S7.9 S7.11 S7.12] is built for the account, the tokens and the amount that were reviewed', async () => {
      await kit.reviewed(sold)
      const query = (path: string) => Object.fromEntries(kit.asked(path).at(-1)?.url.searchParams ?? [])
      const pair = { from: usd, to: eth }
      expect(query('/v1/convert/allowance')).toMatchObject({ tokenAddress: usd, userAddress: account.accountId })
      expect(query('/v1/convert/build-approve')).toMatchObject({ ...pair, userAddress: account.accountId })
      expect(kit.asked('/v1/convert/build-transaction')).toEqual([])
      kit.answers.allowance = { body: { allowance: '40000000' } }
      await kit.clock.advance(10_000)
      await kit.reached(({ step: { status } }) => status === 'swap')
      const body = JSON.parse(kit.asked('/v1/convert/build-transaction').at(-1)?.body ?? '')
      expect(body).toMatchObject({ ...pair, userAddress: account.accountId })
    })

    test('[S4.15] a token that no contract takes has nothing to approve', async () => {
      const answer = JSON.parse(JSON.stringify(kit.answers.quote.body))
      for (const each of answer.quotes) each.spender = null
      kit.answers.quote = { body: answer }
      expect((await kit.reviewed(sold)).step.status).toBe('swap')
      expect(kit.asked('/v1/convert/allowance')).toEqual([])
    })

    test.each([409, 400])('an allowance or approval that fails with %i is no price that moved', async (status) => {
      kit.answers.approval = { status }
      expect((await kit.reviewed(sold)).step).toEqual({ status: 'failed', notice: 'swap.approvalFailed' })
      kit.answers.allowance = { status }
      kit.room.acceptOrRetry()
      const { step } = await kit.reached(({ step: each }) => each.status === 'failed')
      expect(step).toEqual({ status: 'failed', notice: 'swap.allowanceFailed' })
      expect(kit.errors).toMatchObject([{ code: 'swap_failed' }, { code: 'swap_failed' }])
    })
  })

  test.each([
    ['approval', sold, { readApproval: () => ({ fault: 'spender' as const }) }],
    ['swap', { toToken: 'USD' }, { readSwap: () => ({ fault: 'recipient' as const }) }],
  ] as const)(
    '[F27] of the %s whose data say something else than was agreed nothing is offered',
    async (_, what, family) => {
      kit = await openSwapKit(family)
      expect((await kit.reviewed(what)).step).toEqual({ status: 'failed', notice: 'swap.unsafe' })
      expect(kit.errors).toMatchObject([{ code: 'unsafe_swap' }])
      expect([await kit.room.confirm(), kit.calls]).toEqual([false, []])
    },
  )

  test('[S4.16] an allowance that has to be taken back first is called that; then it is approved and swapped, once each', async () => {
    const approved = [0n, 40_000_000n]
    kit = await openSwapKit({
      readApproval: ({ built }) => ({ call: built, amount: approved[kit.calls.length] ?? 0n }),
    })
    expect((await kit.reviewed(sold)).step).toMatchObject({ status: 'approval', isReset: true })
    kit.answers.allowance = { body: { allowance: '0' } }
    expect(await kit.room.confirm()).toBe(false)
    const next = await kit.reached(({ step }) => step.status === 'approval' && !step.isReset)
    expect([next.step.status, kit.calls.length]).toEqual(['approval', 1])
    kit.answers.allowance = { body: { allowance: '40000000' } }
    expect(await kit.room.confirm()).toBe(false)
    await kit.reached(({ step }) => step.status === 'swap')
    expect(await kit.room.confirm()).toBe(true)
    expect(kit.calls).toMatchObject([{ data: '0x01' }, { data: '0x01' }, { data: '0x02' }])
  })

  test.each([
    ['approval', sold, { lacks: ['readApproval'] }],
    ['swap', { toToken: 'USD' }, { lacks: ['readSwap'] }],
  ] as const)('[F27] a family that can’t read the %s signs none', async (_, what, { lacks }) => {
    kit = await openSwapKit({ lacks })
    expect((await kit.reviewed(what)).step.status).toBe('failed')
    expect(kit.errors).toMatchObject([{ code: 'action_unsupported', facts: { action: 'Swapping', family: 'eip155' } }])
    expect(kit.calls).toEqual([])
  })
})
