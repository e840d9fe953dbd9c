import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawnRequest, type HeadlinePart, headlineSentences, requestLanguages, requestSentences } from './index.js'
import type { Fact, RequestSentence, ShownRequest, Words } from './requestWords.js'
import { withoutControls } from './say.js'
import { writtenAmount } from './writtenAmount.js'

const words = (name: RequestSentence, values: Words['values'] = {}): Words => ({ name, values })
const fact = (name: RequestSentence, value: string | Words, more: Partial<Fact> = {}): Fact => ({
  ...{ label: words(name), value },
  ...more,
})
const code = (name: RequestSentence, value: string) => fact(name, value, { isCode: true })

const me = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const them = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const router = 'Uniswap V2 (0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0)'
const from = code('request.from', me)
const stays = fact('request.movesNow', words('request.nothing'))
const simulatedAt = fact('request.simulatedAt', '1204')

/** A request of this title, with these facts and warnings. */
const asked = (
  title: Words,
  facts: readonly Fact[],
  warnings: readonly Words[] = [],
  more: Partial<ShownRequest> = {},
): ShownRequest => ({
  ...{ title, facts, warnings, act: words('request.act.send'), isDeliberate: false },
  ...more,
})

const english = { ...requestSentences, ...headlineSentences }
type Catalogue = Partial<Readonly<Record<string, string>>>

const sayFrom =
  (sentences: Catalogue) =>
  (name: keyof typeof english, values: Readonly<Record<string, string>>): string =>
    (sentences[name] ?? english[name]).replace(/\{(\w+)\}/g, (_, place: string) => withoutControls(values[place] ?? ''))
const drawn = (shown: ShownRequest, locale = 'en', sentences: Catalogue = english) =>
  drawnRequest(shown, { say: sayFrom(sentences), locale })
const textOf = (parts: readonly HeadlinePart[]) => parts.map(({ text }) => text).join('')
/** The headline, its coloured parts in brackets. */
const marked = (shown: ShownRequest) =>
  drawn(shown)
    .headline.map(({ text, tone }) => (tone ? `[${tone}: ${text}]` : text))
    .join('')

const allow = words('request.allow', { token: 'USDC' })
const all = words('request.warn.spenderAll', { token: 'USDC' })
const some = words('request.warn.spenderSome', { token: 'USDC' })
const spender = code('request.spender', them)
const carryOut = words('request.carryOut', { count: '2' })
const step = fact('request.step', words('request.send', { token: 'ETH' }))
const call = words('request.callContract')
const unread = words('request.warn.unreadCall')
const strange = words('request.warn.ownWord')
const swap = words('request.swap', { token: 'ETH', other: 'DUSD' })
const signed = words('request.signTypedData')

