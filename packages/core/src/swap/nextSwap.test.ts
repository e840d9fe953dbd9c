import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextSwap, type SwapEvent } from './nextSwap.js'
import { idleSwap, type KeptSwap, type SwapAsset, swapOverview } from './swapFigures.js'

const asset = (symbol: string, own: Partial<SwapAsset>): SwapAsset => ({
  symbol,
  name: symbol,
  logoUri: '',
  address: `eip155:1:0x${symbol}`,
  contract: `0x${symbol}`,
  decimals: 18,
  held: 10n ** 19n,
  price: 10n ** 18n,
  ...own,
})
const tokens = [asset('ETH', { contract: undefined }), asset('USD', { decimals: 6 }), asset('FYR', {})]
const account = { address: '0xA1', networkId: 'eip155:1', accountId: 'eip155:1:0xA1' } as const
const quote = { received: 1_000n, feeBps: 85, priceImpactBps: 1, target: 'eip155:1:0xf1', spender: null }
const after = (...events: SwapEvent[]): KeptSwap =>
  events.reduce<KeptSwap>((state, event) => nextSwap(state, event), idleSwap)
const loaded = (beginning = {}): SwapEvent[] => [
  { type: 'began', account },
  { type: 'loaded', tokens, gasPrice: 1n, beginning },
]
const ready = [...loaded({ toToken: 'USD' }), { type: 'quoted', quote } as const]

describe('[S5.12] a swap needs a source, an amount above 0 and a destination', () => {
  const actionOf = (...events: SwapEvent[]) => swapOverview(after(...events)).action
  test.each<[string, SwapEvent[]]>([
    ['selectToken', loaded()],
    ['enterAmount', [...ready, { type: 'typed', amount: '' }]],
    ['enterAmount', [...ready, { type: 'typed', amount: '0.0' }]],
    ['incorrectAmount', [...ready, { type: 'typed', amount: '0.0000000000000000001' }]],
    ['insufficientBalance', [...ready, { type: 'typed', amount: '10.1' }]],
    ['review', ready],
  ])('else it says %s', (action, events) => {
    expect(actionOf(...events)).toBe(action)
  })
})

test('a letter that belongs to no amount changes nothing; a comma is a point', () => {
  const state = after(...ready)
  for (const amount of ['x', '1e5', '-1', '1.2.3', '0x1'])
    expect(nextSwap(state, { type: 'typed', amount })).toBe(state)
  expect(nextSwap(state, { type: 'typed', amount: '2,5' }).amount).toBe('2.5')
  expect(nextSwap(state, { type: 'typed', amount: '.' }).amount).toBe('.')
})

test.each(['1,234.50', '1.234,50', '1 234,50'])('%s, pasted as an amount is displayed, is one', (amount) => {
  expect(nextSwap(after(...ready), { type: 'typed', amount }).amount).toBe('1234.50')
})

test('turned around, what was got is what is sold', () => {
  const state = nextSwap(after(...ready), { type: 'flipped' })
  expect([state.sourceToken, state.toToken, state.amount]).toEqual(['eip155:1:0xUSD', 'eip155:1:0xETH', '0.001'])
})

test('a token is never swapped for itself', () => {
  const state = after(...ready)
  expect(nextSwap(state, { type: 'chose', target: 'sourceToken', token: 'eip155:1:0xUSD' })).toBe(state)
  expect(nextSwap(state, { type: 'chose', target: 'toToken', token: 'eip155:1:0xNONE' })).toBe(state)
  expect(after(...loaded({ fromToken: 'ETH', toToken: 'eth' })).toToken).toBeUndefined()
})

const event: fc.Arbitrary<SwapEvent> = fc.oneof(
  fc.constantFrom<SwapEvent>(
    { type: 'flipped' },
    { type: 'tookAll' },
    { type: 'quoted', quote },
    { type: 'quoted', quote: undefined },
    { type: 'quoted', quote: { ...quote, received: 5n } },
    { type: 'quoteFailed' },
    { type: 'askedAgain' },
    { type: 'reviewed' },
    { type: 'leftReview' },
    { type: 'acceptedPrice' },
    { type: 'priceMoved' },
    { type: 'failed', notice: 'swap.unsafe' },
    { type: 'stepped', step: { status: 'swap', call: {} } },
    { type: 'asked', attemptId: 1 },
    { type: 'reset' },
    ...loaded({ toToken: 'USD' }),
  ),
  fc.record({
    type: fc.constant('typed' as const),
    amount: fc.string({ maxLength: 5, unit: fc.constantFrom(...'0123456789.,x') }),
  }),
  fc.record({
    type: fc.constant('chose' as const),
    target: fc.constantFrom('sourceToken' as const, 'toToken' as const),
    token: fc.constantFrom(...tokens.map(({ address }) => address)),
  }),
)

test('[F27] whatever happens, nothing is ready for the wallet whose minimum the visitor hasn’t seen, or that the price can’t give', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let state: KeptSwap = idleSwap
      for (const each of events) {
        state = nextSwap(state, each)
        const { sourceToken, toToken, promised, quoting, step } = state
        if (sourceToken !== undefined) expect(sourceToken).not.toBe(toToken)
        if (step.status !== 'none') {
          expect(promised).toBeDefined()
          expect(quoting.status).toBe('ready')
        }
        if (quoting.status === 'ready' && step.status === 'swap' && each.type === 'quoted')
          expect(quoting.quote.received).toBeGreaterThanOrEqual(promised ?? 0n)
        if (quoting.status !== 'none') expect(swapOverview(state).amount?.value).toBeGreaterThan(0n)
      }
    }),
    { numRuns: 500 },
  )
})
