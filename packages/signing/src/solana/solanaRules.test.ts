import { shortenAddress } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headlineInEnglish } from '../test/headlineInEnglish.js'
import {
  associatedTokenProgram,
  loaderProgram,
  stakeProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from './programs.js'
import { asked } from './test/asking.js'
import { budget, bytes, type Instruction, key, number, of, send, system, text } from './test/instructions.js'
import { account, startTestNode, type TestNode, tokenAccount } from './test/node.js'
import { me, mine, mint, other, theirs } from './test/transactions.js'

// What leaves an account on Solana, and who may then do what: rules of the kind, each with cases of its own.

let node: TestNode
let network: WalletNetwork
const addressOf = (digit: number) => base58.encode(new Uint8Array(32).fill(digit))
const [
  wrapped,
  unlisted,
  mineOf,
  theirsOf,
  fresh,
  stake,
  stakeOf,
  split,
  program,
  programData,
  buffer,
  allowed,
  third,
] = [...[21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33].map(addressOf)]
if (!wrapped || !unlisted || !mineOf || !theirsOf || !fresh || !stake || !stakeOf || !split) throw new Error('None.')
if (!program || !programData || !buffer || !allowed || !third) throw new Error('An address is missing.')
const wrappedMint = 'So11111111111111111111111111111111111111112'
const validator = addressOf(34)
const wait = key('SysvarC1ock11111111111111111111111111111111')

function stakeAccount(withdrawer: string, lamports: number) {
  const data = new Uint8Array(200)
  data[0] = 2
  data.set(base58.decode(withdrawer), 12)
  data.set(base58.decode(withdrawer), 44)
  return account(stakeProgram, [data], lamports)
}

function mintAccount(decimals: number) {
  const data = new Uint8Array(82)
  data[44] = decimals
  return account(tokenProgram, [data])
}

/** A token account of which somebody may take. */
function delegated(to: string, amount: bigint) {
  const data = new Uint8Array(165)
  const view = new DataView(data.buffer)
  data.set(base58.decode(mint), 0)
  data.set(base58.decode(me), 32)
  view.setBigUint64(64, 10_000_000n, true)
  view.setUint32(72, 1, true)
  view.setUint8(108, 1)
  data.set(base58.decode(to), 76)
  view.setBigUint64(121, amount, true)
  return account(tokenProgram, [data])
}

beforeAll(async () => {
  node = await startTestNode()
  node.accounts.set(wrapped, tokenAccount({ owner: me, of: wrappedMint, lamports: 1_502_039_280 }))
  node.accounts.set(unlisted, mintAccount(3))
  node.accounts.set(mineOf, tokenAccount({ owner: me, of: unlisted, amount: 100_000n }))
  node.accounts.set(theirsOf, tokenAccount({ owner: other, of: unlisted }))
  node.accounts.set(stake, stakeAccount(me, 7_000_000_000))
  node.accounts.set(stakeOf, stakeAccount(other, 1_000_000_000))
  node.accounts.set(buffer, account(loaderProgram, [new Uint8Array(45)], 2_500_000_000))
  node.accounts.set(allowed, delegated(other, 4_000_000n))
  const tokens = [{ symbol: 'DUSD', decimals: 6, address: mint }]
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  network = { chainId, name: 'Local', currency: { symbol: 'SOL', decimals: 9 }, rpcUrl: node.url, tokens }
})
afterAll(() => node.stop())

const pay = (lamports: bigint, to = other) => system(2, number(lamports, 8), key(me, true), key(to))
const give = (amount: bigint, to = theirs) =>
  of(tokenProgram, [12, ...number(amount, 8), 6], key(mine), key(mint), key(to), key(me, true))
const associated = (created: string, owner: string, token = mint) =>
  of(associatedTokenProgram, [1], key(me, true), key(created), key(owner), key(token), key(systemProgram))
const approve = (amount: bigint) =>
  of(tokenProgram, [13, ...number(amount, 8), 6], key(mine), key(mint), key(other), key(me, true))
const hand = (kind: number, to: string, on = mint, at = tokenProgram) =>
  of(at, [6, kind, 1, ...bytes(to)], key(on), key(me, true))
const allow = (amount: bigint) =>
  of(tokenProgram, [13, ...number(amount, 8), 6], key(mine), key(mint), key(other), key(me, true))
const staking = (kind: number, data: readonly number[], ...keys: Instruction['keys']) =>
  of(stakeProgram, [kind, 0, 0, 0, ...data], ...keys)
const loading = (kind: number, ...keys: Instruction['keys']) => of(loaderProgram, [kind, 0, 0, 0], ...keys)
const opening = (withdrawer: string) => [
  system(0, [...number(2_000_000_000n, 8), ...number(200n, 8), ...bytes(stakeProgram)], key(me, true), key(fresh)),
  staking(0, [...bytes(me), ...bytes(withdrawer), ...new Uint8Array(48)], key(fresh), wait),
]

interface Row {
  readonly is: string
  readonly of: readonly Instruction[]
  readonly level: string
  readonly title?: string
  readonly facts?: readonly string[]
  readonly not?: readonly string[]
  readonly warnings?: readonly string[]
  readonly headline?: string
}

const rent = 'Rent of a new account: 0.00203928 SOL'

const rows: readonly Row[] = [
  {
    is: 'the rent of an account that is opened for somebody else leaves',
    of: [associated(fresh, other), give(1_000_000n)],
    ...{ level: 'plain', title: 'Send DUSD', facts: ['Amount: 1 DUSD', `Opens an account of: ${other}`, rent] },
  },
  {
    is: 'among several steps it is given',
    of: [associated(fresh, other), pay(1_000_000_000n), give(1_000_000n)],
    ...{ level: 'plain', facts: ['You give: 1.00203928 SOL', 'You give: 1 DUSD', `To: ${other}`] },
    headline: `You give 1.00204 SOL and 1 DUSD to ${shortenAddress({ address: other })}.`,
  },
  {
    is: 'an account that is there already costs nothing',
    of: [associated(theirs, other), give(1_000_000n)],
    ...{ level: 'plain', not: [rent] },
  },
  {
    is: 'an account of one’s own costs its rent, and is no recipient',
    of: [associated(fresh, me)],
    ...{
      level: 'plain',
      title: 'Open a token account',
      facts: [rent],
      not: [`To: ${me}`, `Opens an account of: ${me}`],
    },
  },
  {
    is: 'tokens to an account of one’s own are moved within',
    of: [give(1_000_000n, allowed)],
    ...{ level: 'careful', title: 'Move coins within this account', facts: [`To, in this wallet too: ${allowed}`] },
    ...{ not: [`To: ${me}`], warnings: ['The spender may take this much of your DUSD'] },
  },
  {
    is: 'coins that are wrapped are no gift',
    of: [associated(wrapped, me, wrappedMint), pay(1_000_000_000n, wrapped), of(tokenProgram, [17], key(wrapped))],
    ...{ level: 'plain', title: 'Wrap SOL', facts: ['Amount: 1 SOL'], not: [`To: ${wrapped}`] },
  },
  {
    is: 'coins that are unwrapped come back',
    of: [of(tokenProgram, [9], key(wrapped), key(me), key(me, true))],
    ...{ level: 'plain', title: 'Unwrap SOL', facts: ['Comes back: 1.50203928 SOL'] },
  },
  {
    is: 'several recipients: who gets how much of each token',
    of: [pay(1_000_000_000n), give(1_500_000n), give(2_000_000n), pay(1_500_000_000n, third), pay(500_000_000n, third)],
    ...{
      level: 'plain',
      facts: ['You give: 1 SOL', 'You give: 3.5 DUSD', `To: ${other}`, 'You give: 2 SOL', `To: ${third}`],
    },
    headline: `You give 1 SOL and 3.5 DUSD to ${shortenAddress({ address: other })}. You give 2 SOL to ${shortenAddress({ address: third })}.`,
  },
  {
    is: 'a payment of little beside an allowance, and beside an account that is handed over: the sentence has all of it',
    of: [pay(1_000_000n), approve(2_500_000n), hand(2, other, mine)],
    level: 'deliberate',
    headline: `${shortenAddress({ address: other })} decides over an account of yours with 10 DUSD. You give 0.001 SOL to ${shortenAddress({ address: other })}. ${shortenAddress({ address: other })} may take up to 2.5 DUSD.`,
  },
  {
    is: 'a token whose account can’t be looked up isn’t the coin',
    of: [pay(1_000_000_000n), of(tokenProgram, [3, ...number(5n, 8)], key(fresh), key(theirs), key(me, true))],
    ...{ level: 'deliberate', facts: ['You give: 1 SOL'], not: ['You give: 1.000000005 SOL'], warnings: ['looked up'] },
  },
  {
    is: 'coins in an account of a foreign program are given',
    of: [system(0, [...number(3_000_000_000n, 8), ...number(0n, 8), ...bytes(program)], key(me, true), key(fresh))],
    ...{ level: 'careful', facts: ['You give: 3 SOL'], headline: 'You give 3 SOL.' },
  },
  {
    is: 'nearly all of one’s coins',
    of: [pay(4_800_000_000n)],
    ...{ level: 'careful', warnings: ['nearly all of your SOL'] },
  },
  { is: 'all of them', of: [pay(4_999_995_000n)], ...{ level: 'careful', warnings: ['all of your SOL'] } },
  { is: 'less than that', of: [pay(4_700_000_000n)], level: 'plain' },
  {
    is: 'nearly all of a token, in two amounts',
    of: [give(5_000_000n), give(4_600_000n)],
    ...{ level: 'careful', facts: ['You give: 9.6 DUSD'], warnings: ['nearly all of your DUSD'] },
  },
  {
    is: 'an allowance of nearly all that there is',
    of: [allow(9_900_000n)],
    ...{ level: 'deliberate', facts: ['You have now: 10 DUSD'], warnings: ['nearly all of your DUSD'] },
  },
  { is: 'one of half', of: [allow(5_000_000n)], level: 'careful' },
  {
    is: 'a token that isn’t listed has the decimals of its mint',
    of: [of(tokenProgram, [3, ...number(1_500n, 8)], key(mineOf), key(theirsOf), key(me, true))],
    ...{
      level: 'plain',
      facts: [expect.stringContaining('Amount: 1.5 tokens (unlisted, '), `Token: ${unlisted}`, `To: ${other}`],
    },
  },
  {
    is: 'what is allowed of one too',
    of: [of(tokenProgram, [4, ...number(1_500n, 8)], key(mineOf), key(other), key(me, true))],
    ...{ level: 'careful', facts: [expect.stringContaining('Amount: 1.5 tokens (unlisted, '), `Spender: ${other}`] },
  },
  {
    is: 'an allowance that is taken back: whose, and how much it was',
    of: [of(tokenProgram, [5], key(allowed), key(me, true))],
    ...{ level: 'plain', title: 'Take back an allowance of DUSD' },
    facts: [`Spender: ${other}`, 'May take now: 4 DUSD'],
    headline: `${shortenAddress({ address: other })} may no longer take your DUSD.`,
  },
  {
    is: 'the right to freeze',
    of: [hand(1, other)],
    ...{ level: 'deliberate', facts: ['Role: Freezing a token', `Contract: DUSD (${mint})`, `Goes to: ${other}`] },
  },
  {
    is: 'a power that newer tokens have',
    of: [hand(8, other, mint, token2022Program)],
    ...{ level: 'deliberate', facts: ['Role: A power over a token', `Contract: DUSD (${mint})`] },
  },
  {
    is: 'a token account of the newer program that is given away',
    of: [hand(2, other, mine, token2022Program)],
    ...{ level: 'deliberate', facts: ['What: The whole account', 'You have now: 10 DUSD'] },
  },
  {
    is: 'what somebody else holds and one may take is paid by them',
    of: [of(tokenProgram, [3, ...number(1n, 8)], key(theirs), key(mine), key(me, true))],
    ...{ level: 'plain', facts: [`Paid by: ${other}`] },
  },
  {
    is: 'a fee that is more than a tenth of what is given',
    of: [...budget(1_000_000n, 10_000_000n), pay(20_000_000n)],
    ...{ level: 'deliberate', warnings: ['far higher than usual'] },
  },
  {
    is: 'the same fee for more',
    of: [...budget(1_000_000n, 10_000_000n), pay(200_000_000n)],
    level: 'plain',
  },
]

const stakes: readonly Row[] = [
  {
    is: 'a stake of one’s own that is opened and delegated',
    of: [...opening(me), staking(2, [], key(fresh), key(validator), wait, wait, wait, key(me, true))],
    ...{ level: 'plain', facts: ['Amount: 2 SOL', `Validator: ${validator}`], not: ['You give: 2 SOL'] },
    headline: `You stake 2 SOL with ${shortenAddress({ address: validator })}. It is locked until you deactivate it.`,
  },
  {
    is: 'one that somebody else may withdraw',
    of: opening(other),
    ...{ level: 'deliberate', facts: ['You give: 2 SOL', `Goes to: ${other}`], warnings: ['Somebody else may'] },
  },
  {
    is: 'its withdrawal right handed over',
    of: [staking(1, [...bytes(other), 1, 0, 0, 0], key(stake), wait, key(me, true))],
    ...{ level: 'deliberate', facts: ['What: The whole account', `Goes to: ${other}`, 'You have now: 7 SOL'] },
    headline: `${shortenAddress({ address: other })} decides over an account of yours with 7 SOL.`,
  },
  {
    is: 'the same behind a payment of little: what it holds is given with it',
    of: [send(1_000_000n), staking(1, [...bytes(other), 1, 0, 0, 0], key(stake), wait, key(me, true))],
    ...{ level: 'deliberate', facts: ['You give: 7.001 SOL', `To: ${other}`], warnings: ['Somebody else may'] },
    headline: `${shortenAddress({ address: other })} decides over an account of yours with 7 SOL. You give 7.001 SOL to ${shortenAddress({ address: other })}.`,
  },
  {
    is: 'coins of an account that is derived of one’s own',
    of: [
      system(
        ...([11, [...number(2_000_000_000n, 8), ...text('seed'), ...bytes(systemProgram)]] as const),
        ...[key(fresh), key(me, true), key(other)],
      ),
    ],
    ...{
      level: 'plain',
      facts: ['Amount: 2 SOL', `Account: ${fresh}`],
      headline: `You give 2 SOL to ${shortenAddress({ address: other })}.`,
    },
  },
  {
    is: 'its staking right handed over, with the new one’s signature',
    of: [staking(10, [0, 0, 0, 0], key(stake), wait, key(me, true), key(other))],
    ...{ level: 'deliberate', facts: ['What: Where it is staked', `Goes to: ${other}`] },
    headline: `${shortenAddress({ address: other })} decides where 7 SOL is staked.`,
  },
  {
    is: 'withdrawn to oneself',
    of: [staking(4, number(1_000_000_000n, 8), key(stake), key(me), wait, wait, key(me, true))],
    ...{ level: 'plain', facts: ['Comes back: 1 SOL'] },
    headline: 'You get 1 SOL.',
  },
  {
    is: 'withdrawn to somebody else',
    of: [staking(4, number(1_000_000_000n, 8), key(stake), key(other), wait, wait, key(me, true))],
    ...{ level: 'deliberate', facts: ['You give: 1 SOL', `To: ${other}`], warnings: ['goes to somebody else'] },
  },
  {
    is: 'split, and the part is one’s own',
    of: [staking(3, number(3_000_000_000n, 8), key(stake), key(split), key(me, true))],
    ...{ level: 'plain', title: 'Split a stake', facts: ['Amount: 3 SOL', `New account: ${split}`] },
    headline: 'You split 3 SOL off a stake.',
  },
  {
    is: 'split of somebody else’s',
    of: [staking(3, number(3_000_000_000n, 8), key(stakeOf), key(split), key(me, true))],
    ...{ level: 'careful', facts: [`Opens an account of: ${other}`], warnings: ['isn’t yours'] },
  },
  {
    is: 'merged into somebody else’s',
    of: [staking(7, [], key(stakeOf), key(stake), wait, wait, key(me, true))],
    ...{ level: 'deliberate', facts: ['You give: 7 SOL', `To: ${other}`], warnings: ['goes to somebody else'] },
  },
  {
    is: 'merged into one’s own',
    of: [staking(7, [], key(stake), key(split), wait, wait, key(me, true))],
    ...{ level: 'plain', title: 'Merge two stakes', facts: [`To, in this wallet too: ${stake}`] },
    headline: `You merge all that ${shortenAddress({ address: split })} holds into the stake ${shortenAddress({ address: stake })}.`,
  },
  {
    is: 'a part moved into one that couldn’t be looked up',
    of: [staking(16, number(1n, 8), key(stake), key(split), key(me, true))],
    ...{ level: 'deliberate', warnings: ['couldn’t be looked up'] },
  },
  {
    is: 'no longer staked',
    of: [staking(5, [], key(stake), wait, key(me, true))],
    level: 'plain',
    title: 'Stop staking',
    headline: 'You stop staking 7 SOL. It is free after the network’s waiting time, and earns nothing until then.',
  },
]

const programs: readonly Row[] = [
  {
    is: 'code that is replaced, whose rest goes elsewhere',
    of: [loading(3, key(programData), key(program), key(buffer), key(other), wait, wait, key(me, true))],
    ...{ level: 'deliberate', title: 'Replace a contract’s code', warnings: ['whatever the new code does'] },
    facts: [`Contract: ${program}`, `New code: ${buffer}`, `Goes to: ${other}`],
  },
  {
    is: 'a program that gets another owner',
    of: [loading(4, key(programData), key(me, true), key(other))],
    ...{ level: 'deliberate', title: 'Hand over a contract', facts: [`Goes to: ${other}`], warnings: ['new owner'] },
  },
  {
    is: 'one that nobody may change any more',
    of: [loading(4, key(programData), key(me, true))],
    ...{ level: 'deliberate', facts: ['Goes to: Nobody, for good'] },
  },
  {
    is: 'what held code, closed to somebody else',
    of: [loading(5, key(buffer), key(other), key(me, true))],
    ...{ level: 'deliberate', facts: ['You give: 2.5 SOL', `To: ${other}`] },
    headline: `You give 2.5 SOL to ${shortenAddress({ address: other })}.`,
  },
  {
    is: 'closed to oneself',
    of: [loading(5, key(buffer), key(me), key(me, true))],
    ...{ level: 'plain', facts: ['Comes back: 2.5 SOL'] },
  },
  {
    is: 'a program that is closed',
    of: [loading(5, key(programData), key(me), key(me, true), key(program))],
    ...{ level: 'deliberate', warnings: ['gone for good'] },
  },
]

describe.each([
  ['what leaves', rows],
  ['stakes', stakes],
  ['programs', programs],
] as const)('%s', (_, table) => {
  test.each(table)('$is', async ({ of: instructions, level, title, facts = [], not = [], warnings = [], headline }) => {
    const said = await asked({ method: 'solana_signAndSendTransaction', instructions, network })
    expect(said.level, said.warnings).toBe(level)
    if (title !== undefined) expect(said.title).toBe(title)
    expect(said.facts).toEqual(expect.arrayContaining([...facts]))
    for (const each of not) expect(said.facts).not.toContain(each)
    for (const each of warnings) expect(said.warnings).toContain(each)
    if (headline !== undefined) expect(headlineInEnglish(said.shown)).toBe(headline)
  })
})
