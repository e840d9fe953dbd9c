import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { NETWORK, OutScript, p2pkh, Script } from '@scure/btc-signer'
import { expect, test } from 'vitest'
import { mine, ordinals, type Paid, saidOfPayment, theirs, wallet } from './test/saidOfPayment.js'

// Whom a payment says that it pays, rule by rule, each where it holds and where it stops.

const memo = (text: string | Uint8Array) =>
  Script.encode(['RETURN', typeof text === 'string' ? utf8ToBytes(text) : text])
const key = hexToBytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')
const eater = OutScript.encode({ type: 'pkh', hash: hexToBytes('759d6677091e973b9e9d99f19c68fbf43e3f05f9') })

const rows: readonly (readonly [string, string, Paid])[] = [
  [
    'to somebody, with change',
    'Send BTC | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | You give 0.0005 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'to somebody, without change',
    'Send BTC | Amount: 0.000995 BTC | To: theirs # | Leaves this wallet: 0.001 BTC | Fee: 0.000005 BTC: 500 sat, 4.5 sat/vB | You give 0.000995 BTC to bc1q…znaxld.',
    { outputs: [[theirs, 99_500n]] },
  ],
  [
    'that the application sends',
    'Sign a transaction | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | Sent by: The application, when it likes | You give 0.0005 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
      isSent: false,
    },
  ],
  [
    'to another account of the wallet',
    'Send BTC | Amount: 0.0005 BTC | To, in this wallet too: wallet # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000005 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | You give 0.0005 BTC.',
    {
      outputs: [
        [wallet, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'within the account',
    'Move coins within this account | Comes back: 0.000995 BTC | Leaves this wallet: 0.000005 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | Your coins stay yours.',
    {
      outputs: [
        [ordinals, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'of nothing to somebody',
    'Move coins within this account | Amount: 0 BTC | To: theirs # | Comes back: 0.000995 BTC | Leaves this wallet: 0.000005 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | ! An output is too small for the network | ',
    {
      outputs: [
        [theirs, 0n],
        [mine, 99_500n],
      ],
    },
  ],
  [
    'just dust',
    'Send BTC | Amount: 0.00000294 BTC | To: theirs # | Comes back: 0.00099 BTC | Leaves this wallet: 0.00001 BTC | Fee: 0.00000706 BTC: 706 sat, 5 sat/vB | You give 0.000003 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 294n],
        [mine, 99_000n],
      ],
    },
  ],
  [
    'less than dust',
    'Send BTC | Amount: 0.00000293 BTC | To: theirs # | Comes back: 0.00099 BTC | Leaves this wallet: 0.00001 BTC | Fee: 0.00000707 BTC: 707 sat, 5 sat/vB | ! An output is too small for the network | You give 0.000003 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 293n],
        [mine, 99_000n],
      ],
    },
  ],
  [
    'what is left goes elsewhere',
    'Send BTC | Amount: 0.0005 BTC | To: theirs # | Amount: 0.000495 BTC | To, in this wallet too: wallet # | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | You give 0.0005 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 50_000n],
        [wallet, 49_500n],
      ],
      rest: wallet,
    },
  ],
  [
    'what is left goes to somebody',
    '!! Send BTC | Amount: 0.0005 BTC | To, in this wallet too: wallet # | The rest: 0.000495 BTC | To: theirs # | Leaves this wallet: 0.0005 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | ! What is left goes to an address that i | You give 0.000495 BTC to bc1q…znaxld.',
    {
      outputs: [
        [wallet, 50_000n],
        [theirs, 49_500n],
      ],
      rest: theirs,
    },
  ],
  [
    'what is left comes first',
    'Send BTC | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | You give 0.0005 BTC to bc1q…znaxld.',
    {
      outputs: [
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
      rest: theirs,
    },
  ],
  [
    'all is what is left',
    'Send BTC | Amount: 0.000995 BTC | To: theirs # | Leaves this wallet: 0.001 BTC | Fee: 0.000005 BTC: 500 sat, 4.5 sat/vB | You give 0.000995 BTC to bc1q…znaxld.',
    { outputs: [[theirs, 99_500n]], rest: theirs },
  ],
  [
    'an output of no form',
    '!! Send BTC | Amount: 0.0005 BTC | To a script: 51 # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 4.2 sat/vB | ! An output pays to a script that has no | You give 0.0005 BTC.',
    {
      outputs: [
        [hexToBytes('51'), 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'an output whose key nobody has',
    '!! Send BTC | Amount: 0.0005 BTC | To: 1BitcoinEaterAddressDontSendf59kuE # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | ! What is sent there is destroyed: nobod | You give 0.0005 BTC to 1Bit…f59kuE.',
    {
      outputs: [
        [eater, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'an older address',
    'Send BTC | Amount: 0.0005 BTC | To: 1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.5 sat/vB | You give 0.0005 BTC to 1BgG…26SAMH.',
    {
      outputs: [
        [p2pkh(key, NETWORK).script, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'public text',
    'Send BTC | Memo, public: hello | Amount: 0.0005 BTC | To: theirs # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 3.2 sat/vB | You give 0.0005 BTC to bc1q…znaxld.',
    {
      outputs: [
        [memo('hello'), 0n],
        [theirs, 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
  [
    'public text with coins',
    '!! Send BTC | You give: 0.00001 BTC | Memo, public: hello | Comes back: 0.000985 BTC | Leaves this wallet: 0.000015 BTC | Fee: 0.000005 BTC: 500 sat, 4 sat/vB | ! What is sent there is destroyed: nobod | You give 0.00001 BTC.',
    {
      outputs: [
        [memo('hello'), 1_000n],
        [mine, 98_500n],
      ],
    },
  ],
  [
    'public data',
    'Move coins within this account | Memo, public: ff00 | Comes back: 0.000995 BTC | Leaves this wallet: 0.000005 BTC | Fee: 0.000005 BTC: 500 sat, 4.1 sat/vB | Your coins stay yours.',
    {
      outputs: [
        [memo(hexToBytes('ff00')), 0n],
        [mine, 99_500n],
      ],
    },
  ],
  [
    'an order for runes',
    'Move coins within this account | Memo, public: 5d0401020304 | Comes back: 0.000995 BTC | Leaves this wallet: 0.000005 BTC | Fee: 0.000005 BTC: 500 sat, 4 sat/vB | ! It carries an order for runes, which m | ',
    {
      outputs: [
        [hexToBytes('6a5d0401020304'), 0n],
        [mine, 99_500n],
      ],
    },
  ],
  [
    'a script that only has that in it',
    '!! Send BTC | Amount: 0.0005 BTC | To a script: 525d # | Comes back: 0.000495 BTC | Leaves this wallet: 0.000505 BTC | Fee: 0.000005 BTC: 500 sat, 4.1 sat/vB | ! An output pays to a script that has no | You give 0.0005 BTC.',
    {
      outputs: [
        [hexToBytes('525d'), 50_000n],
        [mine, 49_500n],
      ],
    },
  ],
]

test.each(rows)('[F13] %s', (_, wanted, paid) => expect(saidOfPayment(paid)).toBe(wanted))
