import { expect, test } from 'vitest'
import { firstMemoProgram, memoProgram, stakeProgram, systemProgram, tokenProgram } from './programs.js'
import { systemStep } from './systemStep.js'
import { type Asked, bytes, network, number, parties, saidOfInstruction, text } from './test/saidOfInstruction.js'

// What is read of the system program's instructions, rule by rule, each where it holds and where it stops.

const { me, ann, bob, mine, fresh, dusd, unlisted, nonce, wrapped, theirWrapped } = parties
const system = (kind: number, data: readonly number[], ...accounts: readonly (string | undefined)[]): Asked => [
  ...([systemProgram, [...number(BigInt(kind), 4), ...data]] as const),
  ...accounts,
]
const create = (owner: string, from: string = me, amount = 3_000_000_000n) =>
  system(0, [...number(amount, 8), ...number(0n, 8), ...bytes(owner)], from, fresh)
const pay = (to: string, from: string = me, amount = 5_000_000_000n) => system(2, number(amount, 8), from, to)
const derived = (to: string, by: string, from: string = fresh) =>
  system(11, [...number(5n, 8), ...text('seed'), ...bytes(systemProgram)], from, by, to)
const openedFor = (owner: string) => ({ openedFor: new Map([[fresh, owner]]) })

type Row = [string, string, Asked, Parameters<typeof saidOfInstruction>[1]?]
const rows: readonly Row[] = [
  [
    'coins to somebody',
    'Send SOL | Amount: 5 SOL | To: ann # | spends 5000000000 | gives 5000000000 coin to ann',
    pay(ann),
  ],
  ['somebody else’s coins to somebody', 'Send SOL | Amount: 5 SOL | To: bob # | Paid by: ann #', pay(bob, ann)],
  [
    'coins to the account itself',
    'Move coins within this account | Amount: 5 SOL | To, in this wallet too: me #',
    pay(me),
  ],
  [
    'somebody else’s coins to the account',
    'Move coins within this account | Amount: 5 SOL | To, in this wallet too: me # | Paid by: ann #',
    pay(me, ann),
  ],
  [
    'coins into wrapped coins of its own',
    'Wrap SOL | Amount: 5 SOL | To, in this wallet too: wrapped # | spends 5000000000',
    pay(wrapped),
  ],
  [
    'coins into a token account of its own',
    'Move coins within this account | Amount: 5 SOL | To, in this wallet too: mine # | spends 5000000000',
    pay(mine),
  ],
  [
    'coins into wrapped coins of somebody else',
    'Send SOL | Amount: 5 SOL | To: theirWrapped # | spends 5000000000 | gives 5000000000 coin to theirWrapped',
    pay(theirWrapped),
  ],
  [
    'coins to where they are lost',
    '!! Send SOL | Amount: 5 SOL | To: 11111111111111111111111111111111 # | ! What is sent there is destroyed: nobod | spends 5000000000 | gives 5000000000 coin to 11111111111111111111111111111111',
    pay(systemProgram),
  ],
  [
    'coins to one of several listed tokens',
    '!! Send SOL | Amount: 5 SOL | To: bob # | ! What is sent there is destroyed: nobod | spends 5000000000 | gives 5000000000 coin to bob',
    pay(bob),
    { network: { ...network, tokens: [...network.tokens, { address: bob, symbol: 'BOB', decimals: 2 }] } },
  ],
  [
    'coins to a listed token',
    '!! Send SOL | Amount: 5 SOL | To: dusd # | ! What is sent there is destroyed: nobod | spends 5000000000 | gives 5000000000 coin to dusd',
    pay(dusd),
  ],
  [
    'coins to a token that the chain knows, and no list',
    '!! Send SOL | Amount: 5 SOL | To: bob # | ! What is sent there is destroyed: nobod | spends 5000000000 | gives 5000000000 coin to bob',
    pay(bob),
    { mintDecimals: new Map([[bob, 6]]) },
  ],
  [
    'coins of what is derived of the account',
    'Send SOL | Amount: 0.000000005 SOL | To: ann # | Account: fresh # | gives 5 coin apart to ann',
    derived(ann, me),
  ],
  [
    'coins of what is derived of another',
    'Send SOL | Amount: 0.000000005 SOL | To: ann # | Paid by: fresh #',
    derived(ann, bob),
  ],
  [
    'coins of what is derived, to the account',
    'Move coins within this account | Amount: 0.000000005 SOL | To, in this wallet too: me # | Paid by: fresh #',
    derived(me, me),
  ],
  [
    'coins of the account as if they were derived',
    'Send SOL | Amount: 0.000000005 SOL | To: ann # | spends 5 | gives 5 coin to ann',
    derived(ann, me, me),
  ],
  [
    'an account of a program',
    'Create an account | You give: 3 SOL | New account: fresh # | Belongs to the program: bob # | ! The new account isn’t yours: whoever i | spends 3000000000 | gives 3000000000 coin to bob',
    create(bob),
  ],
  [
    'an account of a program, for nothing',
    'Create an account | You give: 0 SOL | New account: fresh # | Belongs to the program: bob # | ! The new account isn’t yours: whoever i',
    create(bob, me, 0n),
  ],
  [
    'an account of a program that somebody else pays',
    'Create an account | Amount: 3 SOL | Paid by: ann # | New account: fresh # | Belongs to the program: bob #',
    create(bob, ann),
  ],
  [
    'an account that is opened for the account',
    'Create an account | Amount: 3 SOL | New account: fresh # | spends 3000000000',
    create(tokenProgram),
    { ...openedFor(me), tokenAccounts: new Map([[fresh, { mint: dusd, owner: me }]]) },
  ],
  [
    'more than rent for an account of a token that isn’t listed',
    'Create an account | You give: 3 SOL | New account: fresh # | spends 3000000000 | gives 3000000000 coin to fresh',
    create(tokenProgram),
    { ...openedFor(me), tokenAccounts: new Map([[fresh, { mint: unlisted, owner: me }]]) },
  ],
  [
    'a stake that is opened for the account',
    'Create an account | Amount: 3 SOL | New account: fresh # | spends 3000000000',
    create(stakeProgram),
    openedFor(me),
  ],
  [
    'a nonce that is opened for the account',
    'Create an account | Amount: 3 SOL | New account: fresh # | spends 3000000000',
    create(systemProgram),
    openedFor(me),
  ],
  [
    'an account that is opened for somebody',
    'Create an account | You give: 3 SOL | New account: fresh # | Opens an account of: ann # | ! The new account isn’t yours: whoever i | spends 3000000000 | gives 3000000000 coin to ann',
    create(tokenProgram),
    openedFor(ann),
  ],
  [
    'an account of a foreign program, whoever it is opened for',
    'Create an account | You give: 3 SOL | New account: fresh # | Belongs to the program: bob # | ! The new account isn’t yours: whoever i | spends 3000000000 | gives 3000000000 coin to bob',
    create(bob),
    openedFor(me),
  ],
  [
    'an account by a seed',
    'Create an account | You give: 0.000000007 SOL | New account: fresh # | Belongs to the program: bob # | ! The new account isn’t yours: whoever i | spends 7 | gives 7 coin to bob',
    system(3, [...bytes(me), ...text('seed'), ...number(7n, 8), ...number(0n, 8), ...bytes(bob)], me, fresh),
  ],
  [
    'an account that is assigned',
    '!! Hand over an account | Account: me # | Belongs to the program: bob # | ! The account is handed over to a progra',
    system(1, bytes(bob), me),
  ],
  [
    'an account that is assigned by a seed',
    '!! Hand over an account | Account: fresh # | Belongs to the program: bob # | ! The account is handed over to a progra',
    system(10, [...bytes(me), ...text('seed'), ...bytes(bob)], fresh),
  ],
  ['space in another account', 'minor Create an account', system(8, number(9n, 8), fresh)],
  [
    'space in another account by a seed',
    'minor Create an account',
    system(9, [...bytes(me), ...text('seed'), ...number(9n, 8), ...bytes(bob)], fresh),
  ],
  ['the use of a nonce', 'minor Use up a nonce | From the nonce account: nonce #', system(4, [], nonce)],
  [
    'coins of a nonce to somebody',
    '!! Withdraw SOL | You give: 0.000000005 SOL | To: ann # | From the nonce account: nonce # | ! What it holds goes to somebody else. | gives 5 coin apart to ann',
    system(5, number(5n, 8), nonce, ann, bob, bob, me),
  ],
  [
    'coins of a nonce to the account',
    'Withdraw SOL | Amount: 0.000000005 SOL | To: me # | From the nonce account: nonce #',
    system(5, number(5n, 8), nonce, me, bob, bob, me),
  ],
  [
    'coins of somebody else’s nonce',
    'Withdraw SOL | Amount: 0.000000005 SOL | To: ann # | From the nonce account: nonce #',
    system(5, number(5n, 8), nonce, ann, bob, bob, bob),
  ],
  ['a nonce of its own', 'minor Create an account', system(6, bytes(me), nonce)],
  [
    'a nonce of somebody',
    'Create an account | From the nonce account: nonce # | Goes to: ann # | ! Somebody else may then move what the a',
    system(6, bytes(ann), nonce),
  ],
  ['a nonce that is handed to itself', 'Change who controls an account', system(7, bytes(me), nonce)],
  [
    'a nonce that is handed over',
    '!! Change who controls an account | From the nonce account: nonce # | Goes to: ann # | ! Somebody else may then move what the a',
    system(7, bytes(ann), nonce),
  ],
  [
    'a memo of the first program’s',
    'minor Write a memo | Memo, public: gm',
    [firstMemoProgram, [...new TextEncoder().encode('gm')]],
  ],
  ['a memo', 'minor Write a memo | Memo, public: gm', [memoProgram, [...new TextEncoder().encode('gm')]]],
]
test.each(rows)('[F13] the system program: %s', (_, said, asked, more) =>
  expect(saidOfInstruction(asked, more)).toBe(said),
)

