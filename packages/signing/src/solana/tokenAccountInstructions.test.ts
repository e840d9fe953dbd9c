import { expect, test } from 'vitest'
import { bytes, parties, saidOfInstruction } from './test/saidOfInstruction.js'
import { associated, counted, hand, holding, type More, type Row, token } from './test/tokenAsked.js'

// What is read of what happens to token accounts themselves, rule by rule, each where it holds and where it stops.

const { me, ann, bob, mine, theirs, fresh, dusd, unlisted, wrapped, theirWrapped } = parties

const allowed: More = {
  tokenAccounts: new Map([[mine, { mint: dusd, owner: me, amount: 10n, allowed: { to: bob, amount: 4_000_000n } }]]),
}
const accounts: readonly Row[] = [
  [
    'that one may take no more of what isn’t listed',
    'Take back an allowance of tokens (unlisted, 4F7B…9krzUw) | Spender: bob # | May take now: 4 tokens (unlisted, 4F7B…9krzUw) | Token: unlisted # | Token account: fresh #',
    token([5], fresh, me),
    {
      tokenAccounts: new Map([[fresh, { mint: unlisted, owner: me, allowed: { to: bob, amount: 4_000n } }]]),
      ...counted,
    },
  ],
  [
    'that one that isn’t known is closed by the account',
    '!! Close a token account | You give: 0.000000005 SOL | To: ann # | Token account: fresh # | ! What it holds goes to somebody else. | gives 5 coin apart to ann',
    token([9], fresh, ann, me),
    { lamports: new Map([[fresh, 5n]]) },
  ],
  [
    'that somebody else’s wrapped coins come',
    'Close a token account | Token account: theirWrapped #',
    token([9], theirWrapped, me, ann),
  ],
  ['that nobody may take any more', 'Take back an allowance of DUSD | Token account: mine #', token([5], mine, me)],
  [
    'that one may take no more',
    'Take back an allowance of DUSD | Spender: bob # | May take now: 4 DUSD | Token account: mine #',
    token([5], mine, me),
    allowed,
  ],
  [
    'that nobody may take of one that isn’t known',
    'Take back an allowance | Token account: fresh #',
    token([5], fresh, me),
  ],
  [
    'that nobody may take of one that isn’t listed',
    'Take back an allowance of tokens (unlisted, 4F7B…9krzUw) | Token: unlisted # | Token account: fresh #',
    token([5], fresh, me),
    { ...holding(fresh, me, unlisted, 9n), ...counted },
  ],
  [
    'that it is handed over',
    '!! Change who controls an account | What: The whole account | Token account: mine # | Goes to: ann # | You have now: 10 DUSD | ! Somebody else may then move what the a',
    hand(2, ann),
  ],
  [
    'that it is handed to oneself',
    'Change who controls an account | What: The whole account | Token account: mine # | Goes to: me # | You have now: 10 DUSD',
    hand(2, me),
  ],
  [
    'that it is handed to nobody',
    '!! Change who controls an account | What: The whole account | Token account: mine # | Goes to: Nobody, for good | You have now: 10 DUSD | ! Somebody else may then move what the a',
    hand(2, undefined),
  ],
  [
    'that one that holds nothing is handed over',
    '!! Change who controls an account | What: The whole account | Token account: fresh # | Goes to: ann # | ! Somebody else may then move what the a',
    hand(2, ann, fresh),
    holding(fresh, me, unlisted, 0n),
  ],
  [
    'that one that isn’t listed is handed over',
    '!! Change who controls an account | What: The whole account | Token account: fresh # | Goes to: ann # | You have now: 9 tokens (unlisted, 4F7B…9krzUw) | ! Somebody else may then move what the a',
    hand(2, ann, fresh),
    { ...holding(fresh, me, unlisted, 9_000n), ...counted },
  ],
  [
    'that one that isn’t known is handed over',
    '!! Change who controls an account | What: The whole account | Token account: fresh # | Goes to: ann # | ! Somebody else may then move what the a | ! An account that it names couldn’t be l',
    hand(2, ann, fresh),
  ],
  [
    'who may close one that isn’t known',
    '!! Change who controls an account | What: Closing it, and what it gives back | Token account: fresh # | Goes to: ann # | ! Somebody else may then move what the a | ! An account that it names couldn’t be l',
    hand(3, ann, fresh),
  ],
  [
    'that one that isn’t known is closed by another',
    '!! Close a token account | Token account: fresh # | Paid by: bob # | ! An account that it names couldn’t be l',
    token([9], fresh, ann, bob),
  ],
  [
    'who may close it',
    '!! Change who controls an account | What: Closing it, and what it gives back | Token account: mine # | Goes to: ann # | ! Whoever may close an account gets the ',
    hand(3, ann),
  ],
  [
    'who may make more of a token',
    '!! Give a role | Goes to: ann # | Role: Making more of a token | Contract: DUSD (dusd) # | ! Whoever has a role may do what it stan',
    hand(0, ann, dusd),
  ],
  [
    'who may freeze a token',
    '!! Give a role | Goes to: ann # | Role: Freezing a token | Contract: DUSD (dusd) # | ! Whoever has a role may do what it stan',
    hand(1, ann, dusd),
  ],
  [
    'who may do else with it',
    '!! Give a role | Goes to: ann # | Role: A power over a token | Contract: unlisted # | ! Whoever has a role may do what it stan',
    hand(9, ann, unlisted),
  ],
  [
    'that a power over a token is handed to oneself',
    'Give a role | Goes to: me # | Role: Making more of a token | Contract: DUSD (dusd) #',
    hand(0, me, dusd),
  ],
  [
    'that nobody may make more of a token any more',
    '!! Take a role back | Account: me # | Role: Making more of a token | Contract: DUSD (dusd) # | Goes to: Nobody, for good',
    hand(0, undefined, dusd),
  ],
  [
    'that it is closed to oneself',
    'Close a token account | Comes back: 0.00203928 SOL | Token account: mine #',
    token([9], mine, me, me),
    { lamports: new Map([[mine, 2_039_280n]]) },
  ],
  [
    'that it is closed to another of its own',
    'Close a token account | To, in this wallet too: wrapped # | Token account: mine #',
    token([9], mine, wrapped, me),
  ],
  [
    'that wrapped coins come back',
    'Unwrap SOL | Comes back: 0.000000005 SOL | Token account: wrapped #',
    token([9], wrapped, me, me),
    { lamports: new Map([[wrapped, 5n]]) },
  ],
  [
    'that it is closed to somebody',
    '!! Close a token account | You give: 0.00203928 SOL | To: ann # | Token account: mine # | ! What it holds goes to somebody else. | gives 2039280 coin apart to ann',
    token([9], mine, ann, me),
    { lamports: new Map([[mine, 2_039_280n]]) },
  ],
  [
    'that it is closed to somebody, with what isn’t known',
    '!! Close a token account | You give: All that it holds | To: ann # | Token account: mine # | ! What it holds goes to somebody else. | ! An account that it names couldn’t be l | gives all coin apart to ann',
    token([9], mine, ann, me),
  ],
  [
    'that it is closed by who isn’t known',
    '!! Close a token account | You give: 0.000000005 SOL | To: ann # | Token account: fresh # | ! What it holds goes to somebody else. | gives 5 coin apart to ann',
    token([9], fresh, ann, undefined),
    { lamports: new Map([[fresh, 5n]]) },
  ],
  [
    'that its own is closed by somebody',
    '!! Close a token account | You give: 0.000000005 SOL | To: ann # | Token account: mine # | ! What it holds goes to somebody else. | gives 5 coin apart to ann',
    token([9], mine, ann, bob),
    { lamports: new Map([[mine, 5n]]) },
  ],
  [
    'that somebody else’s is closed',
    'Close a token account | Token account: theirs # | Paid by: ann #',
    token([9], theirs, bob, ann),
    { lamports: new Map([[theirs, 5n]]) },
  ],
  ['that coins are wrapped', 'minor Wrap SOL', token([17], wrapped)],
  ['that it can’t be owned by others', 'minor Open a token account', token([22], mine)],
  [
    'that one is opened for the account',
    'minor Open a token account | Token account: fresh #',
    token([18, ...bytes(me)], fresh, dusd),
    { openedFor: new Map([[fresh, me]]) },
  ],
  [
    'that one is opened for somebody',
    'minor Open a token account | Token account: fresh # | Opens an account of: ann #',
    token([16, ...bytes(ann)], fresh, dusd),
    { openedFor: new Map([[fresh, ann]]) },
  ],
  [
    'that one is opened by its older form',
    'minor Open a token account | Token account: fresh # | Opens an account of: ann #',
    token([1], fresh, dusd, ann),
    { openedFor: new Map([[fresh, ann]]) },
  ],
]
test.each(accounts)('[F13] the token program says of an account %s', (_, said, asked, more) =>
  expect(saidOfInstruction(asked, more)).toBe(said),
)

