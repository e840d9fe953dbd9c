import { base58, base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { encodeLegacyForm } from './legacyForm.js'
import { decodeMessage } from './message.js'
import { computeBudgetProgram, loaderProgram, memoProgram, systemProgram, tokenProgram } from './programs.js'
import { type PricedTransaction, type ReadTransactionsParameters, readTransactions } from './readTransaction.js'
import { type Asked, bytes, held, network, number, parties } from './test/saidOfInstruction.js'

// What is said of whole transactions, of several steps and of several at once, rule by rule, each where it holds and where it stops.

const { me, ann, bob, mine, theirs, fresh, dusd, unlisted, stake, nonce, wrapped } = parties
const sol = 1_000_000_000n
const pay = (to: string, amount = sol, from: string = me): Asked => [
  systemProgram,
  [2, 0, 0, 0, ...number(amount, 8)],
  from,
  to,
]
const memo = (letters: string): Asked => [memoProgram, [...new TextEncoder().encode(letters)]]
const send = (amount: bigint, from: string = mine, to: string = theirs, of: string = dusd): Asked => [
  ...([tokenProgram, [12, ...number(amount, 8), 6]] as const),
  ...[from, of, to, me],
]
const plain = (amount: bigint, from: string): Asked => [tokenProgram, [3, ...number(amount, 8)], from, theirs, me]
const opens = (owner: string): Asked => [tokenProgram, [18, ...bytes(owner)], fresh, dusd]
const close = (of: string, to: string): Asked => [tokenProgram, [9], of, to, me]
const useNonce: Asked = [systemProgram, [4, 0, 0, 0], nonce, bob, me]
const handed: Asked = [tokenProgram, [6, 2, 1, ...bytes(ann)], mine, me]
const ofNonce = (amount: bigint): Asked => [
  ...([systemProgram, [5, 0, 0, 0, ...number(amount, 8)]] as const),
  ...[nonce, ann, bob, bob, me],
]
const unread: Asked = [stake, [1, 2, 3], me]
const budget: Asked = [computeBudgetProgram, [2, ...number(7n, 4)]]
const derived = (amount: bigint): Asked => [
  ...([systemProgram, [11, 0, 0, 0, ...number(amount, 8), ...number(0n, 8), ...bytes(systemProgram)]] as const),
  ...[fresh, me, ann],
]

interface Whole extends Partial<PricedTransaction> {
  readonly of: readonly Asked[]
  readonly payer?: string
  readonly signers?: readonly string[]
}
function transactionOf({ of: asked, payer = me, signers = [me], ...more }: Whole): PricedTransaction {
  const instructions = asked.map(([programId, data, ...accounts]) => ({
    programId,
    data: Uint8Array.from(data),
    keys: accounts.flatMap((pubkey) =>
      pubkey === undefined ? [] : [{ pubkey, isSigner: signers.includes(pubkey), isWritable: true }],
    ),
  }))
  const wire = encodeLegacyForm({
    feePayer: payer,
    recentBlockhash: base58.encode(new Uint8Array(32).fill(9)),
    instructions,
  })
  // One byte for how many signatures, and those; the message is the rest.
  const messageBytes = wire.slice(1 + 64 * (wire[0] ?? 0))
  return {
    ...{ message: decodeMessage(messageBytes), messageBytes, signatures: [], fee: 5_000n },
    instructions: asked.map(([program, data, ...accounts]) => ({ program, accounts, data: Uint8Array.from(data) })),
    ...{ tokenAccounts: new Map(held), lamports: new Map(), openedFor: new Map(), tokenFees: new Map() },
    ...{ mintDecimals: new Map(), stakes: new Map(), found: new Set<string>(), isPartly: false },
    before: { tokenAccounts: more.tokenAccounts ?? new Map(held), stakes: more.stakes ?? new Map() },
    ...more,
  }
}

function saidOf(wholes: readonly Whole[], more: Partial<ReadTransactionsParameters> = {}): string {
  const transactions = wholes.map(transactionOf)
  const shown = readTransactions({ transactions, address: me, network, balance: 100n * sol, isSent: true, ...more })
  const { title, facts, warnings, isDeliberate, content, act } = spokenRequest(shown, sayRequestInEnglish)
  const lines = facts.flatMap(({ label, value, isCode }) =>
    /^(From|Network)$/.test(label) ? [] : [`${label}: ${value}${isCode ? ' #' : ''}`],
  )
  const all = [
    `${isDeliberate ? '!! ' : ''}${title}`,
    ...lines,
    ...warnings.map((each) => `! ${each}`.slice(0, 40)),
    ...(content
      ? [`data ${content.text === transactions.map((each) => base64.encode(each.messageBytes)).join('\n\n')}`]
      : []),
    ...(act === 'Send' ? [] : [act]),
  ]
  return Object.entries(parties).reduce((line, [name, address]) => line.replaceAll(address, name), all.join(' | '))
}

type Row = [string, string, readonly Whole[], Partial<ReadTransactionsParameters>?]
const rows: readonly Row[] = [
  [
    'all that two accounts hold, unknown',
    '!! A transaction of several steps | You give: All that it holds | To: ann # | Step 1: Close a token account | You give: All that it holds | To: ann # | Token account: mine # | Step 2: Close a token account | You give: All that it holds | To: ann # | Token account: wrapped # | Fee: 0.000005 SOL | ! What it holds goes to somebody else. | ! An account that it names couldn’t be l',
    [{ of: [close(mine, ann), close(wrapped, ann)] }],
  ],
  [
    'tokens, whatever coins there are',
    'Send DUSD | Amount: 5 DUSD | To: ann # | To (token account): theirs # | Fee: 0.000005 SOL',
    [{ of: [send(5_000_000n)] }],
    { balance: 5_000_000n },
  ],
  [
    'some tokens of each of two accounts',
    'A transaction of several steps | You give: 12 DUSD | To: ann # | Step 1: Send DUSD | Amount: 6 DUSD | To: ann # | To (token account): theirs # | Step 2: Send DUSD | Amount: 6 DUSD | To: ann # | To (token account): theirs # | Fee: 0.000005 SOL',
    [
      {
        of: [send(6_000_000n), send(6_000_000n, fresh)],
        tokenAccounts: new Map([...held, [fresh, { mint: dusd, owner: me, amount: 10_000_000n }]]),
      },
    ],
  ],
  [
    'nothing but a fee, of all that there is',
    'Write a memo | Memo, public: gm | Fee: 0.000005 SOL',
    [{ of: [memo('gm')] }],
    { balance: 5_000n },
  ],
  [
    'two transactions, of which one begins with a nonce',
    'Sign 2 transactions | You give: 2 SOL | To: ann # | Transaction 1: of 2 | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Transaction 2: of 2 | Step 1: Send SOL | Amount: 1 SOL | To: ann # | From the nonce account: nonce # | Until: The use of its nonce | Fee: 0.00001 SOL | ! This transaction doesn’t expire: whoev',
    [{ of: [pay(ann)] }, { of: [useNonce, pay(ann)] }],
  ],
  [
    'two that can’t be read, where of one something couldn’t be looked up',
    '!! Sign 2 transactions | Transaction 1: of 2 | Calls a program: stake # | Transaction 2: of 2 | Calls a program: stake # | Fee: 0.00001 SOL | ! What a program does here can’t be read | ! An account that it names couldn’t be l | data true',
    [{ of: [unread] }, { of: [unread], isPartly: true }],
  ],
  [
    'two transactions, of which one gives an account away',
    '!! Sign 2 transactions | You give: 1 SOL | To: ann # | Transaction 1: of 2 | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Transaction 2: of 2 | Step 1: Change who controls an account | What: The whole account | Token account: mine # | Goes to: ann # | You have now: 10 DUSD | Fee: 0.00001 SOL | ! Somebody else may then move what the a',
    [{ of: [pay(ann)] }, { of: [handed] }],
  ],
  ['one step', 'Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL', [{ of: [pay(ann)] }]],
  [
    'one step, signed and not sent',
    'Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL | ! The application gets it signed, and ma | Sign',
    [{ of: [pay(ann)] }],
    { isSent: false },
  ],
  [
    'one step beside what only prepares it',
    'Send SOL | Amount: 1 SOL | To: ann # | Memo, public: gm | Fee: 0.000005 SOL',
    [{ of: [budget, pay(ann), memo('gm')] }],
  ],
  [
    'nothing but what prepares',
    'A transaction of several steps | Step 1: Set the fee | Step 2: Write a memo | Memo, public: gm | Fee: 0.000005 SOL',
    [{ of: [budget, memo('gm')] }],
  ],
  [
    'two steps',
    'A transaction of several steps | You give: 1 SOL | To: ann # | You give: 2 SOL | To: bob # | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Step 2: Send SOL | Amount: 2 SOL | To: bob # | Fee: 0.000005 SOL',
    [{ of: [pay(ann), pay(bob, 2n * sol)] }],
  ],
  [
    'two gifts to one, in sum',
    'A transaction of several steps | You give: 3 SOL | To: ann # | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Step 2: Send SOL | Amount: 2 SOL | To: ann # | Fee: 0.000005 SOL',
    [{ of: [pay(ann), pay(ann, 2n * sol)] }],
  ],
  [
    'two tokens to one',
    'A transaction of several steps | You give: 5 DUSD | To: ann # | You give: 0.000007 tokens (unlisted, 4F7B…9krzUw) | To: ann # | Token: unlisted # | You give: 1 SOL | To: ann # | Step 1: Send DUSD | Amount: 5 DUSD | To: ann # | To (token account): theirs # | Step 2: Send tokens (unlisted, 4F7B…9krzUw) | Amount: 0.000007 tokens (unlisted, 4F7B…9krzUw) | Token: unlisted # | To: ann # | To (token account): theirs # | Step 3: Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL',
    [{ of: [send(5_000_000n), send(7n, mine, theirs, unlisted), pay(ann)] }],
  ],
  [
    'a token by an account and to itself, told once',
    'Send DUSD | Amount: 5 DUSD | To: ann # | To (token account): fresh # | Opens an account of: ann # | Fee: 0.000005 SOL',
    [
      {
        of: [send(5_000_000n, mine, fresh), opens(ann)],
        openedFor: new Map([[fresh, ann]]),
        tokenAccounts: new Map([...held, [fresh, { mint: dusd, owner: ann }]]),
      },
    ],
  ],
  [
    'a token account that is told by no step',
    'Send SOL | Amount: 1 SOL | To: ann # | Token account: fresh # | Fee: 0.000005 SOL',
    [{ of: [pay(ann), opens(me)], openedFor: new Map([[fresh, me]]) }],
  ],
  [
    'all of what a token account holds, unknown',
    '!! A transaction of several steps | You give: 1 SOL | To: ann # | You give: All that it holds | To: ann # | Step 1: Close a token account | You give: All that it holds | To: ann # | Token account: mine # | Step 2: Send SOL | Amount: 1 SOL | To: ann # | Memo, public: gm | Fee: 0.000005 SOL | ! What it holds goes to somebody else. | ! An account that it names couldn’t be l',
    [{ of: [close(mine, ann), memo('gm'), pay(ann)] }],
  ],
  [
    'all of what it holds, and coins, to one',
    '!! A transaction of several steps | You give: 1.000000007 SOL | To: ann # | Step 1: Close a token account | You give: 0.000000007 SOL | To: ann # | Token account: mine # | Step 2: Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL | ! What it holds goes to somebody else.',
    [{ of: [close(mine, ann), pay(ann)], lamports: new Map([[mine, 7n]]) }],
  ],
  [
    'tokens of an account that isn’t known',
    '!! A transaction of several steps | You give: 7 of its smallest unit; its decimals aren’t known | To: ann # | You give: 1 SOL | To: ann # | Step 1: Send tokens | Amount: 7 of its smallest unit; its decimals aren’t known | To: ann # | To (token account): theirs # | Step 2: Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL | ! An account that it names couldn’t be l',
    [{ of: [plain(7n, fresh), pay(ann)] }],
  ],
  [
    'what can’t be read',
    '!! Call a program | Calls a program: stake # | Fee: 0.000005 SOL | ! What a program does here can’t be read | data true',
    [{ of: [unread] }],
  ],
  [
    'what can’t be read beside a step',
    '!! Call a program | You give: 1 SOL | To: ann # | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Calls a program: stake # | Fee: 0.000005 SOL | ! What a program does here can’t be read | data true',
    [{ of: [unread, pay(ann), unread] }],
  ],
  [
    'what can’t be read, where something couldn’t be looked up',
    '!! Call a program | Calls a program: stake # | Fee: 0.000005 SOL | ! What a program does here can’t be read | ! An account that it names couldn’t be l | data true',
    [{ of: [unread], isPartly: true }],
  ],
  [
    'what couldn’t be looked up beside what is read',
    'Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL',
    [{ of: [pay(ann)], isPartly: true }],
  ],
  [
    'two transactions',
    'Sign 2 transactions | You give: 1 SOL | To: ann # | You give: 1 SOL | To: bob # | Transaction 1: of 2 | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Transaction 2: of 2 | Step 1: Send SOL | Amount: 1 SOL | To: bob # | Fee: 0.00001 SOL',
    [{ of: [pay(ann)] }, { of: [pay(bob)] }],
  ],
  [
    'two transactions, of which one can’t be read',
    '!! Sign 2 transactions | You give: 1 SOL | To: ann # | Transaction 1: of 2 | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Transaction 2: of 2 | Calls a program: stake # | Fee: 0.00001 SOL | ! What a program does here can’t be read | data true',
    [{ of: [pay(ann)] }, { of: [unread] }],
  ],
  [
    'what is given away for good, among others',
    '!! A transaction of several steps | You give: 1 SOL | To: ann # | Step 1: Change who controls an account | What: The whole account | Token account: mine # | Goes to: ann # | You have now: 10 DUSD | Step 2: Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL | ! Somebody else may then move what the a',
    [{ of: [handed, pay(ann)] }],
  ],
  [
    'what begins with a nonce',
    'Send SOL | Amount: 1 SOL | To: ann # | From the nonce account: nonce # | Until: The use of its nonce | Fee: 0.000005 SOL | ! This transaction doesn’t expire: whoev',
    [{ of: [useNonce, pay(ann)] }],
  ],
  [
    'what begins with a nonce, signed and not sent',
    '!! Send SOL | Amount: 1 SOL | To: ann # | From the nonce account: nonce # | Until: The use of its nonce | Fee: 0.000005 SOL | ! This transaction doesn’t expire: whoev | Sign',
    [{ of: [useNonce, pay(ann)] }],
    { isSent: false },
  ],
  [
    'a nonce that comes later',
    'Send SOL | Amount: 1 SOL | To: ann # | From the nonce account: nonce # | Fee: 0.000005 SOL | ! The application gets it signed, and ma | Sign',
    [{ of: [pay(ann), useNonce] }],
    { isSent: false },
  ],
  [
    'a fee of somebody else’s',
    'Send SOL | Amount: 1 SOL | To: ann # | The fee is paid by: bob #',
    [{ of: [pay(ann)], payer: bob }],
  ],
  [
    'a fee of somebody else’s, whatever it is',
    'Send SOL | Amount: 1 SOL | To: ann # | The fee is paid by: bob #',
    [{ of: [pay(ann)], payer: bob, fee: sol }],
  ],
  [
    'somebody who signs too',
    'A transaction of several steps | You give: 1 SOL | To: ann # | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Step 2: Move coins within this account | Amount: 0.000000005 SOL | To, in this wallet too: me # | Paid by: bob # | Fee: 0.000005 SOL | Is also signed by: bob #',
    [{ of: [pay(ann), pay(me, 5n, bob)], signers: [me, bob] }],
  ],
  [
    'somebody who pays and signs',
    'A transaction of several steps | You give: 1 SOL | To: ann # | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Step 2: Move coins within this account | Amount: 0.000000005 SOL | To, in this wallet too: me # | Paid by: bob # | The fee is paid by: bob #',
    [{ of: [pay(ann), pay(me, 5n, bob)], payer: bob, signers: [me, bob] }],
  ],
  [
    'two that pay',
    'Sign 2 transactions | You give: 2 SOL | To: ann # | Transaction 1: of 2 | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Transaction 2: of 2 | Step 1: Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL | The fee is paid by: bob #',
    [{ of: [pay(ann)] }, { of: [pay(ann)], payer: bob }],
  ],
  [
    'a fee as it may be',
    'Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.02 SOL',
    [{ of: [pay(ann)], fee: 20_000_000n }],
  ],
  [
    'a fee that is too high, whatever is given',
    '!! Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.020000001 SOL | ! The fee is far higher than usual.',
    [{ of: [pay(ann)], fee: 20_000_001n }],
  ],
  [
    'a fee of a tenth',
    'Send SOL | Amount: 0.02 SOL | To: ann # | Fee: 0.002 SOL',
    [{ of: [pay(ann, 20_000_000n)], fee: 2_000_000n }],
  ],
  [
    'a fee of more than a tenth',
    '!! Send SOL | Amount: 0.019999999 SOL | To: ann # | Fee: 0.002 SOL | ! The fee is far higher than usual.',
    [{ of: [pay(ann, 19_999_999n)], fee: 2_000_000n }],
  ],
  [
    'a small fee of more than a tenth',
    'Send SOL | Amount: 0.000001 SOL | To: ann # | Fee: 0.001 SOL',
    [{ of: [pay(ann, 1_000n)], fee: 1_000_000n }],
  ],
  [
    'a fee where nothing is given',
    'Write a memo | Memo, public: gm | Fee: 0.002 SOL',
    [{ of: [memo('gm')], fee: 2_000_000n }],
  ],
  [
    'all there is, with the fee',
    'Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL | ! This is all of your SOL.',
    [{ of: [pay(ann)] }],
    { balance: sol + 5_000n },
  ],
  [
    'nearly all',
    'Send SOL | Amount: 95 SOL | To: ann # | Fee: 0.000005 SOL | ! That is nearly all of your SOL.',
    [{ of: [pay(ann, 95n * sol)] }],
  ],
  [
    'not quite nearly all',
    'Send SOL | Amount: 94 SOL | To: ann # | Fee: 0.000005 SOL',
    [{ of: [pay(ann, 94n * sol)] }],
  ],
  [
    'more than there is',
    'Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL | ! This is all of your SOL. | ! This costs more than the 1.000004999 S',
    [{ of: [pay(ann)] }],
    { balance: sol + 4_999n },
  ],
  [
    'more than anybody knows',
    'Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL',
    [{ of: [pay(ann)] }],
    { balance: undefined },
  ],
  [
    'all in two',
    'Sign 2 transactions | You give: 50 SOL | To: ann # | You give: 50 SOL | To: bob # | Transaction 1: of 2 | Step 1: Send SOL | Amount: 50 SOL | To: ann # | Transaction 2: of 2 | Step 1: Send SOL | Amount: 50 SOL | To: bob # | Fee: 0.00001 SOL | ! This is all of your SOL. | ! This costs more than the 100 SOL that ',
    [{ of: [pay(ann, 50n * sol)] }, { of: [pay(bob, 50n * sol)] }],
  ],
  [
    'all tokens of an account in two',
    'A transaction of several steps | You give: 10 DUSD | To: ann # | Step 1: Send DUSD | Amount: 4 DUSD | To: ann # | To (token account): theirs # | Step 2: Send DUSD | Amount: 6 DUSD | To: ann # | To (token account): theirs # | Fee: 0.000005 SOL | ! This is all of your DUSD.',
    [{ of: [send(4_000_000n), send(6_000_000n)] }],
  ],
  [
    'nearly all tokens',
    'Send DUSD | Amount: 9.5 DUSD | To: ann # | To (token account): theirs # | Fee: 0.000005 SOL | ! That is nearly all of your DUSD.',
    [{ of: [send(9_500_000n)] }],
  ],
  [
    'some of them',
    'Send DUSD | Amount: 9.4 DUSD | To: ann # | To (token account): theirs # | Fee: 0.000005 SOL',
    [{ of: [send(9_400_000n)] }],
  ],
  [
    'all of what another mint’s account holds',
    'Send tokens (unlisted, 4F7B…9krzUw) | Amount: 10 tokens (unlisted, 4F7B…9krzUw) | Token: unlisted # | To: ann # | To (token account): theirs # | Fee: 0.000005 SOL',
    [{ of: [send(10_000_000n, mine, theirs, unlisted)] }],
  ],
  [
    'coins of what is derived, of which the account has fewer',
    'Send SOL | Amount: 200 SOL | To: ann # | Account: fresh # | Fee: 0.000005 SOL',
    [{ of: [derived(200n * sol)] }],
  ],
  [
    'coins of a nonce account, of which the account has as many',
    '!! Withdraw SOL | You give: 100 SOL | To: ann # | From the nonce account: nonce # | Fee: 0.000005 SOL | ! What it holds goes to somebody else.',
    [{ of: [ofNonce(100n * sol)] }],
  ],
  [
    'what a token account holds, of which the account has as much',
    '!! Close a token account | You give: 100 SOL | To: ann # | Token account: mine # | Fee: 0.000005 SOL | ! What it holds goes to somebody else.',
    [{ of: [close(mine, ann)], lamports: new Map([[mine, 100n * sol]]) }],
  ],
  [
    'what held a program’s code, of which the account has as much',
    '!! Close a program | You give: 100 SOL | To: ann # | Contract: fresh # | Fee: 0.000005 SOL | ! What it holds goes to somebody else.',
    [{ of: [[loaderProgram, [5, 0, 0, 0], fresh, ann, me]], lamports: new Map([[fresh, 100n * sol]]) }],
  ],
  [
    'coins of a nonce account, at a fee of more than a tenth of them',
    '!! Withdraw SOL | You give: 0.01 SOL | To: ann # | From the nonce account: nonce # | Fee: 0.002 SOL | ! What it holds goes to somebody else. | ! The fee is far higher than usual.',
    [{ of: [ofNonce(sol / 100n)], fee: sol / 500n }],
  ],
  [
    'wrapped coins that come back',
    'A transaction of several steps | You give: 1 SOL | To: ann # | Step 1: Unwrap SOL | Comes back: 0.000000005 SOL | Token account: wrapped # | Step 2: Send SOL | Amount: 1 SOL | To: ann # | Fee: 0.000005 SOL',
    [{ of: [close(wrapped, me), pay(ann)], lamports: new Map([[wrapped, 5n]]) }],
  ],
]
test.each(rows)('[F13] of a transaction: %s', (_, said, wholes, more) => expect(saidOf(wholes, more)).toBe(said))

test('[F13] what a fee is worth, and data that is code', () => {
  const shown = readTransactions({
    ...{ transactions: [transactionOf({ of: [unread] })], address: me, network, balance: sol, isSent: true },
  })
  const fee = shown.facts.find(({ label }) => label.name === 'request.fee')
  expect(fee?.priced).toEqual({ contract: undefined, amount: 5_000n, decimals: 9 })
  expect(shown.content?.isCode).toBe(true)
})
