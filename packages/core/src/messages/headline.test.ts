import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ShownRequest } from '../words/shown.js'
import { requestLanguages } from './index.js'
import {
  all,
  allow,
  asked,
  call,
  carryOut,
  code,
  drawn,
  fact,
  from,
  marked,
  me,
  router,
  signed,
  simulatedAt,
  some,
  spender,
  stays,
  step,
  strange,
  swap,
  textOf,
  them,
  unread,
  words,
} from './test/asked.js'

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
      fact('request.knownAs', 'ada.of.the.harbour.eth'),
    ]),
    'You give [gives: 1,500.00 ETH] to ada.of.the.harbour.eth.',
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
    'an amount whose decimals aren’t known is said to be',
    asked(words('request.send', { token: words('request.tokens') }), [
      fact('request.amount', words('request.smallestUnit', { amount: '5' })),
      code('request.to', them),
    ]),
    'You give [unsure: some of a token that we could not read] to 0x3C…4293BC.',
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
    'You give [gives: 1 ETH] and may get [unsure: nothing] for it.',
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
    'a stake that is somebody else’s, once',
    asked(words('request.severalSteps'), [
      ...[fact('request.give', '3 SOL'), fact('request.to', 'Ann'), fact('request.step', words('request.stake'))],
      ...[fact('request.amount', '3 SOL'), fact('request.goesTo', 'Ann'), fact('request.validator', 'Val')],
    ]),
    'You give [gives: 3 SOL] to Ann, staked with Val.',
  ],
  [
    'a payment that others send',
    asked(words('request.signTransaction'), [
      ...[fact('request.leaves', '0.3 BTC'), fact('request.amount', '0.2 BTC'), fact('request.comesBack', '0.1 BTC')],
    ]),
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

  test('an amount stays on the line of its unit, whole beside it where it is cut', () => {
    const amount = fact('request.amount', '1.000000000000000001 ETH')
    const [, given] = drawn(asked(words('request.send', { token: 'ETH' }), [amount, code('request.to', them)])).headline
    expect(given).toEqual({
      ...{ text: '1.000001\u00a0ETH', exact: '1.000000000000000001\u00a0ETH' },
      ...{ isValue: true, tone: 'gives' },
    })
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
