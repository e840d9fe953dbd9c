import { expect, test } from 'vitest'
import { computeBudgetProgram, loaderProgram, memoProgram, stakeProgram } from './programs.js'
import { priorityFee } from './readInstruction.js'
import { type Asked, bytes, number, parties, saidOfInstruction } from './test/saidOfInstruction.js'

// What is read of stakes, of programs' own code and of a transaction's fee, rule by rule, each where it holds and where it stops.

const { me, ann, bob, fresh, stake, validator, code, buffer } = parties
type More = Parameters<typeof saidOfInstruction>[1]
type Row = [string, string, Asked, More?]
const staking = (kind: number, data: readonly number[], ...accounts: readonly (string | undefined)[]): Asked => [
  ...([stakeProgram, [...number(BigInt(kind), 4), ...data]] as const),
  ...accounts,
]
const loading = (kind: number, data: readonly number[], ...accounts: readonly (string | undefined)[]): Asked => [
  ...([loaderProgram, [...number(BigInt(kind), 4), ...data]] as const),
  ...accounts,
]
const open = (staker: string, withdrawer: string, until = 0n, epoch = 0n) =>
  staking(0, [...bytes(staker), ...bytes(withdrawer), ...number(until, 8), ...number(epoch, 8), ...bytes(bob)], stake)
const holds: More = {
  lamports: new Map([
    [stake, 7_000_000_000n],
    [buffer, 5n],
  ]),
}
const of = (...owners: readonly (readonly [string, string])[]): More => ({ ...holds, stakes: new Map(owners) })

