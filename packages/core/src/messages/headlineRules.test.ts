import { describe, expect, test } from 'vitest'
import type { ShownRequest } from './index.js'
import type { Fact, PricedAmount, RequestSentence, Words } from './requestWords.js'
import {
  all,
  allow,
  asked,
  call,
  carryOut,
  code,
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
  strange,
  swap,
  them,
  unread,
  words,
} from './test/asked.js'

// Each rule of a headline where it holds, and where it stops.

const row = (
  is: string,
  title: Words,
  facts: readonly Fact[],
  said: string,
  ...warnings: readonly Words[]
): readonly [string, ShownRequest, string] => [is, asked(title, facts, warnings), said]

const other = `0x${'5'.repeat(40)}`
const third = `0x${'6'.repeat(40)}`
const fourth = `0x${'7'.repeat(40)}`
const dollar = `0x${'ab'.repeat(20)}`
const unlimited = words('request.unlimited')
const nothing = words('request.nothing')
const unreadAmount = (amount: string) => words('request.smallestUnit', { amount })
const priced = (contract: string | undefined, amount: bigint, decimals = 6): { readonly priced: PricedAmount } => ({
  priced: { contract, amount, decimals },
})
const give = (amount: string, more: Partial<Fact> = {}) => fact('request.give', amount, more)
const least = (amount: string, more: Partial<Fact> = {}) => fact('request.getAtLeast', amount, more)
const to = (address: string) => code('request.to', address)
const leaves = (amount: string, more: Partial<Fact> = {}) => fact('request.simulatedLeaves', amount, more)
const comes = (amount: string) => fact('request.simulatedComes', amount)
const stepOf = (title: Words) => fact('request.step', title)
const send = words('request.send', { token: 'ETH' })
const move = words('request.move', { token: 'DUSD' })
const act = words('request.actBySignature')
const permit = words('request.allowBySignature')
const others = words('request.warn.othersGet')
const differs = words('request.warn.simulationDiffers')