const there: More = { found: new Set([fresh]) }
const opened: readonly Row[] = [
  [
    'for the account',
    'minor Open a token account | Rent of a new account: 0.00203928 SOL | spends 2039280',
    associated([], me, fresh, me, dusd),
  ],
  [
    'for somebody',
    'minor Open a token account | Opens an account of: ann # | Rent of a new account: 0.00203928 SOL | spends 2039280 | gives 2039280 coin to ann',
    associated([1], me, fresh, ann, dusd),
  ],
  [
    'for somebody, who pays',
    'minor Open a token account | Opens an account of: ann #',
    associated([0], ann, fresh, ann, dusd),
  ],
  [
    'that is there',
    'minor Open a token account | Opens an account of: ann #',
    associated([1], me, fresh, ann, dusd),
    there,
  ],
  [
    'of which nobody knows whether it is there',
    'minor Open a token account | Opens an account of: ann # | Rent of a new account: 0.00203928 SOL | spends 2039280 | gives 2039280 coin to ann',
    associated([1], me, fresh, ann, dusd),
    { found: undefined },
  ],
]
test.each(opened)('[F13] a token account is opened %s', (_, said, asked, more) =>
  expect(saidOfInstruction(asked, more)).toBe(said),
)

test('[F13] what is handed to nobody says so in its own way, and in no other', () => {
  expect(saidOfInstruction(token([6, 2, 0], mine, me))).toBeDefined()
  for (const isSomebody of [1, 2]) expect(saidOfInstruction(token([6, 2, isSomebody], mine, me))).toBeUndefined()
})