const stakes: readonly Row[] = [
  ['of its own', 'minor Create an account | Stake account: stake #', open(me, me)],
  [
    'that somebody withdraws',
    '!! Create an account | Stake account: stake # | Goes to: ann # | ! Somebody else may then move what the a',
    open(me, ann),
  ],
  [
    'that somebody delegates',
    '!! Create an account | Stake account: stake # | Goes to: ann # | ! Somebody else may then move what the a',
    open(ann, me),
  ],
  [
    'that two others have',
    '!! Create an account | Stake account: stake # | Goes to: bob # | Goes to: ann # | ! Somebody else may then move what the a',
    open(ann, bob),
  ],
  [
    'that one other has',
    '!! Create an account | Stake account: stake # | Goes to: ann # | ! Somebody else may then move what the a',
    open(ann, ann),
  ],
  [
    'that is opened by its newer form',
    '!! Create an account | Stake account: stake # | Goes to: ann # | ! Somebody else may then move what the a',
    staking(9, [], stake, bob, me, ann),
  ],
  [
    'that is handed over',
    '!! Change who controls an account | What: The whole account | Stake account: stake # | Goes to: ann # | You have now: 7 SOL | ! Somebody else may then move what the a | gives 7000000000 coin apart to ann',
    staking(1, [...bytes(ann), ...number(1n, 4)], stake),
    holds,
  ],
  [
    'whose delegating is handed over',
    '!! Change who controls an account | What: Where it is staked | Stake account: stake # | Goes to: ann # | You have now: 7 SOL',
    staking(1, [...bytes(ann), ...number(0n, 4)], stake),
    holds,
  ],
  [
    'that is handed to oneself',
    'Change who controls an account | What: The whole account | Stake account: stake # | Goes to: me #',
    staking(1, [...bytes(me), ...number(1n, 4)], stake),
    holds,
  ],
  [
    'that isn’t known and handed over',
    '!! Change who controls an account | What: The whole account | Stake account: stake # | Goes to: ann # | ! Somebody else may then move what the a | gives all coin apart to ann',
    staking(1, [...bytes(ann), ...number(1n, 4)], stake),
  ],
  [
    'that is handed over by a seed',
    '!! Change who controls an account | What: The whole account | Stake account: stake # | Goes to: ann # | You have now: 7 SOL | ! Somebody else may then move what the a | gives 7000000000 coin apart to ann',
    staking(8, [...bytes(ann), ...number(1n, 4), 9, 9], stake),
    holds,
  ],
  [
    'that is handed over with a signature',
    '!! Change who controls an account | What: The whole account | Stake account: stake # | Goes to: ann # | You have now: 7 SOL | ! Somebody else may then move what the a | gives 7000000000 coin apart to ann',
    staking(10, number(1n, 4), stake, bob, bob, ann),
    holds,
  ],
  [
    'whose delegating is handed over with a signature and a seed',
    '!! Change who controls an account | What: Where it is staked | Stake account: stake # | Goes to: ann # | You have now: 7 SOL',
    staking(11, number(0n, 4), stake, bob, bob, ann),
    holds,
  ],
  [
    'that is delegated',
    'Stake SOL | Amount: 7 SOL | Validator: validator # | Stake account: stake #',
    staking(2, [], stake, validator),
    holds,
  ],
  [
    'of somebody that is delegated',
    'Stake SOL | Amount: 7 SOL | Goes to: ann # | Validator: validator # | Stake account: stake #',
    staking(2, [], stake, validator),
    of([stake, ann]),
  ],
  [
    'of its own that is delegated',
    'Stake SOL | Amount: 7 SOL | Validator: validator # | Stake account: stake #',
    staking(2, [], stake, validator),
    of([stake, me]),
  ],
  [
    'that isn’t known and delegated',
    'Stake SOL | Validator: validator # | Stake account: stake #',
    staking(2, [], stake, validator),
  ],
  ['that works no more', 'Stop staking | Amount: 7 SOL | Stake account: stake #', staking(5, [], stake), holds],
  [
    'that is split',
    'Split a stake | Amount: 0.000000005 SOL | Stake account: stake # | New account: fresh #',
    staking(3, number(5n, 8), stake, fresh),
    of([stake, me]),
  ],
  [
    'of somebody that is split',
    'Split a stake | Amount: 0.000000005 SOL | Stake account: stake # | New account: fresh # | Opens an account of: ann # | ! The new account isn’t yours: whoever i',
    staking(3, number(5n, 8), stake, fresh),
    of([stake, ann]),
  ],
  [
    'that isn’t known and split',
    '!! Split a stake | Amount: 0.000000005 SOL | Stake account: stake # | New account: fresh # | ! An account that it names couldn’t be l',
    staking(3, number(5n, 8), stake, fresh),
  ],
  [
    'that goes into another of its own',
    'Merge two stakes | Amount: 7 SOL | Stake account: stake # | To, in this wallet too: fresh #',
    staking(7, [], fresh, stake),
    of([fresh, me]),
  ],
  [
    'that goes into somebody’s',
    '!! Merge two stakes | You give: 7 SOL | To: ann # | Stake account: stake # | ! What it holds goes to somebody else. | gives 7000000000 coin apart to ann',
    staking(7, [], fresh, stake),
    of([fresh, ann]),
  ],
  [
    'that goes into one that isn’t known',
    '!! Merge two stakes | You give: 7 SOL | To: fresh # | Stake account: stake # | ! An account that it names couldn’t be l | gives 7000000000 coin apart to fresh',
    staking(7, [], fresh, stake),
    holds,
  ],
  [
    'that isn’t known and goes into somebody’s',
    '!! Merge two stakes | To: ann # | Stake account: stake # | ! What it holds goes to somebody else. | gives all coin apart to ann',
    staking(7, [], fresh, stake),
    { stakes: new Map([[fresh, ann]]) },
  ],
  [
    'of which some goes into another of its own',
    'Merge two stakes | Amount: 0.000000005 SOL | Stake account: stake # | To, in this wallet too: fresh #',
    staking(16, number(5n, 8), stake, fresh),
    of([fresh, me]),
  ],
  [
    'of which some coins go into somebody’s',
    '!! Merge two stakes | You give: 0.000000005 SOL | To: ann # | Stake account: stake # | ! What it holds goes to somebody else. | gives 5 coin apart to ann',
    staking(17, number(5n, 8), stake, fresh),
    of([fresh, ann]),
  ],
  [
    'that is withdrawn to oneself',
    'Withdraw SOL | Comes back: 0.000000005 SOL | Stake account: stake #',
    staking(4, number(5n, 8), stake, me),
    holds,
  ],
  [
    'that is withdrawn to somebody',
    '!! Withdraw SOL | You give: 0.000000005 SOL | To: ann # | Stake account: stake # | ! What it holds goes to somebody else. | gives 5 coin apart to ann',
    staking(4, number(5n, 8), stake, ann),
    holds,
  ],
]
test.each(stakes)('[F13] a stake %s', (_, said, asked, more) => expect(saidOfInstruction(asked, more)).toBe(said))