const tables: Readonly<Record<string, readonly (readonly [string, ShownRequest, string])[]>> = {
  'what is given away': [
    row(
      'to one and the same, in two amounts',
      send,
      [give('1 ETH'), to(them), give('2 DUSD'), to(them)],
      'You give [gives: 1 ETH] and [gives: 2 DUSD] to 0x3C…4293BC.',
    ),
    row(
      'to several names nobody where it isn’t said each for each',
      send,
      [fact('request.amount', '1 ETH'), to(them), to(other)],
      'You give [gives: 1 ETH].',
    ),
    row('of nothing has no sentence', send, [fact('request.amount', '0 ETH'), to(them)], ''),
    row(
      'of several owners has no sentence',
      move,
      [fact('request.amount', '1 DUSD'), code('request.from', me), code('request.from', them), to(other)],
      '',
    ),
    row(
      'of what another pays has no sentence',
      send,
      [fact('request.amount', '1 SOL'), to(them), code('request.paidBy', other)],
      '',
    ),
    row('in a swap, to one', swap, [give('1 ETH'), to(them)], 'You give [gives: 1 ETH] to 0x3C…4293BC.'),
    row(
      'to one by a contract that isn’t known, whom nobody checked',
      swap,
      [give('1 ETH'), to(them)],
      'You give [gives: 1 ETH] to a contract [unsure: that we could not check].',
      strange,
    ),
    row(
      'to each of two by it',
      swap,
      [give('1 ETH'), to(them), give('2 ETH'), to(other)],
      'You give [gives: 1 ETH] to [unsure: 0x3C…4293BC]. You give [gives: 2 ETH] to [unsure: 0x55…555555].',
      strange,
    ),
    row(
      'to three is said of each, and what is nothing of none',
      carryOut,
      [give('1 ETH'), to(them), give('2 ETH'), to(other), give('3 ETH'), to(third), give('0 ETH'), to(fourth)],
      'You give [gives: 1 ETH] to 0x3C…4293BC. You give [gives: 2 ETH] to 0x55…555555. You give [gives: 3 ETH] to 0x66…666666.',
    ),
    row(
      'to four is added up',
      carryOut,
      [give('1 ETH'), to(them), give('2 ETH'), to(other), give('3 ETH'), to(third), give('4 ETH'), to(fourth)],
      'You give [gives: 1 ETH], [gives: 2 ETH], [gives: 3 ETH], and [gives: 4 ETH] to 4 recipients.',
    ),
    row('of nothing at all has none', carryOut, [give('0 ETH'), to(them)], ''),
    row(
      'is said before what is exchanged beside it',
      carryOut,
      [give('5 DUSD'), to(them), give('1 ETH'), least('2 WETH')],
      'You give [gives: 5 DUSD] to 0x3C…4293BC. You give [gives: 1 ETH] and get [gets: at least 2 WETH].',
    ),
    row(
      'is said before what comes',
      carryOut,
      [give('5 DUSD'), to(them), fact('request.get', '2 WETH')],
      'You give [gives: 5 DUSD] to 0x3C…4293BC. You get [gets: 2 WETH].',
    ),
    row(
      'is said where the rest can’t be',
      carryOut,
      [give('5 DUSD'), to(them), fact('request.getAtLeast', unreadAmount('7'))],
      'You give [gives: 5 DUSD] to 0x3C…4293BC. The rest could not be checked.',
    ),
    row(
      'stays known where what is exchanged beside it is a stranger’s',
      carryOut,
      [give('5 DUSD'), to(them), give('1 ETH'), least('2 WETH')],
      'You give [gives: 5 DUSD] to 0x3C…4293BC. You give [gives: 1 ETH] to a contract [unsure: that we could not check]. It promises [unsure: at least 2 WETH].',
      strange,
    ),
    row(
      'of a token that can’t be read is said to be',
      carryOut,
      [fact('request.give', unreadAmount('9')), to(them), give('1 DUSD'), to(them)],
      'You give [gives: 1 DUSD] and [unsure: some of a token that we could not read] to 0x3C…4293BC.',
    ),
    row(
      'of more than is listed says how much more there is',
      carryOut,
      ['A #1', 'B #1', 'C #1', 'D #1', 'E #1'].flatMap((each) => [give(each), to(them)]),
      'You give [gives: A #1], [gives: B #1], [gives: C #1], and [gives: 2 more] to 0x3C…4293BC.',
    ),
    row(
      'of as much as is listed is listed',
      carryOut,
      ['A #1', 'B #1', 'C #1', 'D #1'].flatMap((each) => [give(each), to(them)]),
      'You give [gives: A #1], [gives: B #1], [gives: C #1], and [gives: D #1] to 0x3C…4293BC.',
    ),
    row(
      'in a payment that others send goes to whom it says',
      words('request.signTransaction'),
      [fact('request.leaves', '0 BTC'), fact('request.amount', '0.2 BTC'), to(them)],
      'You give [gives: 0.2 BTC] to 0x3C…4293BC.',
    ),
    row(
      'to a name that is no address stands as it is',
      send,
      [fact('request.amount', '1 ETH'), fact('request.to', 'Ada')],
      'You give [gives: 1 ETH] to Ada.',
    ),
    row(
      'to what words name',
      send,
      [fact('request.amount', '1 ETH'), fact('request.to', words('request.anybody'))],
      'You give [gives: 1 ETH] to Anybody.',
    ),
    row(
      'leaves what may be taken afterwards, as simulated',
      send,
      [
        fact('request.allowedAfter', '5 DUSD'),
        code('request.spender', other),
        fact('request.amount', '1 ETH'),
        to(them),
      ],
      'You give [gives: 1 ETH] to 0x3C…4293BC. 0x55…555555 may take [gives: up to 5 DUSD].',
    ),
  ],

  'amounts of one token': [
    row(
      'are one sum, whatever the letters of its address',
      carryOut,
      [
        ...[give('1 DUSD', priced(dollar, 1_000_000n)), to(them)],
        ...[give('2.5 DUSD', priced(dollar.toUpperCase(), 2_500_000n)), to(them)],
      ],
      'You give [gives: 3.5 DUSD] to 0x3C…4293BC.',
    ),
    row(
      'are several where only the name is one',
      carryOut,
      [give('1 DUSD'), to(them), give('2 DUSD', priced(dollar, 2_000_000n)), to(them)],
      'You give [gives: 1 DUSD] and [gives: 2 DUSD] to 0x3C…4293BC.',
    ),
    row(
      'are one sum though it has no unit',
      carryOut,
      [give('1', priced(undefined, 10n, 1)), to(them), give('2', priced(undefined, 20n, 1)), to(them)],
      'You give [gives: 3] to 0x3C…4293BC.',
    ),
    row(
      'with a unit of two words keep both',
      carryOut,
      [
        give('1 US Dollar', priced(dollar, 1_000_000n)),
        to(them),
        give('1 US Dollar', priced(dollar, 1_000_000n)),
        to(them),
      ],
      'You give [gives: 2 US Dollar] to 0x3C…4293BC.',
    ),
    row(
      'that are none in any form are left out',
      swap,
      ['0 A', '0.00 B', '00 C', '0'].map((each) => give(each)).concat(give('0.5 D'), least('10 E')),
      'You give [gives: 0.5 D] and get [gets: at least 10 E].',
    ),
    row(
      'in a trade are none where they are nothing of a token that can’t be read',
      swap,
      [fact('request.give', unreadAmount('0')), fact('request.give', nothing), fact('request.get', '1 ETH')],
      'You get [gets: 1 ETH].',
    ),
    row(
      'in a trade have no sentence where one can’t be read',
      swap,
      [fact('request.give', unreadAmount('10')), fact('request.get', '1 ETH')],
      '',
    ),
    row(
      'in a trade have none where there are more than are listed',
      swap,
      [...['A', 'B', 'C', 'D', 'E'].map((each) => give(`1 ${each}`)), fact('request.get', '1 ETH')],
      '',
    ),
    row(
      'in a trade have one where there are as many as are listed',
      swap,
      [...['A', 'B', 'C', 'D'].map((each) => give(`1 ${each}`)), fact('request.get', '1 ETH')],
      'You give [gives: 1 A], [gives: 1 B], [gives: 1 C], and [gives: 1 D] and get [gets: 1 ETH].',
    ),
  ],

  'what is exchanged': [
    row(
      'an offer',
      signed,
      [give('1 ETH'), least('2 DUSD'), fact('request.mayTake', words('request.anybody'))],
      'You offer [gives: 1 ETH] for [gets: at least 2 DUSD].',
    ),
    row(
      'what is sure and what comes at least',
      swap,
      [give('1 ETH'), fact('request.get', '2 A'), least('3 B')],
      'You give [gives: 1 ETH] and get [gets: 2 A] and [gets: at least 3 B].',
    ),
    row(
      'at contracts of which one is known twice',
      swap,
      [
        give('1 ETH'),
        least('2 A'),
        code('request.contract', router),
        code('request.contract', router),
        code('request.contract', them),
      ],
      'You give [gives: 1 ETH] and get [gets: at least 2 A] from Uniswap V2.',
    ),
    row(
      'at several known ones names none',
      swap,
      [give('1 ETH'), least('2 A'), code('request.contract', router), code('request.contract', `Aave (${them})`)],
      'You give [gives: 1 ETH] and get [gets: at least 2 A].',
    ),
    row(
      'at one that words name',
      swap,
      [give('1 ETH'), least('2 A'), fact('request.contract', words('request.nobody'))],
      'You give [gives: 1 ETH] and get [gets: at least 2 A].',
    ),
    row(
      'what is put into a known contract',
      swap,
      [give('1 ETH'), code('request.contract', router)],
      'You give [gives: 1 ETH] to Uniswap V2.',
    ),
    row('what is given, to nobody who is named', swap, [give('1 ETH')], 'You give [gives: 1 ETH].'),
    row(
      'what is given to a stranger',
      swap,
      [give('1 ETH')],
      'You give [gives: 1 ETH] to a contract [unsure: that we could not check].',
      strange,
    ),
    row('nothing for nothing is no exchange', swap, [], ''),
    row(
      'for somebody else, beside what the account gets',
      swap,
      [give('1 ETH'), least('2 A'), fact('request.othersGet', '3 A'), code('request.goesTo', them)],
      'You give [gives: 1 ETH], and [gives: 0x3C…4293BC] gets [gives: at least 3 A]. You get [gets: at least 2 A].',
      others,
    ),
    row(
      'for somebody else alone',
      swap,
      [give('1 ETH'), fact('request.get', nothing), fact('request.othersGet', '3 A'), code('request.goesTo', them)],
      'You give [gives: 1 ETH], and [gives: 0x3C…4293BC] gets [gives: at least 3 A].',
      others,
    ),
    row(
      'for somebody else, of which nothing is said, is given',
      swap,
      [give('1 ETH'), code('request.goesTo', them)],
      'You give [gives: 1 ETH].',
      others,
    ),
    row(
      'for several others names none of them',
      swap,
      [give('1 ETH'), least('2 A'), code('request.goesTo', them), code('request.goesTo', other)],
      'You give [gives: 1 ETH] and get [gets: at least 2 A].',
      others,
    ),
  ],

  'what may be taken': [
    row('of nothing that is named has no sentence', allow, [spender, stays], ''),
    row('by nobody who is named has none', allow, [fact('request.amount', '5 DUSD'), stays], ''),
    row(
      'where something moves too',
      allow,
      [fact('request.amount', '5 DUSD'), spender],
      '0x3C…4293BC may take [gives: up to 5 DUSD].',
      some,
    ),
    row(
      'where what moves is said beside nothing',
      allow,
      [fact('request.amount', '5 DUSD'), spender, stays, fact('request.movesNow', '1 ETH')],
      '0x3C…4293BC may take [gives: up to 5 DUSD]. Nothing moves now.',
      some,
    ),
    row(
      'just one thing',
      allow,
      [fact('request.amount', 'Ape #3'), spender, stays],
      '0x3C…4293BC may take [gives: Ape #3]. Nothing moves now.',
      words('request.warn.spenderOne'),
    ),
    row(
      'of four tokens is listed',
      permit,
      ['1 A', '2 B', '3 C', '4 D'].flatMap((each) => [fact('request.amount', each), spender]),
      'With your signature, 0x3C…4293BC may take [gives: up to 1 A], [gives: up to 2 B], [gives: up to 3 C], and [gives: up to 4 D].',
    ),
    row(
      'of five is said each by itself',
      permit,
      ['1 A', '2 B', '3 C', '4 D', '5 E'].flatMap((each) => [fact('request.amount', each), spender]),
      '0x3C…4293BC may take [gives: up to 1 A]. 0x3C…4293BC may take [gives: up to 2 B]. 0x3C…4293BC may take [gives: up to 3 C]. 0x3C…4293BC may take [gives: up to 4 D]. 0x3C…4293BC may take [gives: up to 5 E].',
    ),
    row(
      'by several is said of each',
      permit,
      [fact('request.amount', '5 A'), spender, fact('request.amount', '6 B'), code('request.spender', other)],
      '0x3C…4293BC may take [gives: up to 5 A]. 0x55…555555 may take [gives: up to 6 B].',
    ),
    row(
      'of which a warning says that it is all, whatever else is warned of',
      permit,
      [fact('request.amount', '5 A'), spender, fact('request.amount', '6 B'), spender],
      'With your signature, 0x3C…4293BC may take [gives: all of your A, now and later] and [gives: up to 6 B].',
      words('request.warn.spenderPerson'),
      words('request.warn.spenderAll', { token: 'A' }),
      words('request.warn.spenderSome', { token: 'B' }),
    ),
    row(
      'where warnings don’t go with amounts, each by its own',
      permit,
      [fact('request.amount', '5 A'), spender, fact('request.amount', unlimited), spender],
      'With your signature, 0x3C…4293BC may take [gives: up to 5 A] and [gives: all of your tokens, now and later].',
      words('request.warn.spenderAll', { token: 'A' }),
    ),
    row(
      'afterwards, of a batch: all of a token by its warning',
      carryOut,
      [give('1 ETH'), to(them), fact('request.allowedAfter', unlimited), code('request.spender', other), stepOf(send)],
      'You give [gives: 1 ETH] to 0x3C…4293BC. 0x55…555555 may take [gives: all of your USDC, now and later].',
      some,
      all,
    ),
    row(
      'afterwards of two tokens without a limit names neither',
      carryOut,
      [give('1 ETH'), to(them), fact('request.allowedAfter', unlimited), code('request.spender', other), stepOf(send)],
      'You give [gives: 1 ETH] to 0x3C…4293BC. 0x55…555555 may take [gives: all of your tokens, now and later].',
      all,
      words('request.warn.spenderAll', { token: 'DUSD' }),
    ),
    row(
      'afterwards by nobody who is named isn’t said',
      carryOut,
      [give('1 ETH'), to(them), fact('request.allowedAfter', '5 DUSD'), stepOf(send)],
      'You give [gives: 1 ETH] to 0x3C…4293BC.',
    ),
    row(
      'before it is taken back',
      carryOut,
      [fact('request.allowedMeanwhile', '7 DUSD'), fact('request.allowedAfter', '0 DUSD'), spender, stepOf(send)],
      '0x3C…4293BC may take [gives: up to 7 DUSD].',
    ),
    row(
      'by whoever comes next, not by one before',
      call,
      [code('request.spender', other), fact('request.allowedAfter', '7 DUSD'), spender],
      'You give nothing that we can see, to a contract [unsure: that we could not check]. 0x3C…4293BC may take [gives: up to 7 DUSD].',
      unread,
    ),
    row(
      'an amount that is followed by another isn’t the spender’s',
      call,
      [fact('request.amount', '7 DUSD'), fact('request.amount', '8 DUSD'), spender],
      'You give nothing that we can see, to a contract [unsure: that we could not check]. 0x3C…4293BC may take [gives: up to 8 DUSD].',
      unread,
    ),
    row('no more', words('request.disallow'), [spender], ''),
    row('no more by several', words('request.disallow', { token: 'A' }), [spender, code('request.spender', other)], ''),
  ],

  'several steps': [
    row(
      'each that allows is said by itself, where no sum is',
      carryOut,
      [
        ...[stepOf(allow), fact('request.amount', '5 USDC'), spender],
        ...[stepOf(words('request.swap')), give('1 ETH')],
      ],
      '0x3C…4293BC may take [gives: up to 5 USDC].',
    ),
    row(
      'where what is left is added up that alone is said',
      carryOut,
      [
        ...[fact('request.allowedAfter', '9 USDC'), spender],
        ...[stepOf(allow), fact('request.amount', '5 USDC'), spender],
      ],
      '0x3C…4293BC may take [gives: up to 9 USDC].',
    ),
    row(
      'a collection and an account that are handed over',
      carryOut,
      [
        ...[
          stepOf(words('request.handOverCollection')),
          code('request.operator', them),
          code('request.contract', 'Apes (0x1)'),
        ],
        ...[stepOf(words('request.handOverAccount')), code('request.ownedBy', other)],
        ...[stepOf(words('request.changeController')), code('request.goesTo', third)],
      ],
      '0x3C…4293BC may take [gives: all that you have of Apes, now and later]. [gives: 0x55…555555] decides over an account of yours. [gives: 0x66…666666] decides over an account of yours.',
      words('request.warn.handedOver'),
    ),
    row(
      'a step without a sentence of its own is left out',
      carryOut,
      [...[stepOf(allow), spender], ...[fact('request.step', 'Allow')]],
      '',
    ),
    row(
      'what they come to by their data, not what was simulated before it',
      carryOut,
      [leaves('9 ETH'), give('8 ETH'), simulatedAt, give('1 ETH'), least('2 A'), stepOf(send)],
      'You give [gives: 1 ETH] and get [gets: at least 2 A].',
    ),
    row(
      'beside one that can’t be read, what can be',
      carryOut,
      [give('1 ETH'), to(them), leaves('9 A'), stepOf(call)],
      'You give [gives: 1 ETH] to 0x3C…4293BC. The rest could not be checked.',
      unread,
    ),
    row(
      'beside one that can’t be read, what was simulated, where the data says nothing',
      carryOut,
      [leaves('9 A'), simulatedAt, fact('request.allowedAfter', '5 DUSD'), spender, stepOf(call)],
      'As simulated, you give [gives: 9 A]. 0x3C…4293BC may take [gives: up to 5 DUSD]. The rest could not be checked.',
      unread,
    ),
    row(
      'of which nothing can be said',
      carryOut,
      [fact('request.simulatedLeaves', unreadAmount('9')), simulatedAt, stepOf(call)],
      '',
      unread,
    ),
    row(
      'of several transactions',
      words('request.signTransactions', { count: '2' }),
      [give('1 SOL'), to(them), fact('request.transaction', '1 of 2'), fact('request.amount', '2 SOL')],
      'You give [gives: 1 SOL] to 0x3C…4293BC.',
    ),
  ],

  'what others carry out by a signature': [
    row(
      'in the account’s own name is the call’s',
      act,
      [
        code('request.with', me.toUpperCase()),
        from,
        fact('request.inside', send),
        fact('request.amount', '1 ETH'),
        to(them),
        fact('request.inside', send),
        fact('request.amount', '9 ETH'),
      ],
      'You give [gives: 1 ETH] to 0x3C…4293BC.',
    ),
    row(
      'up to the next step',
      act,
      [
        code('request.with', me),
        from,
        fact('request.inside', send),
        fact('request.amount', '1 ETH'),
        to(them),
        stepOf(send),
        fact('request.amount', '9 ETH'),
      ],
      'You give [gives: 1 ETH] to 0x3C…4293BC.',
    ),
    row(
      'in another’s name gives nothing of the account’s',
      act,
      [
        code('request.with', me),
        code('request.from', other),
        fact('request.inside', send),
        fact('request.amount', '1 ETH'),
        to(them),
      ],
      '',
    ),
    row('where it isn’t a call in words', act, [code('request.with', me), from, fact('request.inside', 'data')], ''),
    row('where nothing is inside', act, [code('request.with', me), from, give('1 ETH')], 'You give [gives: 1 ETH].'),
    row(
      'is nobody’s where it isn’t by a signature',
      swap,
      [code('request.with', me), from, fact('request.inside', send), fact('request.amount', '1 ETH'), to(them)],
      '',
    ),
  ],

  'a call that can’t be read': [
    row(
      'of one that is known by name',
      call,
      [fact('request.value', '1 ETH'), to(router)],
      'You give [gives: 1 ETH] to Uniswap V2. The rest could not be checked.',
      unread,
    ),
    row(
      'of one that is known by name, for nothing',
      call,
      [fact('request.value', '0 ETH'), to(router)],
      'You give nothing that we can see, to a contract [unsure: that we could not check].',
      unread,
    ),
    row(
      'what a simulation saw beside what is sent',
      call,
      [leaves('5 DUSD'), simulatedAt, fact('request.value', '1 ETH'), to(them)],
      'You give [gives: 1 ETH] and [gives: 5 DUSD] to a contract [unsure: that we could not check].',
      unread,
    ),
    row(
      'what a simulation saw of what is sent isn’t said twice',
      call,
      [leaves('1 ETH'), fact('request.value', words('request.withWorth', { amount: '1 ETH', worth: '$4' }))],
      'You give [gives: 1 ETH] to a contract [unsure: that we could not check].',
      unread,
    ),
    row(
      'nor where the coin is both, in whatever amount',
      call,
      [leaves('2 ETH', priced(undefined, 2n, 0)), fact('request.value', '1 ETH', priced(undefined, 1n, 0))],
      'You give [gives: 1 ETH] to a contract [unsure: that we could not check].',
      unread,
    ),
    row(
      'but a token beside the coin is',
      call,
      [leaves('2 A', priced(dollar, 2n, 0)), leaves('3 B'), fact('request.value', '1 ETH', priced(undefined, 1n, 0))],
      'You give [gives: 1 ETH], [gives: 2 A], and [gives: 3 B] to a contract [unsure: that we could not check].',
      unread,
    ),
    row(
      'and the coin beside a token',
      call,
      [leaves('2 ETH', priced(undefined, 2n, 0)), give('1 A', priced(dollar, 1n, 0))],
      'You give [gives: 1 A] and [gives: 2 ETH] to a contract [unsure: that we could not check].',
      unread,
    ),
    row('of which an amount can’t be read', call, [fact('request.simulatedLeaves', unreadAmount('5'))], '', unread),
    row('of which what comes can’t be read', call, [fact('request.simulatedComes', unreadAmount('5'))], '', unread),
    row(
      'at what words name',
      call,
      [fact('request.value', '1 ETH'), fact('request.to', words('request.nobody'))],
      'You give [gives: 1 ETH] to a contract [unsure: that we could not check].',
      unread,
    ),
  ],

  'what was simulated': [
    row(
      'alone: both',
      call,
      [leaves('1 ETH'), comes('2 A')],
      'As simulated, you give [gives: 1 ETH] and get [gets: 2 A].',
    ),
    row('alone: what goes', call, [leaves('1 ETH'), comes('0 A')], 'As simulated, you give [gives: 1 ETH].'),
    row('alone: what comes', call, [comes('2 A')], 'As simulated, you get [gets: 2 A].'),
    row('of nothing', call, [comes('0 A')], ''),
    row('where either can’t be read', call, [leaves('1 ETH'), fact('request.simulatedComes', unreadAmount('5'))], ''),
    row(
      'and differs from an exchange',
      swap,
      [leaves('3 ETH'), comes('2 A'), simulatedAt, give('1 ETH'), least('2 A')],
      'You give [gives: 1 ETH] and get [gets: at least 2 A]. As simulated, you give [gives: 3 ETH] and get [gets: 2 A].',
      differs,
    ),
    row(
      'and doesn’t',
      swap,
      [leaves('1 ETH'), comes('2 A'), simulatedAt, give('1 ETH'), least('2 A')],
      'You give [gives: 1 ETH] and get [gets: at least 2 A].',
    ),
    row(
      'and differs from nothing is said once',
      call,
      [leaves('1 ETH')],
      'As simulated, you give [gives: 1 ETH].',
      differs,
    ),
  ],

  'what is handed over': [
    row(
      'a collection whose operator isn’t named',
      words('request.handOverCollection'),
      [code('request.contract', 'Apes (0x1)')],
      '',
    ),
    row('a collection that isn’t named', words('request.handOverCollection'), [code('request.operator', them)], ''),
    row(
      'a collection that words name',
      words('request.handOverCollection'),
      [code('request.operator', them), fact('request.contract', words('request.nobody'))],
      '',
    ),
    row(
      'an account, by who decides over it',
      words('request.changeController'),
      [code('request.goesTo', them), code('request.ownedBy', other)],
      '[gives: 0x3C…4293BC] decides over an account of yours.',
      words('request.warn.controller'),
    ),
    row(
      'an account, of which nothing is warned',
      words('request.changeController'),
      [code('request.goesTo', them)],
      '',
    ),
    row(
      'an account, to what words name',
      words('request.handOverAccount'),
      [fact('request.goesTo', words('request.nobody'))],
      '',
      words('request.warn.handedOver'),
    ),
    row('an account, to nobody', words('request.handOverAccount'), [], '', words('request.warn.handedOver')),
    row('what acts for it isn’t named', words('request.delegate'), [], ''),
    row(
      'what acts for it is what words name',
      words('request.delegate'),
      [fact('request.delegateTo', words('request.anybody'))],
      '',
    ),
  ],

  'what is signed in at': [
    row(
      'the site that asks',
      words('request.signIn'),
      [fact('request.signsInAt', 'bank.example')],
      'You sign in at bank.example. Nothing moves.',
    ),
    row(
      'another, unsaid',
      words('request.signIn'),
      [fact('request.signsInAt', 'bank.example')],
      'You sign in at [gives: bank.example]. Nothing moves.',
      words('request.warn.elsewhereUnsaid'),
    ),
    row('none', words('request.signIn'), [], ''),
  ],

  'what can’t be told apart': [
    row(
      'a hash',
      words('request.signMessage'),
      [],
      'You sign something [unsure: that we could not check].',
      words('request.warn.hash'),
    ),
    row(
      'no text',
      words('request.signMessage'),
      [],
      'You sign something [unsure: that we could not check].',
      words('request.warn.noText'),
    ),
    row('beside what it gives', signed, [give('1 A')], 'You give [gives: 1 A].', words('request.warn.unknownEffect')),
  ],
}

describe.each(Object.entries(tables))('[F13] %s', (_, rows) => {
  test.each(rows)('%s', (_is, shown, said) => expect(marked(shown)).toBe(said))
})

test('a name with brackets of its own ends where its address begins', () => {
  const name = (label: RequestSentence, value: string) =>
    asked(send, [fact('request.amount', '1 ETH'), code(label, value)])
  expect(marked(name('request.to', `Ada (the first) (${them})`))).toBe('You give [gives: 1 ETH] to Ada (the first).')
  expect(marked(name('request.to', `Ada\nB (${them})`))).toBe('You give [gives: 1 ETH] to AdaB.')
})