const table: readonly (readonly [string, ShownRequest, string])[] = [
  [
    'a payment',
    asked(words('request.send', { token: 'ETH' }), [fact('request.amount', '1.5 ETH'), code('request.to', them), from]),
    'You give [gives: 1.5 ETH] to 0x3C…4293BC.',
  ],
  [
    'a payment to somebody with a name, with its worth',
    asked(words('request.send', { token: 'ETH' }), [
      fact('request.value', words('request.withWorth', { amount: '1500 ETH', worth: '$4' })),
      code('request.to', them),
      fact('request.knownAs', 'ada.eth'),
    ]),
    'You give [gives: 1,500.00 ETH] to ada.eth.',
  ],
  [
    'somebody else’s token that is moved has no sentence',
    asked(words('request.move', { token: 'DUSD' }), [
      fact('request.amount', '1 DUSD'),
      code('request.from', them),
      code('request.to', me),
      from,
    ]),
    '',
  ],
  [
    'an amount whose decimals aren’t known has no sentence',
    asked(words('request.send', { token: words('request.tokens') }), [
      fact('request.amount', words('request.smallestUnit', { amount: '5' })),
      code('request.to', them),
    ]),
    '',
  ],
  [
    'an allowance without a limit',
    asked(allow, [fact('request.amount', words('request.unlimited')), spender, stays], [all]),
    '0x3C…4293BC may take [gives: all of your USDC, now and later]. Nothing moves now.',
  ],
  [
    'an allowance of as much as there is, which a warning says',
    asked(allow, [fact('request.amount', '1204.5 USDC'), spender, stays], [all]),
    '0x3C…4293BC may take [gives: all of your USDC, now and later]. Nothing moves now.',
  ],
  [
    'an allowance with a limit, of a contract that is known',
    asked(allow, [fact('request.amount', '25 USDC'), code('request.spender', router), stays], [some]),
    'Uniswap V2 may take [gives: up to 25 USDC]. Nothing moves now.',
  ],
  [
    'what is added to an allowance is said by what it comes to',
    asked(allow, [fact('request.adds', '50 USDC'), fact('request.allowedAfter', '150 USDC'), spender, stays], [some]),
    '0x3C…4293BC may take [gives: up to 150 USDC]. Nothing moves now.',
  ],
  [
    'the same where that isn’t known',
    asked(allow, [fact('request.adds', '50 USDC'), spender, stays], [some]),
    '0x3C…4293BC may take [gives: 50 USDC more]. Nothing moves now.',
  ],
  [
    'a signature that lets two tokens be taken',
    asked(
      words('request.allowBySignature'),
      [fact('request.amount', '5 DUSD'), spender, fact('request.amount', words('request.unlimited')), spender],
      [words('request.warn.spenderSome', { token: 'DUSD' }), all],
    ),
    'With your signature, 0x3C…4293BC may take [gives: up to 5 DUSD] and [gives: all of your USDC, now and later].',
  ],
  [
    'a whole collection',
    asked(words('request.handOverCollection'), [
      code('request.operator', them),
      code('request.contract', 'Apes (0x1)'),
    ]),
    '0x3C…4293BC may take [gives: all that you have of Apes, now and later].',
  ],
  [
    'an allowance that is taken back',
    asked(words('request.disallow', { token: 'USDC' }), [spender]),
    '0x3C…4293BC may no longer take your USDC.',
  ],
  [
    'a swap at a contract that is known',
    asked(swap, [
      fact('request.give', '0.25 ETH'),
      fact('request.getAtLeast', '717.63 DUSD'),
      code('request.contract', router),
    ]),
    'You give [gives: 0.25 ETH] and get [gets: at least 717.63 DUSD] from Uniswap V2.',
  ],
  [
    'a swap at a contract that isn’t',
    asked(swap, [fact('request.give', '0.25 ETH'), fact('request.getAtLeast', '717 DUSD')], [strange]),
    'You give [gives: 0.25 ETH] to a contract [unsure: that we could not check]. It promises [unsure: at least 717 DUSD].',
  ],
  [
    'a swap for somebody else',
    asked(
      swap,
      [fact('request.give', '1 ETH'), fact('request.getAtLeast', '717 DUSD'), code('request.goesTo', them)],
      [words('request.warn.othersGet')],
    ),
    'You give [gives: 1 ETH], and [gives: 0x3C…4293BC] gets [gives: at least 717 DUSD].',
  ],
  [
    'a swap that may get nothing',
    asked(swap, [fact('request.give', '1 ETH'), fact('request.getAtLeast', '0 DUSD')]),
    'You give [gives: 1 ETH] and get [unsure: nothing] for it.',
  ],
  [
    'an order for nothing',
    asked(signed, [
      fact('request.give', 'Ape #12'),
      fact('request.get', words('request.nothing')),
      fact('request.mayTake', words('request.anybody')),
    ]),
    'You offer [gives: Ape #12] for [unsure: nothing].',
  ],
  [
    'a batch, by what it comes to, with what it leaves to be taken; its steps count for nothing more',
    asked(carryOut, [
      fact('request.give', '100 DUSD'),
      fact('request.getAtLeast', '0.03 ETH'),
      fact('request.allowedAfter', '50 DUSD'),
      spender,
      step,
      fact('request.give', '100 DUSD'),
    ]),
    'You give [gives: 100 DUSD] and get [gets: at least 0.03 ETH]. 0x3C…4293BC may take [gives: up to 50 DUSD].',
  ],
  [
    'a batch that can’t be read has no sentence, whatever a simulation adds up',
    asked(
      carryOut,
      [fact('request.simulatedComes', '10 ETH'), simulatedAt, step, fact('request.amount', '10 ETH')],
      [unread],
    ),
    '',
  ],
  [
    'a call that can’t be read and moves nothing',
    asked(call, [fact('request.value', '0 ETH'), code('request.to', them)], [unread]),
    'You give nothing that we can see, to a contract [unsure: that we could not check].',
  ],
  [
    'a call that can’t be read is sent 10 ETH, which a simulation gives back with more',
    asked(call, [fact('request.simulatedComes', '2 ETH'), simulatedAt, fact('request.value', '10 ETH')], [unread]),
    'You give [gives: 10 ETH] to a contract [unsure: that we could not check]. As simulated, you get [unsure: 2 ETH].',
  ],
  [
    'a simulation that differs is said beside the data',
    asked(
      words('request.send', { token: 'DUSD' }),
      [
        fact('request.simulatedLeaves', '3 DUSD'),
        simulatedAt,
        fact('request.amount', '1 DUSD'),
        code('request.to', them),
      ],
      [words('request.warn.simulationDiffers')],
    ),
    'You give [gives: 1 DUSD] to 0x3C…4293BC. As simulated, you give [gives: 3 DUSD].',
  ],
  [
    'a call that lets somebody take, as simulated',
    asked(call, [fact('request.allowedAfter', '5 DUSD'), spender, simulatedAt], [unread]),
    'You give nothing that we can see, to a contract [unsure: that we could not check]. 0x3C…4293BC may take [gives: up to 5 DUSD].',
  ],
  [
    'data whose effect isn’t known',
    asked(signed, [fact('request.what', 'Order')], [words('request.warn.unknownEffect')]),
    'You sign something [unsure: that we could not check].',
  ],
  ['a message', asked(words('request.signMessage'), [code('request.with', me)]), ''],
  [
    'a login at another site',
    asked(
      words('request.signIn'),
      [fact('request.signsInAt', 'bank.example'), stays],
      [words('request.warn.elsewhere')],
    ),
    'You sign in at [gives: bank.example]. Nothing moves.',
  ],
  [
    'an account that is handed over',
    asked(words('request.delegate'), [code('request.delegateTo', them)]),
    '0x3C…4293BC acts for [gives: your whole account] from then on.',
  ],
  [
    'a payment that others send',
    asked(words('request.signTransaction'), [fact('request.leaves', '0.3 BTC'), fact('request.amount', '0.2 BTC')]),
    'You give [gives: 0.3 BTC].',
  ],
]

