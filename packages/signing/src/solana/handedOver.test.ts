import type { WalletNetwork } from '@foyer/core/words'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headlineInEnglish } from '../test/headlineInEnglish.js'
import { stakeProgram, tokenProgram } from './programs.js'
import { asked as saidOf } from './test/asking.js'
import { bytes, type Instruction, key, number, of, system, text } from './test/instructions.js'
import { account, startTestNode, type TestNode, tokenAccount } from './test/node.js'
import { me, mine, mint, other } from './test/transactions.js'

// What an account loses by being handed over, closed or locked, in the first sentence.

const addressOf = (digit: number) => base58.encode(new Uint8Array(32).fill(digit))
const [program, wrapped, stake, unlisted, held, theirs] = [15, 11, 18, 30, 31, 32].map(addressOf)
if (!program || !wrapped || !stake || !unlisted || !held || !theirs) throw new Error('An address is missing.')
let node: TestNode
let network: WalletNetwork
beforeAll(async () => {
  node = await startTestNode()
  const coins = 'So11111111111111111111111111111111111111112'
  node.accounts.set(wrapped, tokenAccount({ owner: me, of: coins, lamports: 100_002_039_280 }))
  node.accounts.set(held, tokenAccount({ owner: me, of: unlisted, amount: 50_000_000n }))
  node.accounts.set(theirs, tokenAccount({ owner: other, of: unlisted }))
  node.accounts.set(stake, account(stakeProgram, [new Uint8Array(200)], 7_000_000_000))
  network = {
    ...{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Local', rpcUrl: node.url },
    ...{ currency: { symbol: 'SOL', decimals: 9 }, tokens: [{ symbol: 'DUSD', decimals: 6, address: mint }] },
  }
})
afterAll(() => node.stop())

const somebody = 'Aqyn…euUFxD'
const signs = key(me, true)
const staking = (kind: number, data: readonly number[], ...keys: Instruction['keys']) =>
  of(stakeProgram, [kind, 0, 0, 0, ...data], ...keys)
const [none, later] = [[0], [1, ...number(1_900_000_000n, 8)]] as const
const isNo: readonly string[] = []

test.each([
  [
    'the very account to a program',
    () => system(1, bytes(program), signs),
    '21nS…fzCzqc acts for your whole account from then on.',
    ['handed over to a program'],
  ],
  [
    'a token account to somebody',
    () => of(tokenProgram, [6, 2, 1, ...bytes(other)], key(mine), signs),
    `${somebody} decides over an account of yours with 10 DUSD.`,
    ['may then move'],
  ],
  [
    'what closing one gives back',
    () => of(tokenProgram, [6, 3, 1, ...bytes(other)], key(mine), signs),
    `${somebody} may close an account of yours, and gets its coins then.`,
    ['gets the coins that it holds'],
  ],
  [
    'the closing of wrapped coins, which gives all of them back',
    () => of(tokenProgram, [6, 3, 1, ...bytes(other)], key(wrapped), signs),
    `${somebody} decides over an account of yours.`,
    ['may then move'],
  ],
  [
    'the rent of a closed one',
    () => of(tokenProgram, [9], key(mine), key(other), signs),
    `You give 0.00204 SOL to ${somebody}.`,
    ['somebody else'],
  ],
  [
    'the coins of a closed one',
    () => of(tokenProgram, [9], key(wrapped), key(other), signs),
    `You give 100.00204 SOL to ${somebody}.`,
    ['somebody else'],
  ],
  [
    'a stake to somebody',
    () => staking(1, [...bytes(other), 1, 0, 0, 0], key(stake), key(program), signs),
    `${somebody} decides over an account of yours with 7 SOL.`,
    ['may then move'],
  ],
  [
    'where a stake goes',
    () => staking(10, [0, 0, 0, 0], key(stake), key(program), signs, key(other)),
    `${somebody} decides where 7 SOL is staked.`,
    [],
  ],
  [
    'a stake, locked for somebody',
    () => staking(6, [...later, ...none, 1, ...bytes(other)], key(stake), signs),
    `You lock 7 SOL, and only ${somebody} may release it before that ends.`,
    ['is locked'],
  ],
  [
    'a stake, locked for another who signs',
    () => staking(12, [...none, 1, ...number(900n, 8)], key(stake), signs, key(other)),
    `You lock 7 SOL, and only ${somebody} may release it before that ends.`,
    ['is locked'],
  ],
  [
    'a stake, locked for oneself',
    () => staking(6, [...later, ...none, ...none], key(stake), signs),
    'You lock 7 SOL.',
    ['is locked'],
  ],
  [
    'a stake, locked as nothing has it',
    () => staking(6, [...later, ...none, ...none, 0], key(stake), signs),
    'You give nothing that we can see, to a contract that we could not check.',
    isNo,
  ],
] as const)('[F13] %s', async (_, instruction, first, warned) => {
  const said = await saidOf({ method: 'solana_signAndSendTransaction', instructions: [instruction()], network })
  expect(said.level).toBe('deliberate')
  expect(headlineInEnglish(said.shown).trim()).toBe(first)
  for (const each of warned) expect(said.warnings).toContain(each)
})

test.each([
  ['of somebody, which is given once', other, `You give 3 SOL to ${somebody}, staked with 21nS…fzCzqc.`, 'deliberate'],
  ['of the account’s own', me, 'You stake 3 SOL with 21nS…fzCzqc. It is locked until you deactivate it.', 'plain'],
] as const)('[F13] coins go into a new stake %s', async (_, withdrawer, first, level) => {
  const fresh = addressOf(33)
  const sums = [...number(3_000_000_000n, 8), ...number(200n, 8)]
  const instructions = [
    system(3, [...bytes(me), ...text('stake'), ...sums, ...bytes(stakeProgram)], signs, key(fresh), signs),
    staking(0, [...bytes(me), ...bytes(withdrawer), ...number(0n, 16), ...new Uint8Array(32)], key(fresh)),
    staking(2, [], key(fresh), key(program), signs),
  ]
  const said = await saidOf({ method: 'solana_signAndSendTransaction', instructions, network })
  expect(said.level).toBe(level)
  expect(headlineInEnglish(said.shown).trim()).toBe(first)
})

test('[F13] until when a stake is locked, and who may release it', async () => {
  const instructions = [staking(6, [...later, 1, ...number(900n, 8), 1, ...bytes(other)], key(stake), signs)]
  const { facts } = await saidOf({ method: 'solana_signAndSendTransaction', instructions, network })
  expect(facts).toEqual(
    expect.arrayContaining(['Until: 2030-03-17 17:46 UTC', 'Until: Epoch 900', `May release it: ${other}`]),
  )
})

test.each([
  [
    'given',
    [12, ...number(5_000_000n, 8), 6],
    [key(held), key(unlisted), key(theirs), signs],
    `You give 5 tokens (unlisted, 32Zs…LyQzgD) to ${somebody}.`,
  ],
  [
    'given without its decimals',
    [3, ...number(5_000_000n, 8)],
    [key(held), key(theirs), signs],
    `You give some of a token that we could not read (32Zs…LyQzgD) to ${somebody}.`,
  ],
  [
    'allowed',
    [13, ...number(5_000_000n, 8), 6],
    [key(held), key(unlisted), key(other), signs],
    `${somebody} may take up to 5 tokens (unlisted, 32Zs…LyQzgD).`,
  ],
] as const)(
  '[F13] [F14] a token that isn’t listed has its address in the first sentence: %s',
  async (_, data, keys, first) => {
    const instructions = [of(tokenProgram, data, ...keys)]
    const { shown } = await saidOf({ method: 'solana_signAndSendTransaction', instructions, network })
    expect(headlineInEnglish(shown).trim()).toBe(first)
  },
)