const programs: readonly Row[] = [
  [
    'gets new code',
    '!! Replace a contract’s code | Contract: code # | New code: buffer # | ! From then on the contract does whateve',
    loading(3, [], bob, code, buffer, me),
  ],
  [
    'gets new code, and what it was held in is closed',
    '!! Replace a contract’s code | Contract: code # | New code: buffer # | ! From then on the contract does whateve',
    loading(3, [1], bob, code, buffer, me),
  ],
  [
    'gets new code, and somebody gets the rest',
    '!! Replace a contract’s code | Contract: code # | New code: buffer # | Goes to: ann # | ! From then on the contract does whateve',
    loading(3, [], bob, code, buffer, ann),
  ],
  [
    'gets another owner',
    '!! Hand over a contract | Contract: code # | Goes to: ann # | ! The new owner may do with the contract',
    loading(4, [], code, me, ann),
  ],
  [
    'gets this account for an owner',
    'Hand over a contract | Contract: code # | Goes to: me #',
    loading(7, [], code, me, me),
  ],
  [
    'gets no owner',
    '!! Hand over a contract | Contract: code # | Goes to: Nobody, for good | ! Somebody else may then move what the a',
    loading(4, [], code, me),
  ],
  [
    'is closed to oneself, and gone',
    '!! Close a program | Comes back: 0.000000005 SOL | Contract: code # | ! The program is gone for good.',
    loading(5, [], buffer, me, bob, code),
    holds,
  ],
  [
    'is closed to somebody, and gone',
    '!! Close a program | You give: 0.000000005 SOL | To: ann # | Contract: code # | ! What it holds goes to somebody else. | ! The program is gone for good. | gives 5 coin apart to ann',
    loading(5, [], buffer, ann, bob, code),
    holds,
  ],
  [
    'has what held its code closed',
    'Close a program | Comes back: 0.000000005 SOL | Contract: buffer #',
    loading(5, [], buffer, me, bob),
    holds,
  ],
  [
    'has what held its code closed to somebody',
    '!! Close a program | You give: 0.000000005 SOL | To: ann # | Contract: buffer # | ! What it holds goes to somebody else. | gives 5 coin apart to ann',
    loading(5, [], buffer, ann, bob),
    holds,
  ],
  [
    'has what isn’t known closed',
    'Close a program | Comes back: All that it holds | Contract: buffer #',
    loading(5, [], buffer, me, bob),
  ],
  [
    'has what isn’t known closed to somebody',
    '!! Close a program | You give: All that it holds | To: ann # | Contract: buffer # | ! What it holds goes to somebody else. | gives all coin apart to ann',
    loading(5, [], buffer, ann, bob),
  ],
]
test.each(programs)('[F13] a program %s', (_, said, asked, more) => expect(saidOfInstruction(asked, more)).toBe(said))

const known: readonly (readonly [string, Asked, readonly number[]])[] = [
  ['open', open(me, me), [0]],
  ['open anew', staking(9, [], stake, bob, me, ann), [0, 2, 3]],
  ['hand over', staking(1, [...bytes(ann), ...number(1n, 4)], stake), [0]],
  ['hand over with a signature', staking(10, number(1n, 4), stake, bob, bob, ann), [0, 3]],
  ['hand over with a signature and a seed', staking(11, number(1n, 4), stake, bob, bob, ann), [0, 3]],
  ['delegate', staking(2, [], stake, validator), [0, 1]],
  ['split', staking(3, number(5n, 8), stake, fresh), [0, 1]],
  ['withdraw', staking(4, number(5n, 8), stake, ann), [0, 1]],
  ['stop', staking(5, [], stake), [0]],
  ['merge', staking(7, [], fresh, stake), [0, 1]],
  ['move a stake', staking(16, number(5n, 8), stake, fresh), [0, 1]],
  ['move coins', staking(17, number(5n, 8), stake, fresh), [0, 1]],
  ['new code', loading(3, [1], bob, code, buffer, me), [0, 1, 2, 3]],
  ['another owner', loading(4, [], code, me, ann), [0]],
  ['another owner who signs', loading(7, [], code, me, ann), [0]],
  ['close', loading(5, [], buffer, me, bob, code), [0, 1]],
]
/** Kinds of which more may follow: a seed. */
const longer = [8, 10, 11]
test.each(known)('[F13] to its last byte, and with each account that decides: %s', (_, asked, needed) => {
  const [program, data, ...all] = asked
  expect(saidOfInstruction(asked)).toBeDefined()
  if (program === loaderProgram || !longer.includes(data[0] ?? 0)) {
    expect(saidOfInstruction([program, [...data, 0], ...all])).toBeUndefined()
  }
  if (data.length === 4) expect(saidOfInstruction([program, data.slice(0, -1), ...all])).toBeUndefined()
  else if (program === stakeProgram && !longer.includes(data[0] ?? 0))
    expect(saidOfInstruction([program, data.slice(0, -1), ...all])).toBeUndefined()
  for (const [index] of all.entries()) {
    const without = all.map((each, place) => (place === index ? undefined : each))
    expect(saidOfInstruction([program, data, ...without]) === undefined, `${index}`).toBe(needed.includes(index))
  }
})

