import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Attempt, Refusal } from '../state/attempt.js'
import { failureNotice, nextSwap, type SwapEvent, shownSwap } from './nextSwap.js'
import { idleSwap, type KeptSwap, type SwapAsset, type SwapStep, swapOverview } from './swapFigures.js'

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
    ['enterAmount', [...ready, { type: 'typed', amount: '.' }]],
    ['incorrectAmount', [...ready, { type: 'quoted', quote: undefined }]],
    ['askAgain', [...ready, { type: 'quoteFailed' }]],
    ['review', [...ready, { type: 'typed', amount: '10' }]],
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

describe('[S4.13] loading', () => {
  test('begins anew with the slippage that was set, and ends with tokens, a failure, or where else there are swaps', () => {
    const [slippageBps, phase] = [50, 'loading'] as const
    const began = after(...ready, { type: 'slippageSet', bps: 50 }, { type: 'began', account })
    expect(began).toEqual({ ...idleSwap, slippageBps, phase, account })
    expect(nextSwap(began, { type: 'failedToLoad' })).toEqual({ ...began, phase: 'failed' })
    const networks = ['eip155:10'] as const
    expect(nextSwap(began, { type: 'unsupported', networks })).toEqual({ ...began, phase: 'unsupported', networks })
    expect(nextSwap(began, { type: 'reset' })).toBe(idleSwap)
    expect(nextSwap(idleSwap, { type: 'reset' })).toBe(idleSwap)
    // Nothing can be changed before.
    expect(nextSwap(began, { type: 'typed', amount: '2' })).toBe(began)
  })

  test.each<[object, object]>([
    [{}, { sourceToken: 'eip155:1:0xETH', toToken: undefined, amount: '1', quoting: { status: 'none' } }],
    [
      { fromToken: ' usd ', toToken: 'Eth' },
      { sourceToken: 'eip155:1:0xUSD', toToken: 'eip155:1:0xETH' },
    ],
    [
      { fromToken: 'NONE', toToken: 'FYR' },
      { sourceToken: 'eip155:1:0xETH', quoting: { status: 'asking' } },
    ],
    [
      { toToken: 'USD', amount: '2,5' },
      { amount: '2.5', quoting: { status: 'asking' } },
    ],
    [
      { toToken: 'USD', amount: '0' },
      { amount: '0', quoting: { status: 'none' } },
    ],
    [{ amount: ' ' }, { amount: '1' }],
    [{ amount: 'much' }, { amount: '1' }],
  ])('a host’s %j is what it begins with', (beginning, state) => {
    expect(after(...loaded(beginning))).toMatchObject({ phase: 'ready', tokens, gasPrice: 1n, ...state })
  })

  test('a refresh keeps the price of gas where it brings none', () => {
    const [fresh] = [tokens.slice(0, 2)]
    const state = after(
      ...ready,
      { type: 'estimated', fee: 7n },
      { type: 'refreshed', tokens: fresh, gasPrice: undefined },
    )
    expect(state).toMatchObject({ tokens: fresh, gasPrice: 1n, fee: 7n })
    expect(nextSwap(state, { type: 'refreshed', tokens, gasPrice: 9n })).toMatchObject({ tokens, gasPrice: 9n })
  })
})

test.each([
  [0, 10],
  [10, 10],
  [10.5, 11],
  [99, 99],
  [1_000, 1_000],
  [1_000.6, 1_000],
  [9_000, 1_000],
])('a slippage of %f basis points is set as %i', (bps, slippageBps) => {
  const state = after(...ready)
  expect(nextSwap(state, { type: 'slippageSet', bps })).toEqual({ ...state, slippageBps })
  const set = nextSwap(state, { type: 'slippageSet', bps })
  expect(nextSwap(set, { type: 'slippageSet', bps })).toBe(set)
  expect(nextSwap(state, { type: 'slippageSet', bps: Number.NaN })).toBe(state)
})

