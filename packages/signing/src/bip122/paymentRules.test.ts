import { expect, test } from 'vitest'
import {
  foreign,
  input,
  known,
  mine,
  type Paid,
  saidOfPayment,
  theirs,
  warningsOfPayment,
} from './test/saidOfPayment.js'

// What a payment says of its fee, its inputs and its signatures, rule by rule, each where it holds and where it stops.

const rows: readonly (readonly [string, string, Paid])[] = [
  [
    'a fee of a tenth',
    'Send BTC | Amount: 0.0004 BTC | To: theirs # | Comes back: 0.00056 BTC | Leaves this wallet: 0.00044 BTC | Fee: 0.00004 BTC: 4000 sat, 28.4 sat/vB | You give 0.0004 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 40_000n],
        [mine, 56_000n],
      ],
      usualRate: 40,
    },
  ],
  [
    'a fee of more than a tenth',
    '!! Send BTC | Amount: 0.00039999 BTC | To: theirs # | Comes back: 0.00056 BTC | Leaves this wallet: 0.00044 BTC | Fee: 0.00004001 BTC: 4001 sat, 28.4 sat/vB | ! The fee is far higher than usual. | You give 0.0004 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 39_999n],
        [mine, 56_000n],
      ],
      usualRate: 40,
    },
  ],
  [
    'a small fee, whatever is sent',
    'Send BTC | Amount: 0.00001 BTC | To: theirs # | Comes back: 0.00096 BTC | Leaves this wallet: 0.00004 BTC | Fee: 0.00003 BTC: 3000 sat, 21.3 sat/vB | You give 0.00001 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 1_000n],
        [mine, 96_000n],
      ],
    },
  ],
  [
    'a fee that nobody minds no more',
    '!! Send BTC | Amount: 0.00001 BTC | To: theirs # | Comes back: 0.00095999 BTC | Leaves this wallet: 0.00004001 BTC | Fee: 0.00003001 BTC: 3001 sat, 21.3 sat/vB | ! The fee is far higher than usual: 0.00 | You give 0.00001 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 1_000n],
        [mine, 95_999n],
      ],
    },
  ],
  [
    'a high fee within the account',
    '!! Move coins within this account | Comes back: 0.0009 BTC | Leaves this wallet: 0.0001 BTC | Fee: 0.0001 BTC: 10000 sat, 90.9 sat/vB | ! The fee is far higher than usual: 0.00 | ',
    { outputs: [[mine, 90_000n]] },
  ],
  [
    'a fee by its rate',
    '!! Send BTC | Amount: 0.099 BTC | To: theirs # | Leaves this wallet: 0.1 BTC | Fee: 0.001 BTC: 100000 sat, 909.1 sat/vB | ! This is all of your BTC. | ! The fee is far higher than usual. | You give 0.099 BTC to bc1q…znaxld.',
    { inputs: [input({ value: 10_000_000n, onLedger: 10_000_000n })], outputs: [[theirs, 9_900_000n]] },
  ],
  [
    'a fee by the rate of a crowd',
    'Send BTC | Amount: 0.0999 BTC | To: theirs # | Leaves this wallet: 0.1 BTC | Fee: 0.0001 BTC: 10000 sat, 90.9 sat/vB | ! This is all of your BTC. | You give 0.0999 BTC to bc1q…znaxld.',
    {
      inputs: [input({ value: 10_000_000n, onLedger: 10_000_000n })],
      outputs: [[theirs, 9_990_000n]],
      usualRate: undefined,
    },
  ],
  [
    'no fee',
    'Send BTC | Amount: 0.001 BTC | To: theirs # | Leaves this wallet: 0.001 BTC | Fee: 0 BTC: 0 sat, 0 sat/vB | You give 0.001 BTC to bc1q…znaxld.',
    { outputs: [[theirs, 100_000n]] },
  ],
  [
    'an input whose value isn’t said',
    '!! Send BTC | Amount: 0.0005 BTC | To: theirs # | Fee: Unknown | ! An input isn’t known to the network as | ! The values of its inputs aren’t known, | You give 0.0005 BTC to bc1q…znaxld.',
    { inputs: [input({ value: undefined, onLedger: undefined })], outputs: [[theirs, 50_000n]] },
  ],
  [
    'one of two whose value isn’t said',
    '!! Send BTC | Amount: 0.0005 BTC | To: theirs # | Fee: Unknown | ! An input isn’t known to the network as | ! The values of its inputs aren’t known, | You give 0.0005 BTC to bc1q…znaxld.',
    { inputs: [input(), input({ value: undefined, onLedger: undefined })], outputs: [[theirs, 50_000n]] },
  ],
  [
    'an input whose value the ledger alone says',
    '!! Send BTC | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | An input, as the application says: Unknown | An input, on the network: 0.001 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | ! The network has an input with another  | You give 0.0005 BTC to bc1q…znaxld.',
    {
      inputs: [input({ value: undefined })],
      outputs: [
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'an input whose value the ledger says otherwise',
    '!! Send BTC | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | An input, as the application says: 0.0006 BTC | An input, on the network: 0.001 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | ! The network has an input with another  | You give 0.0005 BTC to bc1q…znaxld.',
    {
      inputs: [input({ value: 60_000n })],
      outputs: [
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'an input that the ledger doesn’t have',
    '!! Send BTC | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | ! An input isn’t known to the network as | You give 0.0005 BTC to bc1q…znaxld.',
    {
      inputs: [input({ onLedger: undefined })],
      outputs: [
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'one of two that it doesn’t have',
    '!! Send BTC | Amount: 0.0015 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.001505 BTC | Fee: 0.000005 BTC: 500 sat, 2.4 sat/vB | ! An input isn’t known to the network as | You give 0.0015 BTC to bc1q…znaxld.',
    {
      inputs: [input(), input({ onLedger: undefined })],
      outputs: [
        [theirs, 150_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'one that it doesn’t have, and that is proven',
    'Send BTC | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | You give 0.0005 BTC to bc1q…znaxld.',
    {
      inputs: [input({ onLedger: undefined, isProven: true })],
      outputs: [
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'more than its inputs hold',
    '!! Send BTC | Amount: 0.00100001 BTC | To: theirs # | Fee: Unknown | ! As things stand, the network refuses t | You give 0.001001 BTC to bc1q…znaxld.',
    { outputs: [[theirs, 100_001n]] },
  ],
  [
    'what holds ordinals',
    'Send BTC | Amount: 0.0015 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.001505 BTC | Fee: 0.000005 BTC: 500 sat, 2.4 sat/vB | ! This spends from the address for ordin | You give 0.0015 BTC to bc1q…znaxld. What is inscribed on the coins goes with them.',
    {
      inputs: [input(), input({ own: known('ordinals', 'ordinal') })],
      outputs: [
        [theirs, 150_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'an ordinal that isn’t signed here',
    'Send BTC | Amount: 0.0015 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.001505 BTC | Fee: 0.000005 BTC: 500 sat, 2.4 sat/vB | You give 0.0015 BTC to bc1q…znaxld.',
    {
      inputs: [input(), input({ own: known('ordinals', 'ordinal'), isSigned: false })],
      outputs: [
        [theirs, 150_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'what may be inscribed',
    'Send BTC | Amount: 0.0015 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.001505 BTC | Fee: 0.000005 BTC: 500 sat, 2.4 sat/vB | ! Inscriptions and runes may lie on thes | You give 0.0015 BTC to bc1q…znaxld.',
    {
      inputs: [input(), input({ isTaproot: true })],
      outputs: [
        [theirs, 150_000n],
        [mine, 49_500n],
      ],
      account: { payment: known('mine'), ordinals: known('mine') },
    },
  ],
  [
    'what is no Taproot key’s',
    'Send BTC | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | You give 0.0005 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
      account: { payment: known('mine'), ordinals: known('mine') },
    },
  ],
  [
    'nearly all',
    'Send BTC | Amount: 0.00095 BTC | To: theirs # | Comes back: 0.000045 BTC | Leaves this wallet: 0.000955 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | ! That is nearly all of your BTC. | You give 0.00095 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 95_000n],
        [mine, 4_500n],
      ],
      held: 100_000n,
    },
  ],
  [
    'all',
    'Send BTC | Amount: 0.000995 BTC | To: theirs # | Leaves this wallet: 0.001 BTC | Fee: 0.000005 BTC: 500 sat, 4.5 sat/vB | ! This is all of your BTC. | You give 0.000995 BTC to bc1q…znaxld.',
    { outputs: [[theirs, 99_500n]], held: 100_000n },
  ],
  [
    'more than the ledger knows of',
    'Send BTC | Amount: 0.000995 BTC | To: theirs # | Leaves this wallet: 0.001 BTC | Fee: 0.000005 BTC: 500 sat, 4.5 sat/vB | You give 0.000995 BTC to bc1q…znaxld.',
    { outputs: [[theirs, 99_500n]], held: 90_000n },
  ],
  [
    'where the ledger doesn’t say',
    'Send BTC | Amount: 0.000995 BTC | To: theirs # | Leaves this wallet: 0.001 BTC | Fee: 0.000005 BTC: 500 sat, 4.5 sat/vB | You give 0.000995 BTC to bc1q…znaxld.',
    { outputs: [[theirs, 99_500n]], held: undefined },
  ],
  [
    'with others, who get what this account gives',
    'Sign a transaction with others | You give: 0.00021 BTC | Others get: 0.0007 BTC | To: theirs # | Comes back: 0.00079 BTC | Inputs of others: 1, which aren’t signed here | They hold: 0.0005 BTC | Fee, as the application says: 0.00001 BTC: 1000 sat, 4.8 sat/vB | You give 0.00021 BTC. bc1q…znaxld gets 0.0007 BTC.',
    {
      inputs: [input(), foreign()],
      outputs: [
        [theirs, 70_000n],
        [mine, 79_000n],
      ],
    },
  ],
  [
    'with others, of whom more comes',
    'Sign a transaction with others | You give: 0.001 BTC | You get: 0.0012 BTC | Others get: 0.00029 BTC | To: theirs # | Inputs of others: 1, which aren’t signed here | They hold: 0.0005 BTC | Fee, as the application says: 0.00001 BTC: 1000 sat, 4.8 sat/vB | You give 0.001 BTC and get 0.0012 BTC.',
    {
      inputs: [input(), foreign()],
      outputs: [
        [theirs, 29_000n],
        [mine, 120_000n],
      ],
    },
  ],
  [
    'with others, of whom as much comes',
    'Sign a transaction with others | You give: 0.001 BTC | You get: 0.001 BTC | Others get: 0.00049 BTC | To: theirs # | Inputs of others: 1, which aren’t signed here | They hold: 0.0005 BTC | Fee, as the application says: 0.00001 BTC: 1000 sat, 4.8 sat/vB | You give 0.001 BTC and get 0.001 BTC.',
    {
      inputs: [input(), foreign()],
      outputs: [
        [theirs, 49_000n],
        [mine, 100_000n],
      ],
    },
  ],
  [
    'with others, whose value isn’t said',
    'Sign a transaction with others | You give: 0.00021 BTC | Others get: 0.0007 BTC | To: theirs # | Comes back: 0.00079 BTC | Inputs of others: 1, which aren’t signed here | They hold: 0.0005 BTC | Fee, as the application says: 0.00001 BTC: 1000 sat, 4.8 sat/vB | You give 0.00021 BTC. bc1q…znaxld gets 0.0007 BTC.',
    {
      inputs: [input(), foreign(undefined)],
      outputs: [
        [theirs, 70_000n],
        [mine, 79_000n],
      ],
    },
  ],
  [
    'an offer of one output',
    '!! Sign an offer | You give: 0.001 BTC | You get at least: 0.0015 BTC | May be taken up by: Anybody | ! The signature doesn’t bind everything: | You offer 0.001 BTC for at least 0.0015 BTC.',
    {
      inputs: [input({ isBinding: false, binds: 'one' })],
      outputs: [
        [mine, 150_000n],
        [mine, 1_000n],
      ],
    },
  ],
  [
    'an offer of no output',
    '!! Sign an offer | You give: 0.001 BTC | You get at least: Nothing | May be taken up by: Anybody | ! The signature doesn’t bind everything: | ! You get nothing for what you give. | You offer 0.001 BTC for nothing.',
    { inputs: [input({ isBinding: false, binds: 'none' })], outputs: [[mine, 50_000n]] },
  ],
  [
    'an offer of one output for far less than is given, which is no fee',
    '!! Sign an offer | You give: 0.001 BTC | You get at least: 0.00079999 BTC | May be taken up by: Anybody | ! The signature doesn’t bind everything: | ! What you get may be worth far less tha | You offer 0.001 BTC for at least 0.000799 BTC.',
    { inputs: [input({ isBinding: false, binds: 'one', isAlone: true })], outputs: [[mine, 79_999n]] },
  ],
  [
    'an offer of one output for nearly as much',
    '!! Sign an offer | You give: 0.001 BTC | You get at least: 0.0008 BTC | May be taken up by: Anybody | ! The signature doesn’t bind everything: | You offer 0.001 BTC for at least 0.0008 BTC.',
    { inputs: [input({ isBinding: false, binds: 'one', isAlone: true })], outputs: [[mine, 80_000n]] },
  ],
  [
    'an offer of every output, for which others bring the rest',
    '!! Sign an offer | You give: 0.001 BTC | You get at least: 0.0015 BTC | May be taken up by: Anybody | ! The signature doesn’t bind everything: | You offer 0.001 BTC for at least 0.0015 BTC.',
    { inputs: [input({ isBinding: false })], outputs: [[mine, 150_000n]] },
  ],
  [
    'open to others, though it needs none',
    '!! Send BTC | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | ! The signature doesn’t bind everything: | You give 0.0005 BTC to bc1q…znaxld.',
    {
      inputs: [input({ isBinding: false })],
      outputs: [
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
]
test.each(rows)('[F13] %s', (_, wanted, paid) => expect(saidOfPayment(paid)).toBe(wanted))

test.each<[string, Paid, string]>([
  [
    'a tenth of what leaves, with both figures',
    {
      outputs: [
        [theirs, 36_000n],
        [mine, 60_000n],
      ],
    },
    'The fee is far higher than usual: 0.00004 BTC of the 0.0004 BTC that leave.',
  ],
  [
    'nearly a tenth of it, without them',
    {
      outputs: [
        [theirs, 36_001n],
        [mine, 60_000n],
      ],
      usualRate: 1,
    },
    'The fee is far higher than usual.',
  ],
  [
    'most of it, where nothing comes back',
    { outputs: [[theirs, 30_000n]] },
    'The fee is far higher than usual: 0.0007 BTC of the 0.001 BTC that leave.',
  ],
  [
    'paid by others too',
    { inputs: [input(), foreign()], outputs: [[theirs, 30_000n]] },
    'The fee is far higher than usual.',
  ],
])('[F13] a high fee is said, %s', (_, paid, wanted) => expect(warningsOfPayment(paid)).toContain(wanted))