test('[F13] a stake that is locked isn’t read, nor are other kinds', () => {
  expect(saidOfInstruction(open(me, me, 1n))).toBeUndefined()
  expect(saidOfInstruction(open(me, me, 0n, 1n))).toBeUndefined()
  for (const kind of [6, 12, 13, 14, 15, 18])
    expect(saidOfInstruction(staking(kind, [], stake, fresh, me, ann))).toBeUndefined()
  for (const kind of [0, 1, 2, 6, 8]) expect(saidOfInstruction(loading(kind, [], code, me, ann, bob))).toBeUndefined()
})

test('[F13] what sets a fee moves nothing: a heap, a limit, a price or a size, to its last byte', () => {
  const budget = (data: readonly number[]) => saidOfInstruction([computeBudgetProgram, data])
  for (const kind of [1, 2, 4]) {
    expect(budget([kind, 0, 0, 0, 0])).toBe('minor Set the fee')
    expect([budget([kind, 0, 0, 0]), budget([kind, ...number(0n, 8)])]).toEqual([undefined, undefined])
  }
  expect(budget([3, ...number(0n, 8)])).toBe('minor Set the fee')
  expect([budget([3, 0, 0, 0, 0]), budget([0, 0, 0, 0, 0]), budget([5, 0, 0, 0, 0]), budget([])]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('[F13] a memo is UTF-8, or isn’t read', () => {
  expect(saidOfInstruction([memoProgram, [...new TextEncoder().encode('gm\u202e')]])).toBe(
    'minor Write a memo | Memo, public: gm⟨U+202E⟩',
  )
  expect(saidOfInstruction([memoProgram, [0xff]])).toBeUndefined()
})

test('[F13] a fee is its price by its limit, or by what the network gives each instruction, and no more than it gives at all', () => {
  const instruction = (program: string, data: readonly number[]) => ({
    program,
    accounts: [],
    data: Uint8Array.from(data),
  })
  const limit = (units: bigint) => instruction(computeBudgetProgram, [2, ...number(units, 4)])
  const price = (each: bigint) => instruction(computeBudgetProgram, [3, ...number(each, 8)])
  const other = instruction(stakeProgram, [5, 0, 0, 0])
  const fees = [
    [other],
    [limit(200_000n), other],
    [price(1_000_000n), other],
    [price(1_000_000n), other, other],
    [price(1_000_000n), limit(300_000n), other],
    [price(1n), limit(1n), other],
    [price(1_000_000n), limit(4_000_000n), other],
    [price(1_000_000n), limit(1_400_000n), other],
    [price(2_000_000n), price(1_000_000n), limit(100n), limit(300n), other],
    [price(1_000_000n), instruction(computeBudgetProgram, [2, 1]), other],
    [price(1_000_000n), instruction(stakeProgram, [2, ...number(7n, 4)])],
  ].map(priorityFee)
  expect(fees).toEqual([0n, 0n, 200_000n, 400_000n, 300_000n, 1n, 1_400_000n, 1_400_000n, 600n, 200_000n, 200_000n])
})
