import { expect, test } from 'vitest'
import { systemProgram, token2022Program } from './programs.js'
import { type Asked, bytes, number, parties, saidOfInstruction, wrappedMint } from './test/saidOfInstruction.js'
import {
  associated,
  checked,
  counted,
  hand,
  holding,
  type More,
  plain,
  type Row,
  ruled,
  token,
  withFee,
} from './test/tokenAsked.js'

// What is read of the token programs' instructions that move something or let somebody take it, rule by rule, each where it holds and where it stops.

const { me, ann, bob, mine, theirs, fresh, dusd, unlisted, wrapped } = parties

const moves: readonly Row[] = [
  [
    'tokens to somebody',
    'Send DUSD | Amount: 5 DUSD | To: ann # | To (token account): theirs # | gives 5000000 dusd of mine to ann',
    checked(12, 5_000_000n, mine, dusd, theirs, me),
  ],
  [
    'tokens without their name',
    'Send DUSD | Amount: 5 DUSD | To: ann # | To (token account): theirs # | gives 5000000 dusd of mine to ann',
    plain(3, 5_000_000n, mine, theirs, me),
  ],
  [
    'tokens of an account that isn’t known',
    '!! Send tokens | Amount: 5000000 of its smallest unit; its decimals aren’t known | To: ann # | To (token account): theirs # | ! An account that it names couldn’t be l | gives 5000000  of fresh to ann',
    plain(3, 5_000_000n, fresh, theirs, me),
  ],
  [
    'tokens of which neither account is known',
    '!! Send tokens | Amount: 5000000 of its smallest unit; its decimals aren’t known | To (token account): bob # | ! An account that it names couldn’t be l | gives 5000000  of fresh to bob',
    plain(3, 5_000_000n, fresh, bob, me),
  ],
  [
    'tokens of a mint that isn’t listed',
    'Send tokens (unlisted, 4F7B…9krzUw) | Amount: 5 tokens (unlisted, 4F7B…9krzUw) | Token: unlisted # | To: ann # | To (token account): theirs # | gives 5000000 unlisted of mine to ann',
    checked(12, 5_000_000n, mine, unlisted, theirs, me),
  ],
  [
    'tokens whose mint says its decimals',
    'Send tokens (unlisted, 4F7B…9krzUw) | Amount: 5 tokens (unlisted, 4F7B…9krzUw) | Token: unlisted # | To: ann # | To (token account): theirs # | gives 5000 unlisted of fresh to ann',
    plain(3, 5_000n, fresh, theirs, me),
    { ...holding(fresh, me, unlisted, 9n), ...counted },
  ],
  [
    'tokens whose mint doesn’t',
    'Send tokens (unlisted, 4F7B…9krzUw) | Amount: 5000 of its smallest unit; its decimals aren’t known | Token: unlisted # | To: ann # | To (token account): theirs # | gives 5000 unlisted of fresh to ann',
    plain(3, 5_000n, fresh, theirs, me),
    holding(fresh, me, unlisted, 9n),
  ],
  [
    'tokens to oneself',
    'Move coins within this account | Amount: 5 DUSD | To, in this wallet too: mine #',
    checked(12, 5_000_000n, mine, dusd, mine, me),
  ],
  [
    'tokens to an account that isn’t known',
    '!! Send DUSD | Amount: 5 DUSD | To (token account): fresh # | ! An account that it names couldn’t be l | gives 5000000 dusd of mine to fresh',
    checked(12, 5_000_000n, mine, dusd, fresh, me),
  ],
  [
    'somebody else’s tokens by a delegate',
    '!! Send DUSD | Amount: 0.000001 DUSD | To (token account): fresh # | Paid by: ann # | ! An account that it names couldn’t be l',
    checked(12, 1n, theirs, dusd, fresh, me),
  ],
  [
    'somebody else’s tokens to oneself',
    'Move DUSD | You get: 0.000001 DUSD | To, in this wallet too: mine # | Paid by: ann #',
    checked(12, 1n, theirs, dusd, mine, me),
  ],
  [
    'tokens of an account that isn’t known, by somebody',
    'Send DUSD | Amount: 0.000001 DUSD | To: ann # | To (token account): theirs # | Paid by: bob #',
    checked(12, 1n, fresh, dusd, theirs, bob),
  ],
  [
    'tokens of an account that isn’t known, by nobody who is said',
    'Send DUSD | Amount: 0.000001 DUSD | To: ann # | To (token account): theirs # | gives 1 dusd of fresh to ann',
    checked(12, 1n, fresh, dusd, theirs),
  ],
  [
    'tokens to where they are lost',
    '!! Send DUSD | Amount: 0.000001 DUSD | To (token account): 11111111111111111111111111111111 # | ! An account that it names couldn’t be l | ! What is sent there is destroyed: nobod | gives 1 dusd of mine to 11111111111111111111111111111111',
    checked(12, 1n, mine, dusd, systemProgram, me),
  ],
  [
    'tokens to an account of where they are lost',
    '!! Send DUSD | Amount: 0.000001 DUSD | To: 11111111111111111111111111111111 # | To (token account): fresh # | ! What is sent there is destroyed: nobod | gives 1 dusd of mine to 11111111111111111111111111111111',
    checked(12, 1n, mine, dusd, fresh, me),
    holding(fresh, systemProgram, dusd),
  ],
  [
    'tokens to an account of their own mint',
    '!! Send DUSD | Amount: 0.000001 DUSD | To: dusd # | To (token account): fresh # | ! What is sent there is destroyed: nobod | gives 1 dusd of mine to dusd',
    checked(12, 1n, mine, dusd, fresh, me),
    holding(fresh, dusd, dusd),
  ],
  [
    'tokens of which the mint keeps a part',
    'Send DUSD | Amount: 5 DUSD | To: ann # | To (token account): theirs # | Kept by the token: 0.09 DUSD | gives 5000000 dusd of mine to ann',
    checked(12, 5_000_000n, mine, dusd, theirs, me),
    ruled(200, 90_000n),
  ],
  [
    'tokens of which it keeps no more than most',
    'Send DUSD | Amount: 4.5 DUSD | To: ann # | To (token account): theirs # | Kept by the token: 0.09 DUSD | gives 4500000 dusd of mine to ann',
    checked(12, 4_500_000n, mine, dusd, theirs, me),
    ruled(200, 90_000n),
  ],
  [
    'tokens of which it keeps nothing',
    'Send DUSD | Amount: 5 DUSD | To: ann # | To (token account): theirs # | gives 5000000 dusd of mine to ann',
    checked(12, 5_000_000n, mine, dusd, theirs, me),
    ruled(200, 0n),
  ],
  [
    'tokens of which it keeps a part on the way to oneself',
    'Move coins within this account | Amount: 5 DUSD | To, in this wallet too: mine # | Kept by the token: 0.0005 DUSD',
    checked(12, 5_000_000n, mine, dusd, mine, me),
    ruled(1, 90_000n),
  ],
  [
    'tokens with a fee that is said',
    'Send DUSD | Amount: 5 DUSD | To: ann # | To (token account): theirs # | Kept by the token: 0.000007 DUSD | gives 5000000 dusd of mine to ann',
    withFee(5_000_000n, 7n, mine, dusd, theirs, me),
    ruled(200, 90_000n),
  ],
  [
    'tokens with a fee of nothing that is said',
    'Send DUSD | Amount: 5 DUSD | To: ann # | To (token account): theirs # | gives 5000000 dusd of mine to ann',
    withFee(5_000_000n, 0n, mine, dusd, theirs, me),
    ruled(200, 90_000n),
  ],
  [
    'tokens that are burnt',
    '!! Burn DUSD | Amount: 5 DUSD | ! What is burnt is gone for good.',
    checked(15, 5_000_000n, mine, dusd, me),
  ],
  [
    'tokens that are burnt, without their decimals',
    '!! Burn tokens (unlisted, 4F7B…9krzUw) | Amount: 5000 tokens (unlisted, 4F7B…9krzUw) | Token: unlisted # | ! What is burnt is gone for good.',
    plain(8, 5_000_000n, mine, unlisted, me),
    counted,
  ],
]
test.each(moves)('[F13] the token program moves %s', (_, said, asked, more) =>
  expect(saidOfInstruction(asked, more)).toBe(said),
)