describe('a change', () => {
  test.each<[string, SwapEvent[], string]>([
    // Twice the usual fee of 150,000 gas stays.
    ['the coin, but for twice the fee', [], '9.9999999999997'],
    ['nothing where the fee takes it all', [{ type: 'refreshed', tokens, gasPrice: 10n ** 14n }], '0'],
    ['a token', [{ type: 'chose', target: 'sourceToken', token: 'eip155:1:0xFYR' }], '10'],
  ])('takes all of %s', (_, events, amount) => {
    const state = after(...ready, ...events, { type: 'tookAll' })
    expect(state.amount).toBe(amount)
    expect(nextSwap(state, { type: 'tookAll' })).toBe(state)
  })

  test('asks for a quote anew, and forgets the fee of two other tokens only', () => {
    const state = after(...ready, { type: 'estimated', fee: 7n })
    const asking = { quoting: { status: 'asking' } } as const
    expect(nextSwap(state, { type: 'typed', amount: '2' })).toMatchObject({ ...asking, fee: 7n })
    const chosen = nextSwap(state, { type: 'chose', target: 'toToken', token: 'eip155:1:0xFYR' })
    expect(chosen).toMatchObject({
      ...asking,
      fee: undefined,
      sourceToken: 'eip155:1:0xETH',
      toToken: 'eip155:1:0xFYR',
    })
    expect(nextSwap(state, { type: 'flipped' })).toMatchObject({ ...asking, fee: undefined })
    expect(nextSwap(state, { type: 'chose', target: 'toToken', token: 'eip155:1:0xUSD' })).toBe(state)
    expect(nextSwap(state, { type: 'typed', amount: ' 1 ' })).toBe(state)
    expect(nextSwap(state, { type: 'typed', amount: '' }).quoting).toEqual({ status: 'none' })
  })

  test('turned around without a quote, the amount stays; without a second token there is nothing to turn', () => {
    const state = after(...ready, { type: 'quoteFailed' }, { type: 'flipped' })
    expect([state.sourceToken, state.amount]).toEqual(['eip155:1:0xUSD', '1'])
    const unnamed = after(...loaded())
    expect(nextSwap(unnamed, { type: 'flipped' })).toBe(unnamed)
  })

  test.each<[boolean, SwapStep]>([
    [true, { status: 'approving', phase: 'wallet' }],
    [true, { status: 'swapping' }],
    [false, { status: 'unknown' }],
    [false, { status: 'swap', call: {} }],
  ])('is ignored: %s, where the swap stands at %j', (ignored, shown) => {
    const state = after(...ready)
    expect(nextSwap(state, { type: 'typed', amount: '2' }, shown) === state).toBe(ignored)
  })
})

test('where the network’s coin can’t be swapped nothing is chosen to be sold, and all of nothing is nothing', () => {
  const [, dollar, fyr] = tokens
  const only = [dollar, fyr].filter((each) => each !== undefined)
  const state = after({ type: 'began', account }, { type: 'loaded', tokens: only, gasPrice: 1n, beginning: {} })
  expect([state.sourceToken, state.amount, state.quoting.status]).toEqual([undefined, '1', 'none'])
  expect(nextSwap(state, { type: 'tookAll' })).toBe(state)
  const coinLast = after(
    { type: 'began', account },
    { type: 'loaded', tokens: [...tokens].reverse(), gasPrice: 1n, beginning: {} },
  )
  expect(coinLast.sourceToken).toBe('eip155:1:0xETH')
})

