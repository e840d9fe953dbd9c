import { SigHash } from '@scure/btc-signer'
import { afterAll, beforeAll, test } from 'vitest'
import { expectRow, mine, type OnLedger, type Row, startLedger, stranger } from './test/asking.js'

// What leaves an account on Bitcoin, and what is left to others: rules of the kind, each with cases of its own.

let on: OnLedger
beforeAll(async () => {
  on = await startLedger()
})
afterAll(() => on.ledger.stop())

const rows: readonly Row[] = [
  {
    is: 'one in which more comes than is given: both',
    inputs: [{ of: 'b' }, { of: 'theirs' }],
    outputs: [
      [mine, 100_000n],
      [stranger.script, 19_000n],
    ],
    ...{ level: 'plain', facts: ['You give: 0.0005 BTC', 'You get: 0.001 BTC', 'Others get: 0.00019 BTC'] },
    headline: 'You give 0.0005 BTC and get 0.001 BTC.',
  },
  {
    is: 'a listing: what is offered at least, and what for',
    inputs: [{ of: 'b', sighash: SigHash.SINGLE_ANYONECANPAY }],
    outputs: [[mine, 900_000n]],
    ...{ level: 'deliberate', title: 'Sign an offer', warnings: ['others may change'] },
    facts: ['You give: 0.0005 BTC', 'You get at least: 0.009 BTC', 'May be taken up by: Anybody'],
    ...{ headline: 'You offer 0.0005 BTC for at least 0.009 BTC.', not: ['values of its inputs'] },
  },
  {
    is: 'a listing among the outputs and inputs of others: only its own place is bound',
    inputs: [{ of: 'theirs' }, { of: 'b', sighash: SigHash.SINGLE }],
    outputs: [
      [mine, 30_000n],
      [mine, 60_000n],
    ],
    ...{ level: 'deliberate', title: 'Sign an offer', facts: ['You get at least: 0.0006 BTC'] },
  },
  {
    is: 'one whose own place is somebody else’s',
    inputs: [{ of: 'b', sighash: SigHash.SINGLE_ANYONECANPAY }],
    outputs: [[stranger.script, 40_000n]],
    ...{ level: 'deliberate', facts: ['You get at least: Nothing', 'Others get: 0.0004 BTC'] },
    headline: 'You offer 0.0005 BTC for nothing.',
  },
  {
    is: 'one that binds no output',
    inputs: [{ of: 'b', sighash: SigHash.NONE }],
    outputs: [[mine, 49_000n]],
    ...{ level: 'deliberate', headline: 'You offer 0.0005 BTC for nothing.' },
  },
  {
    is: 'one that pays out more than it holds until others bring it in',
    inputs: [{ of: 'b', sighash: SigHash.ALL_ANYONECANPAY }],
    outputs: [[mine, 80_000n]],
    ...{ level: 'deliberate', headline: 'You offer 0.0005 BTC for at least 0.0008 BTC.' },
  },
  {
    is: 'what pays out more than it holds is refused by the network',
    inputs: [{ of: 'b' }],
    outputs: [[stranger.script, 80_000n]],
    ...{ level: 'deliberate', warnings: ['network refuses'], not: ['values of its inputs'] },
  },
  {
    is: 'all that the account has',
    outputs: [[stranger.script, 149_000n]],
    ...{ level: 'careful', warnings: ['This is all of your BTC'] },
  },
  {
    is: 'nearly all of it',
    outputs: [
      [stranger.script, 145_000n],
      [mine, 4_000n],
    ],
    ...{ level: 'careful', warnings: ['nearly all of your BTC'] },
  },
  {
    is: '44: a fee of more than a tenth of what is sent, whatever its rate',
    inputs: [{ of: 'b' }],
    outputs: [
      [stranger.script, 20_000n],
      [mine, 26_500n],
    ],
    ...{ level: 'deliberate', warnings: ['far higher than usual'] },
  },
]

test.each(rows)('$is', (row) => expectRow(on, row))