const allows: readonly Row[] = [
  [
    'some',
    'Allow spending of DUSD | Amount: 5 DUSD | Spender: ann # | ! The spender may take this much of your',
    checked(13, 5_000_000n, mine, dusd, ann, me),
  ],
  [
    'some without their name',
    'Allow spending of DUSD | Amount: 5 DUSD | Spender: ann # | ! The spender may take this much of your',
    plain(4, 5_000_000n, mine, ann, me),
  ],
  [
    'just less than nearly all',
    'Allow spending of DUSD | Amount: 9.499999 DUSD | Spender: ann # | ! The spender may take this much of your',
    checked(13, 9_499_999n, mine, dusd, ann, me),
  ],
  [
    'nearly all',
    '!! Allow spending of DUSD | Amount: 9.5 DUSD | You have now: 10 DUSD | Spender: ann # | ! The spender may take this much of your | ! That is nearly all of your DUSD.',
    checked(13, 9_500_000n, mine, dusd, ann, me),
  ],
  [
    'all',
    '!! Allow spending of DUSD | Amount: 10 DUSD | You have now: 10 DUSD | Spender: ann # | ! The spender may take all of your DUSD,',
    checked(13, 10_000_000n, mine, dusd, ann, me),
  ],
  [
    'more than any supply',
    '!! Allow spending of DUSD | Amount: Unlimited | You have now: 10 DUSD | Spender: ann # | ! The spender may take all of your DUSD,',
    checked(13, 2n ** 63n, mine, dusd, ann, me),
  ],
  [
    'just less than that, of nothing',
    'Allow spending of DUSD | Amount: 9223372036854.775807 DUSD | Spender: ann # | ! The spender may take this much of your',
    checked(13, 2n ** 63n - 1n, fresh, dusd, ann, me),
    holding(fresh, me, dusd, 0n),
  ],
  [
    'some of what isn’t known',
    '!! Allow spending of DUSD | Amount: 0.000005 DUSD | Spender: ann # | ! The spender may take this much of your | ! An account that it names couldn’t be l',
    checked(13, 5n, fresh, dusd, ann, me),
  ],
  [
    'more than any supply of what isn’t known',
    '!! Allow spending of tokens (unlisted, 4F7B…9krzUw) | Amount: Unlimited | Token: unlisted # | Spender: ann # | ! The spender may take all of your token | ! An account that it names couldn’t be l',
    checked(13, 2n ** 63n, fresh, unlisted, ann, me),
  ],
]
test.each(allows)('[F13] the token program lets somebody take %s', (_, said, asked, more) =>
  expect(saidOfInstruction(asked, more)).toBe(said),
)