describe('[F27] the review', () => {
  const call = { to: '0xf1' }
  const minimum = 990n
  const reviewing = after(...ready, { type: 'reviewed' })
  const prepared = nextSwap(reviewing, { type: 'stepped', step: { status: 'swap', call } })
  const offered = (received: bigint): SwapEvent => ({ type: 'quoted', quote: { ...quote, received } })

  test('promises the least that was shown', () => {
    expect(reviewing).toMatchObject({ promised: minimum, step: { status: 'preparing' }, attemptId: undefined })
    const unquoted = after(...loaded({ toToken: 'USD' }))
    expect(nextSwap(unquoted, { type: 'reviewed' })).toBe(unquoted)
    const tooMuch = after(...ready, { type: 'typed', amount: '11' }, { type: 'quoted', quote })
    expect(nextSwap(tooMuch, { type: 'reviewed' })).toBe(tooMuch)
    expect(nextSwap(prepared, { type: 'reviewed' }, { status: 'unknown' })).toBe(prepared)
  })

  test.each<[bigint, SwapStep['status']]>([
    [minimum + 1n, 'swap'],
    [minimum, 'swap'],
    [minimum - 1n, 'worse'],
  ])('a price of %d is %s', (received, status) => {
    const asked = nextSwap(prepared, { type: 'asked', attemptId: 3 })
    const state = nextSwap(asked, offered(received))
    expect(state).toMatchObject({ step: { status }, promised: minimum, attemptId: status === 'swap' ? 3 : undefined })
    // What gets better meanwhile is prepared anew; what was seen is agreed to.
    if (status !== 'worse') return
    expect(nextSwap(state, offered(minimum)).step).toEqual({ status: 'preparing' })
    expect(nextSwap(state, offered(minimum - 2n)).step).toEqual({ status: 'worse' })
    expect(nextSwap(state, { type: 'acceptedPrice' })).toMatchObject({ promised: 979n, step: { status: 'preparing' } })
  })

  test.each<[string, SwapEvent, object]>([
    ['no way to swap it', { type: 'quoted', quote: undefined }, { status: 'unavailable' }],
    ['nothing', offered(0n), { status: 'unavailable' }],
    ['no answer', { type: 'quoteFailed' }, { status: 'failed' }],
  ])('with %s there is nothing to be reviewed', (_, event, quoting) => {
    const ended = nextSwap(nextSwap(prepared, { type: 'asked', attemptId: 3 }), event)
    expect(ended).toMatchObject({ quoting, step: { status: 'none' }, promised: undefined, attemptId: undefined })
    expect(nextSwap(ended, { type: 'askedAgain' }).quoting).toEqual({ status: 'asking' })
    expect(nextSwap(prepared, { type: 'askedAgain' })).toBe(prepared)
  })

  test.each<SwapStep>([{ status: 'swapping' }, { status: 'unknown' }, { status: 'approving', phase: 'mining' }])(
    'while it is $status no price changes it; leaving takes nothing back that is under way',
    (shown) => {
      for (const event of [offered(1n), { type: 'quoteFailed' }] as const)
        expect(nextSwap(prepared, event, shown)).toBe(prepared)
      const left = nextSwap(prepared, { type: 'leftReview' }, shown)
      if (shown.status === 'unknown') expect(left).toMatchObject({ promised: undefined, step: { status: 'none' } })
      else expect(left).toBe(prepared)
    },
  )

  test('each step forgets what the wallet was asked before, but for one that is only renewed', () => {
    const asked = nextSwap(prepared, { type: 'asked', attemptId: 3 })
    expect(asked).toEqual({ ...prepared, attemptId: 3 })
    const renewed = { status: 'swap', call: {} } as const
    expect(nextSwap(asked, { type: 'stepped', step: renewed })).toEqual({ ...asked, step: renewed })
    for (const [event, step] of [
      [{ type: 'stepped', step: { status: 'preparing' } }, { status: 'preparing' }],
      [
        { type: 'failed', notice: 'swap.unsafe' },
        { status: 'failed', notice: 'swap.unsafe' },
      ],
      [{ type: 'priceMoved' }, { status: 'worse' }],
    ] as const) {
      expect(nextSwap(asked, event)).toEqual({ ...asked, step, attemptId: undefined })
      const unreviewed = after(...ready)
      expect(nextSwap(unreviewed, event)).toBe(unreviewed)
    }
    const none = after(...loaded())
    for (const event of [{ type: 'askedAgain' }, offered(5n), { type: 'quoteFailed' }] as const)
      expect(nextSwap(none, event)).toBe(none)
  })

  const attempt = (change: Partial<Pick<Attempt, 'id' | 'end' | 'step'>>): Attempt => ({
    ...{ id: 3, kind: 'swap', networkId: 'eip155:1', address: '0xA1', step: { type: 'walletPrompt' } },
    ...change,
  })
  const sent = { type: 'sent', hash: '0x1' } as const
  const ended = (refusal: Partial<Refusal>) =>
    attempt({ step: sent, end: { status: 'failed', code: 'json_rpc', notice: 'error.unknown', ...refusal } })
  const isApproval = { status: 'approval', call, isReset: false } as const
  const mayHave = { code: 'request_timeout', notice: 'error.mayHaveBeenSent', mayHaveBeenSent: true } as const

  test.each<[string, Partial<KeptSwap>, Attempt | undefined, Partial<ReturnType<typeof shownSwap>>]>([
    ['what is prepared', {}, undefined, {}],
    ['the wallet, which is asked', {}, attempt({}), { step: { status: 'swapping' } }],
    ['the wallet, which another asks', {}, attempt({ id: 2 }), { step: { status: 'swapping' } }],
    ['the approval', { step: isApproval }, attempt({}), { step: { status: 'approving', phase: 'wallet' } }],
    ['its block', { step: isApproval }, attempt({ step: sent }), { step: { status: 'approving', phase: 'mining' } }],
    ['the swap’s block', {}, attempt({ step: sent }), { step: { status: 'swapping' } }],
    ['no other’s block', {}, attempt({ id: 2, step: sent }), {}],
    ['nothing of the form’s', { promised: undefined }, attempt({}), { promised: undefined }],
    ['the next step', {}, attempt({ step: sent, end: { status: 'succeeded' } }), { step: { status: 'preparing' } }],
    ['that it was cancelled', {}, attempt({ end: { status: 'cancelled' } }), {}],
    [
      'that it may have been sent',
      {},
      ended(mayHave),
      { step: { status: 'unknown' }, notice: 'error.mayHaveBeenSent' },
    ],
    ['that it was declined', {}, ended({ code: 'user_rejected' }), { notice: 'swap.declined' }],
    ['that it failed', {}, ended({}), { step: { status: 'failed', notice: 'swap.sendFailed' } }],
    ['nothing of another’s failure', {}, { ...ended({}), id: 2 }, {}],
  ])('[F22] shows %s', (_, own, newest, shown) => {
    const kept: KeptSwap = { ...prepared, attemptId: 3, ...own }
    expect(shownSwap(kept, newest)).toEqual({ ...kept, ...shown })
  })

  test.each<[Refusal, string]>([
    [mayHave, 'error.mayHaveBeenSent'],
    [{ code: 'user_rejected', notice: 'error.rejected' }, 'swap.declined'],
    [{ code: 'transaction_failed', notice: 'account.transactionReverted' }, 'swap.approvalReverted'],
    [{ code: 'transaction_failed', notice: 'account.transactionCancelled' }, 'account.transactionCancelled'],
    [{ code: 'json_rpc', notice: 'error.unknown' }, 'swap.sendFailed'],
  ])('says of %j: %s', (refusal, notice) => expect(failureNotice(refusal)).toBe(notice))
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
