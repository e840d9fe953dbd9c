import { describe, expect, test } from 'vitest'
import { call, carryOut, code, fact, marked, strange, swap, them, unread, words } from './test/asked.js'
import { give, type HeadlineRow, least, nothing, other, row, send, stepOf, third, to } from './test/headlineRows.js'

// Who decides over contracts is said before all else, and what is said at the end of a headline whatever it is of.

const handOver = words('request.handOverContract')
const goes = code('request.goesTo', them)
const at = code('request.contract', other)
const router = fact('request.contract', 'Router (0x1)')
const exchange = [stepOf(swap), give('100 USD'), least('0.03 WETH'), router]
const hash = `0x${'9'.repeat(64)}`

const tables: Readonly<Record<string, readonly HeadlineRow[]>> = {
  'a contract': [
    row('goes to another', handOver, [goes, at], '[gives: 0x3C…4293BC] becomes the owner of 0x55…555555.'),
    row(
      'becomes one’s own',
      handOver,
      [fact('request.goesTo', words('request.thisAccount')), at],
      'You become the owner of 0x55…555555.',
    ),
    row(
      'becomes nobody’s',
      handOver,
      [fact('request.goesTo', words('request.nobody')), at],
      'You give 0x55…555555 up: nobody owns it any more.',
    ),
    row('that isn’t named has no sentence', handOver, [goes], ''),
    row('of which nobody says to whom it goes has none', handOver, [at], ''),
    row(
      'gets other code',
      words('request.upgrade'),
      [code('request.newCode', third), at],
      'The code of 0x55…555555 is replaced by that of [gives: 0x66…666666].',
    ),
    row(
      'gives a role',
      words('request.grantRole'),
      [code('request.role', hash), goes, at],
      '[gives: 0x3C…4293BC] gets the role 0x99…999999 of 0x55…555555.',
    ),
    row(
      'takes a role',
      words('request.revokeRole'),
      [fact('request.role', words('request.roleOfAll')), code('request.account', them), at],
      '[gives: 0x3C…4293BC] no longer decides over all roles of 0x55…555555.',
    ),
    row(
      'is handed over with coins beside it',
      handOver,
      [give('1 ETH'), to(other), goes, at],
      '[gives: 0x3C…4293BC] becomes the owner of 0x55…555555. You give [gives: 1 ETH] to a contract [unsure: that we could not check].',
      strange,
    ),
  ],
  'within several steps': [
    row(
      'it is said before what is given',
      carryOut,
      [give('1 USD'), to(third), stepOf(send), fact('request.amount', '1 USD'), to(third), stepOf(handOver), goes, at],
      '[gives: 0x3C…4293BC] becomes the owner of 0x55…555555. You give [gives: 1 USD] to 0x66…666666.',
    ),
    row(
      'and before an exchange that nothing adds up',
      carryOut,
      [...exchange, stepOf(handOver), goes, at],
      '[gives: 0x3C…4293BC] becomes the owner of 0x55…555555. You give [gives: 100 USD] and get [gets: at least 0.03 WETH] from Router.',
    ),
    row(
      'an exchange is said beside what can’t be read',
      carryOut,
      [...exchange, stepOf(call)],
      'You give [gives: 100 USD] and get [gets: at least 0.03 WETH] from Router. The rest could not be checked.',
      unread,
    ),
    row(
      'one at a contract that isn’t known is said by what is given alone',
      carryOut,
      [give('5 USD'), to(other), stepOf(swap), give('5 USD'), least('1 A'), at, stepOf(handOver), goes, at],
      '[gives: 0x3C…4293BC] becomes the owner of 0x55…555555. You give [gives: 5 USD] to a contract [unsure: that we could not check].',
      strange,
    ),
    row(
      'an exchange that is added up isn’t said again',
      carryOut,
      [give('100 USD'), least('0.03 WETH'), router, ...exchange],
      'You give [gives: 100 USD] and get [gets: at least 0.03 WETH] from Router.',
    ),
    row(
      'what is taken out for another is said',
      carryOut,
      [
        stepOf(words('request.withdraw')),
        fact('request.give', words('request.someOf', { token: 'SHARE' })),
        fact('request.othersGetJust', '5 USD'),
        goes,
        stepOf(handOver),
        goes,
        at,
      ],
      '[gives: 0x3C…4293BC] becomes the owner of 0x55…555555. You give [unsure: an unknown amount of SHARE], and [gives: 0x3C…4293BC] gets [gives: 5 USD].',
      words('request.warn.othersGet'),
    ),
    row(
      'a contract that is created is said',
      carryOut,
      [give('1 USD'), to(third), stepOf(words('request.createContract')), code('request.data', '0x60')],
      'You give [gives: 1 USD] to 0x66…666666. You create a contract [unsure: that we could not check]. The rest could not be checked.',
      unread,
    ),
  ],
  'a Safe': [
    row(
      'with one owner for another',
      words('request.safeOwners'),
      [code('request.newOwner', them), code('request.oldOwner', third)],
      '[gives: 0x3C…4293BC] decides over the Safe from then on. 0x66…666666 no longer decides over the Safe.',
    ),
    row(
      'with fewer signatures',
      words('request.safeOwners'),
      [fact('request.threshold', '1')],
      'The Safe asks for 1 of its owners’ signatures.',
    ),
    row(
      'without its guard',
      words('request.safeOwners'),
      [fact('request.guard', words('request.nobodyNow'))],
      'No guard checks what the Safe does any more.',
    ),
    row(
      'with another contract that answers for it',
      words('request.safeOwners'),
      [code('request.handler', them)],
      '[gives: 0x3C…4293BC] answers in the Safe’s name.',
    ),
    row('of which nothing is named has no sentence', words('request.safeOwners'), [at], ''),
  ],
  'by itself': [
    row(
      'a contract is created',
      words('request.createContract'),
      [fact('request.value', '0 ETH')],
      'You create a contract [unsure: that we could not check].',
      unread,
    ),
    row(
      'a contract is created with coins',
      words('request.createContract'),
      [fact('request.value', '1 ETH')],
      'You create a contract [unsure: that we could not check]. You give [gives: 1 ETH].',
      unread,
    ),
    row(
      'coins are wrapped',
      words('request.wrap', { token: 'SOL' }),
      [fact('request.amount', '1 SOL')],
      'You wrap [gives: 1 SOL], which stays yours.',
    ),
    row(
      'coins are unwrapped',
      words('request.unwrap', { token: 'SOL' }),
      [fact('request.comesBack', '1 SOL')],
      'You unwrap [gives: 1 SOL], which stays yours.',
    ),
    row(
      'coins are wrapped at a contract',
      words('request.wrapInto', { token: 'WETH' }),
      [give('1 ETH'), fact('request.get', '1 WETH')],
      'You give [gives: 1 ETH] and get [gets: 1 WETH].',
    ),
    row(
      'the least is nothing',
      swap,
      [give('1 ETH'), least('0 A')],
      'You give [gives: 1 ETH] and may get [unsure: nothing] for it.',
    ),
    row(
      'nothing is sure to come',
      swap,
      [give('1 ETH'), fact('request.getAtLeast', nothing)],
      'You give [gives: 1 ETH] and get [unsure: nothing] for it.',
    ),
    row(
      'an allowance has no end',
      words('request.allow', { token: 'A' }),
      [fact('request.amount', '5 A'), code('request.spender', them), fact('request.until', words('request.forEver'))],
      '0x3C…4293BC may take [gives: up to 5 A]. It has no end.',
    ),
    row(
      'a recipient is called with data',
      send,
      [give('5 A'), to(them)],
      'You give [gives: 5 A] to 0x3C…4293BC. A contract [unsure: that we could not check] is called with it. Data of 7 bytes, which we could not read, goes with it.',
      words('request.warn.receiverCalled'),
      words('request.warn.receiverData', { count: '7' }),
    ),
  ],
  'signed coins': [
    row(
      'to one, with change',
      words('request.signTransaction'),
      [
        fact('request.amount', '1 BTC'),
        to(them),
        fact('request.comesBack', '2 BTC'),
        fact('request.leaves', '1.1 BTC'),
      ],
      'You give [gives: 1 BTC] to 0x3C…4293BC. What is inscribed on the coins goes with them.',
      words('request.warn.ordinals'),
    ),
    row(
      'to each of two',
      words('request.signTransaction'),
      [
        fact('request.amount', '1 BTC'),
        to(them),
        fact('request.amount', '2 BTC'),
        to(other),
        fact('request.comesBack', '2 BTC'),
        fact('request.leaves', '3.1 BTC'),
      ],
      'You give [gives: 1 BTC] to 0x3C…4293BC. You give [gives: 2 BTC] to 0x55…555555.',
    ),
    row(
      'to another of one’s own beside',
      words('request.signTransaction'),
      [
        fact('request.amount', '1 BTC'),
        code('request.toOwn', third),
        fact('request.amount', '2 BTC'),
        to(other),
        fact('request.comesBack', '2 BTC'),
        fact('request.leaves', '3.1 BTC'),
      ],
      'You give [gives: 3.1 BTC].',
    ),
  ],
}

describe.each(Object.entries(tables))('[F13] %s', (_, rows) => {
  test.each(rows)('%s', (_is, shown, said) => expect(marked(shown)).toBe(said))
})