/** Each kind with its accounts. */
const whole: readonly (readonly [string, Asked])[] = [
  ['create', create(bob)],
  ['assign', system(1, bytes(bob), me)],
  ['transfer', pay(ann)],
  [
    'create by a seed',
    system(3, [...bytes(me), ...text('seed'), ...number(7n, 8), ...number(0n, 8), ...bytes(bob)], me, fresh),
  ],
  ['use a nonce', system(4, [], nonce)],
  ['withdraw of a nonce', system(5, number(5n, 8), nonce, ann, bob, bob, me)],
  ['open a nonce', system(6, bytes(me), nonce)],
  ['hand a nonce', system(7, bytes(ann), nonce)],
  ['allocate', system(8, number(9n, 8), fresh)],
  ['allocate by a seed', system(9, [...bytes(me), ...text('seed'), ...number(9n, 8), ...bytes(bob)], fresh)],
  ['assign by a seed', system(10, [...bytes(me), ...text('seed'), ...bytes(bob)], fresh)],
  ['transfer what is derived', derived(ann, me)],
]
const stepOf = ([program, data, ...accounts]: Asked) => systemStep({ program, accounts, data: Uint8Array.from(data) })

test.each(whole)('[F13] to its last byte, and with each account that decides: %s', (name, asked) => {
  const [program, data, ...accounts] = asked
  const step = stepOf(asked)
  expect(step, name).toBeDefined()
  expect(stepOf([program, [...data, 0], ...accounts])).toBeUndefined()
  expect(stepOf([program, data.slice(0, -1), ...accounts])).toBeUndefined()
  expect(stepOf([tokenProgram, data, ...accounts])).toBeUndefined()
  // Each account that is said is needed, and no other.
  const said = Object.values(step ?? {})
  for (const [index, account] of accounts.entries()) {
    const without = accounts.map((each, place) => (place === index ? undefined : each))
    const isSaid = said.includes(account ?? '') && accounts.indexOf(account) === accounts.lastIndexOf(account)
    if (isSaid) expect(stepOf([program, data, ...without]), `${index}`).toBeUndefined()
  }
})

test('[F13] no other kind is read, nor space in one’s own account', () => {
  expect(saidOfInstruction(system(8, number(9n, 8), me))).toBeUndefined()
  for (const kind of [12, 13, 255, 256]) expect(stepOf(system(kind, number(5n, 8), me, ann, bob))).toBeUndefined()
  expect(stepOf([systemProgram, [], me, ann])).toBeUndefined()
})

test('[F13] amounts and owners stand where they are said to', () => {
  expect(stepOf(create(bob))).toEqual({ is: 'create', from: me, created: fresh, amount: 3_000_000_000n, owner: bob })
  expect(stepOf(whole[3]?.[1] ?? create(bob))).toEqual({
    is: 'create',
    from: me,
    created: fresh,
    amount: 7n,
    owner: bob,
  })
  expect(stepOf(derived(ann, me))).toEqual({ is: 'transferDerived', from: fresh, by: me, to: ann, amount: 5n })
  expect(stepOf(whole[10]?.[1] ?? create(bob))).toEqual({ is: 'assign', account: fresh, owner: bob })
})
