import { describe, expect, test } from 'vitest'
import type { RequestSentence } from '../words/shown.js'
import { asked, carryOut, code, fact, marked, me, router, signed, strange, swap, them, words } from './test/asked.js'
import {
  dollar,
  fourth,
  give,
  type HeadlineRow,
  least,
  move,
  nothing,
  other,
  others,
  priced,
  row,
  send,
  third,
  to,
  unreadAmount,
} from './test/headlineRows.js'

// Each rule of a headline where it holds, and where it stops: of what is given, got and handed over.

const tables: Readonly<Record<string, readonly HeadlineRow[]>> = {
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
      'You give [unsure: some of a token that we could not read] and [gives: 1 DUSD] to 0x3C…4293BC.',
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
      'for somebody else, of which nothing is said, is theirs',
      swap,
      [give('1 ETH'), code('request.goesTo', them)],
      'You give [gives: 1 ETH], and [gives: 0x3C…4293BC] gets what comes for it.',
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