const known: readonly [string, Asked, readonly number[], More?][] = [
  ['move', checked(12, 5n, mine, dusd, theirs, me), [0, 1, 2]],
  ['move without a name', plain(3, 5n, mine, theirs, me), [0, 1]],
  ['move with a fee', withFee(5n, 1n, mine, dusd, theirs, me), [0, 1, 2]],
  ['allow', checked(13, 5n, mine, dusd, ann, me), [0, 1, 2]],
  ['allow without a name', plain(4, 5n, mine, ann, me), [0, 1]],
  ['burn', checked(15, 5n, mine, dusd, me), [1]],
  ['burn without decimals', plain(8, 5n, mine, dusd, me), [1]],
  ['take back', token([5], mine, me), [0]],
  ['hand over', hand(2, ann), [0]],
  ['hand to nobody', hand(2, undefined), [0]],
  ['close', token([9], mine, me, me), [0, 1]],
  ['wrap', token([17], wrapped), [0]],
  ['keep', token([22], mine), [0]],
  ['open an account', associated([1], me, fresh, me, dusd), [0, 1, 2, 3]],
]
test.each(known)('[F13] to its last byte, and with each account that decides: %s', (_, asked, needed, more) => {
  const [program, data, ...all] = asked
  expect(saidOfInstruction(asked, more)).toBeDefined()
  expect(saidOfInstruction([program, [...data, 0], ...all], more)).toBeUndefined()
  if (data.length > 1) expect(saidOfInstruction([program, data.slice(0, -1), ...all], more)).toBeUndefined()
  for (const [index] of all.entries()) {
    const without = all.map((each, place) => (place === index ? undefined : each))
    expect(saidOfInstruction([program, data, ...without], more) === undefined, `${index}`).toBe(needed.includes(index))
  }
})

test('[F13] other kinds aren’t read, nor is what the transaction itself doesn’t open', () => {
  for (const kind of [0, 2, 7, 10, 11, 14, 19, 23])
    expect(saidOfInstruction(token([kind], mine, dusd, theirs, me))).toBeUndefined()
  for (const kind of [1, 16, 18]) expect(saidOfInstruction(token([kind], fresh, dusd, theirs, me))).toBeUndefined()
  expect(saidOfInstruction(token([], mine))).toBeUndefined()
  expect(
    saidOfInstruction([token2022Program, [26, 0, ...number(5n, 8), 6, ...number(1n, 8)], mine, dusd, theirs, me]),
  ).toBeUndefined()
  expect(saidOfInstruction(token([6, 2, 1, ...bytes(ann).slice(1)], mine, me))).toBeUndefined()
  expect(saidOfInstruction(token([6, 2, 0, ...bytes(ann)], mine, me))).toBeUndefined()
  expect(saidOfInstruction(token([6, 2, 2, ...bytes(ann)], mine, me))).toBeUndefined()
  expect(saidOfInstruction(associated([2], me, fresh, me, dusd))).toBeUndefined()
  expect(saidOfInstruction(associated([0, 0], me, fresh, me, dusd))).toBeUndefined()
  expect(saidOfInstruction([wrappedMint, [3, ...number(5n, 8)], mine, theirs, me])).toBeUndefined()
})