describe('[F13] the headline says what a request comes to', () => {
  test.each(table)('%s', (_, shown, said) => expect(marked(shown)).toBe(said))

  test('in every language as one sentence, its values where that has them', async () => {
    const shown = table.find(([name]) => name === 'a swap at a contract that is known')?.[1] ?? expect.fail()
    const said = async (tag: keyof typeof requestLanguages) =>
      textOf(drawn(shown, tag, await requestLanguages[tag]()).headline)
    expect(await said('de')).toBe('Sie geben 0,25 ETH und erhalten mindestens 717,63 DUSD von Uniswap V2.')
    expect(await said('es')).toBe('Das 0,25 ETH y recibes al menos 717,63 DUSD de Uniswap V2.')
    expect(await said('ar')).toBe('تعطي 0.25 ETH وتحصل على 717.63 DUSD على الأقل من Uniswap V2.')
    expect(await said('zh')).toBe('付出 0.25 ETH，从 Uniswap V2 获得至少 717.63 DUSD。')
  })

  test('[F14] a value is never read as a part of the sentence, nor turns it around', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{to}', '\uf8f00\uf8f1', '\u202e', '] $& $1', '<b>', ' USDC to nobody'),
    )
    fc.assert(
      fc.property(hostile, hostile, (token, name) => {
        const shown = asked(words('request.send', { token }), [
          fact('request.amount', `25 ${token}`),
          code('request.to', `${name} (${them})`),
        ])
        const { headline } = drawn(shown)
        expect(headline.filter(({ isValue }) => !isValue).map(({ text }) => text)).toEqual(['You give ', ' to ', '.'])
        expect(textOf(headline)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })

  test('what is given to a third party is in it, whatever else is simulated or warned of', () => {
    const other = fc.constantFrom(
      fact('request.simulatedComes', '10 ETH'),
      fact('request.simulation', words('request.nothingMoves')),
      fact('request.allowedAfter', '5 DUSD'),
      spender,
      fact('request.feeAtMost', '1 ETH'),
    )
    const warning = fc.constantFrom(strange, all, some, words('request.warn.simulationDiffers'))
    fc.assert(
      fc.property(fc.array(other), fc.array(other), fc.array(warning), (before, after, warnings) => {
        const gift = [fact('request.amount', '10 ETH'), code('request.to', them)]
        const shown = asked(words('request.send', { token: 'ETH' }), [...before, ...gift, ...after], warnings)
        expect(marked(shown)).toContain('You give [gives: 10 ETH] to 0x3C…4293BC.')
      }),
    )
  })
})

describe('an amount is written', () => {
  const write = (amount: string, way: 'up' | 'down' = 'up', locale = 'en') => writtenAmount(amount, { locale, way })

  test.each([
    ['1204.5 USDC', '1,204.50 USDC'],
    ['1.000000000000000001 ETH', '1.000001 ETH'],
    ['0.000000000000000001 ETH', '0.000000000000000001 ETH'],
    ['0.00000000123456 ETH', '0.0000000013 ETH'],
    ['0.9999999 ETH', '1 ETH'],
    ['5', '5'],
    ['Ape #12', 'Ape #12'],
    ['3 × Ape #12', '3 × Ape #12'],
    ['1.5 2 ETH', '1.5 2 ETH'],
    ['0x12', '0x12'],
  ])('%s as %s where it leaves', (amount, text) => expect(write(amount).text).toBe(text))

  test('in a language’s own figures, whole beside it', () => {
    expect(write('1204567.123456789 DUSD', 'down', 'de')).toEqual({
      text: '1.204.567,123456 DUSD',
      exact: '1.204.567,123456789 DUSD',
    })
  })

  test('never less than what leaves, never more than what comes, and no more than 6 decimals off', () => {
    const amount = fc.tuple(fc.bigInt(0n, 10n ** 30n), fc.bigInt(0n, 10n ** 18n - 1n))
    fc.assert(
      fc.property(amount, ([whole, fraction]) => {
        const digits = `${fraction}`.padStart(18, '0')
        const number = (text: string) => {
          const [before = '', after = ''] = text.replaceAll(',', '').split('.')
          return BigInt(`${before}${after.padEnd(18, '0')}`)
        }
        const value = whole * 10n ** 18n + fraction
        const [up, down] = [write(`${whole}.${digits}`, 'up'), write(`${whole}.${digits}`, 'down')]
        expect(number(up.exact)).toBe(value)
        expect(number(up.text) - value).toBeGreaterThanOrEqual(0n)
        expect(value - number(down.text)).toBeGreaterThanOrEqual(0n)
        expect(number(up.text) - number(down.text)).toBeLessThanOrEqual(10n ** 12n)
      }),
    )
  })
})

describe('what is drawn of a request', () => {
  const placed = (shown: ShownRequest) => {
    const { sums, facts, folded } = drawn(shown)
    const short = (all: typeof facts) => all.map(({ label, value, way = '' }) => `${way} ${label}: ${value}`.trim())
    return { sums: short(sums), facts: short(facts), folded: short(folded.facts) }
  }

  test('a sum stands once, with its direction and its worth; who asks and the block are folded', () => {
    const shown = asked(words('request.send', { token: 'ETH' }), [
      fact('request.simulatedLeaves', '1500 ETH'),
      simulatedAt,
      fact('request.amount', words('request.withWorth', { amount: '1500 ETH', worth: '$4' })),
      code('request.to', them),
      from,
      fact('request.network', 'Ethereum'),
    ])
    expect(placed(shown)).toEqual({
      sums: ['out Leaves, as simulated: 1,500.00 ETH'],
      facts: [`To: ${them}`, 'Network: Ethereum'],
      folded: ['Simulated at block: 1204', `From: ${me}`],
    })
  })

  test('of an allowance, what the headline and its choice say isn’t said again', () => {
    const limit = { label: words('request.limit'), unit: 'USDC', decimals: 6, usual: '25' }
    const facts = [
      fact('request.amount', words('request.unlimited')),
      fact('request.allowedBefore', '0 USDC'),
      fact('request.atStake', '1204.5 USDC'),
      ...[spender, stays],
    ]
    const { act, limit: offered } = drawn(asked(allow, facts, [all], { limit }))
    expect([act, offered?.label]).toEqual(['Allow', 'Allow at most'])
    expect(placed(asked(allow, facts, [all], { limit }))).toEqual({
      sums: [],
      facts: ['May take now: 0 USDC', 'You have now: 1,204.50 USDC', `Spender: ${them}`],
      folded: [],
    })
  })

  test('a contract is folded where it is known and said, and stands where it isn’t', () => {
    const facts = [
      fact('request.give', '1 ETH'),
      fact('request.getAtLeast', '2 DUSD'),
      code('request.contract', router),
    ]
    expect(placed(asked(swap, facts)).folded).toEqual([`Contract: ${router}`])
    expect(placed(asked(swap, facts, [strange])).facts).toEqual([`Contract: ${router}`])
    const unlisted = fact('request.token', words('request.unlisted', { token: 'DUSD' }))
    expect(placed(asked(swap, [...facts, unlisted])).facts).toContain(`Contract: ${router}`)
  })

  test('steps are read in their order, with all that each says', () => {
    const facts = [fact('request.give', '1 ETH'), step, fact('request.give', '1 ETH'), code('request.contract', router)]
    expect(placed(asked(carryOut, facts)).facts).toHaveLength(3)
  })

  test('data is folded once its words are said, with its length; a message and data that nobody understands are not', () => {
    const content = { label: words('request.data'), text: '0x12345678', isCode: true }
    const sent = drawn(asked(call, [fact('request.value', '0 ETH')], [unread], { content }))
    expect([sent.folded, sent.content?.label]).toEqual([
      { label: 'Details and data', facts: [], hasData: true },
      'Data, 4 bytes',
    ])
    const hash = asked(words('request.signMessage'), [], [words('request.warn.hash')], { content })
    expect(drawn(hash).folded.hasData).toBe(false)
    const tree = { label: words('request.signed'), fields: [] }
    const permit = asked(words('request.allowBySignature'), [fact('request.amount', '5 DUSD'), spender], [], { tree })
    expect(drawn(permit).folded.hasData).toBe(true)
    const unknown = asked(signed, [], [words('request.warn.unknownEffect')], { tree })
    expect(drawn(unknown).folded).toEqual({ label: 'Details', facts: [], hasData: false })
  })

  test('what makes a request deliberate stands before what is said of any; each is said once', () => {
    const person = words('request.warn.spenderPerson')
    const facts = [fact('request.amount', '5 USDC'), spender]
    const warnings = [some, person, some]
    const mildness = (isDeliberate: boolean) =>
      drawn(asked(allow, facts, warnings, { isDeliberate })).warnings.map(({ isMild }) => isMild)
    expect(mildness(true)).toEqual([false, true])
    expect(mildness(false)).toEqual([true, true])
  })
})
