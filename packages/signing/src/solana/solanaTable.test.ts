import type { Outside, WalletNetwork } from '@foyer/core/words'
import { base58, base64 } from '@scure/base'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RequestTooLargeError } from '../requestSize.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { encodeLegacyForm } from './legacyForm.js'
import { systemProgram, token2022Program, tokenProgram } from './programs.js'
import { asked as saidOf } from './test/asking.js'
import { budget, bytes, type Instruction, key, memo, number, of, send, system, text } from './test/instructions.js'
import { startTestNode, type TestNode, taxingMint, tokenAccount } from './test/node.js'
import { blockhash, lookedUp, me, mine, mint, other, theirs } from './test/transactions.js'
import { describeSolana, solanaReader } from './words.js'

// What is read of Solana's transactions: numbers as the table of approval cases has them.

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
let node: TestNode
let network: WalletNetwork
/** Addresses of accounts that the tests' node has, and of others that it doesn't. */
const addressOf = (digit: number) => base58.encode(new Uint8Array(32).fill(digit))
const [wrapped, taxed, taxedTo, fresh, program, nonce, missing] = [11, 12, 13, 14, 15, 16, 17].map(addressOf)
if (!wrapped || !taxed || !taxedTo || !fresh || !program || !nonce || !missing)
  throw new Error('An address is missing.')
const wrappedMint = 'So11111111111111111111111111111111111111112'
beforeAll(async () => {
  node = await startTestNode()
  node.accounts.set(wrapped, tokenAccount({ owner: me, of: wrappedMint, lamports: 100_002_039_280 }))
  node.accounts.set(taxed, taxingMint({ points: 200, most: 5_000_000n }))
  node.accounts.set(taxedTo, tokenAccount({ owner: other, of: taxed }))
  const tokens = [{ symbol: 'DUSD', decimals: 6, address: mint }]
  network = { chainId, name: 'Local', currency: { symbol: 'SOL', decimals: 9 }, rpcUrl: node.url, tokens }
})
afterAll(() => node.stop())

const ask = (...instructions: readonly Instruction[]) => asked('solana_signAndSendTransaction', instructions)

const asked = (method: string, instructions: readonly Instruction[]) => saidOf({ method, instructions, network })

test('25: coins with a memo: how much, to whom, the text, and the fee with its priority', async () => {
  const limit = of('ComputeBudget111111111111111111111111111111', [2, ...number(200_000n, 4)])
  const price = of('ComputeBudget111111111111111111111111111111', [3, ...number(10_000n, 8)])
  const said = await ask(limit, price, send(300_000_000n), memo('Rent for May'))
  expect(said).toMatchObject({ level: 'plain', title: 'Send SOL' })
  expect(said.facts).toEqual(
    expect.arrayContaining(['Amount: 0.3 SOL', `To: ${other}`, 'Memo, public: Rent for May', 'Fee: 0.000007 SOL']),
  )
})

test('26: an allowance that is hidden among others: who may take how much; without a limit', async () => {
  const approve = (amount: bigint) =>
    of(tokenProgram, [13, ...number(amount, 8), 6], key(mine), key(mint), key(other), key(me, true))
  const said = await ask(send(1n), approve(2_500_000n), memo('gm'))
  expect(said.level).toBe('careful')
  expect(said.facts).toEqual(
    expect.arrayContaining(['Step 2: Allow spending of DUSD', 'Amount: 2.5 DUSD', `Spender: ${other}`]),
  )
  expect(said.warnings).toContain('this much of your DUSD')
  expect(await ask(send(1n), approve(2n ** 64n - 1n), memo('gm'))).toMatchObject({ level: 'deliberate' })
})

test('27: a token account that is given away, and one whose control nobody has any more', async () => {
  const hand = (...to: readonly number[]) => of(tokenProgram, [6, 2, ...to], key(mine), key(me, true))
  const given = await ask(hand(1, ...base58.decode(other)))
  expect(given).toMatchObject({ level: 'deliberate', title: 'Change who controls an account' })
  expect(given.facts).toEqual(expect.arrayContaining([`Token account: ${mine}`, `Goes to: ${other}`]))
  const lost = await ask(hand(0))
  expect(lost.level).toBe('deliberate')
  expect(lost.facts).toContain('Goes to: Nobody, for good')
})

test('a token that keeps a fee of its own says how much; one that is used with a nonce never expires', async () => {
  const withFee = [26, 1, ...number(2_500_000n, 8), 6, ...number(25_000n, 8)]
  const said = await ask(of(token2022Program, withFee, key(mine), key(mint), key(theirs), key(me, true)))
  expect(said).toMatchObject({ level: 'plain', title: 'Send DUSD' })
  expect(said.facts).toEqual(expect.arrayContaining(['Amount: 2.5 DUSD', 'Kept by the token: 0.025 DUSD']))
  const kept = await ask(useNonce, send(1n))
  expect(kept.level).toBe('careful')
  expect(kept.warnings).toContain('doesn’t expire')
  expect((await ask(usedNonce(0), send(1n))).warnings).toContain('doesn’t expire')
})

const close = (to: string) => of(tokenProgram, [9], key(wrapped), key(to), key(me, true))
const create = (owner: string) =>
  system(0, [...number(3_000_000_000n, 8), ...number(0n, 8), ...bytes(owner)], key(me, true), key(fresh))
const openFor = (owner: string) => of(tokenProgram, [18, ...bytes(owner)], key(fresh), key(mint))
const allow = (amount: bigint, from = mine) =>
  of(tokenProgram, [13, ...number(amount, 8), 6], key(from), key(mint), key(other), key(me, true))
const hand = (kind: number) => of(tokenProgram, [6, kind, 1, ...bytes(other)], key(mine), key(me, true))
const usedNonce = (...rest: readonly number[]) =>
  system(4, rest, key(nonce), key('SysvarRecentB1ockHashes11111111111111111111'), key(me, true))
const useNonce = usedNonce()
const fromNonce = (to: string) => {
  const sysvars = [
    key('SysvarRecentB1ockHashes11111111111111111111'),
    key('SysvarRent111111111111111111111111111111111'),
  ]
  return system(5, number(2_000_000_000n, 8), key(nonce), key(to), ...sysvars, key(me, true))
}

interface Row {
  readonly is: string
  readonly of: readonly Instruction[]
  readonly level: string
  readonly facts?: readonly string[]
  readonly warnings?: readonly string[]
}

const rows: readonly Row[] = [
  {
    is: '44: a compute price that makes a fee of 1.4 SOL, whatever more units it asks for',
    of: [...budget(4_000_000_000n, 1_000_000_000n), send(1n)],
    ...{ level: 'deliberate', facts: ['Fee: 1.400005 SOL'], warnings: ['far higher than usual'] },
  },
  {
    is: '44: a price as it is in a crowd',
    of: [...budget(1_000_000n, 10_000_000n), send(200_000_000n)],
    ...{ level: 'plain', facts: ['Fee: 0.010005 SOL'] },
  },
  {
    is: '52: an account of 100 wrapped coins, closed to somebody else',
    of: [close(other)],
    ...{ level: 'deliberate', facts: ['You give: 100.00203928 SOL', `To: ${other}`] },
    warnings: ['goes to somebody else'],
  },
  {
    is: '52: with what is paid into it before',
    of: [system(2, number(1_000_000_000n, 8), key(me, true), key(wrapped)), close(other)],
    ...{ level: 'deliberate', facts: ['You give: 101.00203928 SOL'] },
  },
  { is: '52: closed to oneself', of: [close(me)], level: 'plain' },
  { is: '52: closed to an account of one’s own', of: [close(mine), allow(1n)], level: 'careful' },
  {
    is: '52: coins of a nonce account that go to somebody else',
    of: [fromNonce(other)],
    ...{ level: 'deliberate', facts: ['You give: 2 SOL', `To: ${other}`], warnings: ['goes to somebody else'] },
  },
  { is: '52: coins of a nonce account that come back', of: [fromNonce(me)], level: 'plain', facts: ['Amount: 2 SOL'] },
  {
    is: '52: a nonce account whose control is handed over',
    of: [system(7, bytes(other), key(nonce), key(me, true))],
    ...{ level: 'deliberate', facts: [`Goes to: ${other}`] },
  },
  {
    is: '53: 3 SOL in an account of a foreign program',
    of: [create(program)],
    ...{
      level: 'careful',
      facts: ['You give: 3 SOL', `Belongs to the program: ${program}`],
      warnings: ['isn’t yours'],
    },
  },
  {
    is: '53: by a seed',
    of: [
      system(
        3,
        [...bytes(me), ...text('seed'), ...number(3_000_000_000n, 8), ...number(0n, 8), ...bytes(program)],
        key(me, true),
        key(fresh),
      ),
    ],
    ...{ level: 'careful', facts: ['You give: 3 SOL', `Belongs to the program: ${program}`] },
  },
  { is: '53: in a token account of one’s own', of: [create(tokenProgram), openFor(me)], level: 'plain' },
  {
    is: '53: in a token account of somebody else',
    of: [create(tokenProgram), openFor(other)],
    ...{ level: 'careful', facts: [`Opens an account of: ${other}`] },
  },
  { is: '53: in a token account that nobody opens', of: [create(tokenProgram)], level: 'careful' },
  {
    is: '53: an account that is assigned to a program, by a seed',
    of: [system(10, [...bytes(me), ...text('seed'), ...bytes(program)], key(fresh), key(me, true))],
    ...{ level: 'deliberate', facts: [`Belongs to the program: ${program}`], warnings: ['handed over to a program'] },
  },
  {
    is: 'space in one’s own account',
    of: [system(8, number(8n, 8), key(me, true))],
    ...{ level: 'deliberate', facts: [`Calls a program: ${systemProgram}`] },
  },
  {
    is: 'coins of an account that is derived of one’s own',
    of: [
      system(
        11,
        [...number(500_000_000n, 8), ...text('seed'), ...bytes(systemProgram)],
        key(fresh),
        key(me, true),
        key(other),
      ),
    ],
    ...{ level: 'plain', facts: ['Amount: 0.5 SOL', `To: ${other}`, `Account: ${fresh}`] },
  },
  {
    is: 'an allowance of exactly all that there is',
    of: [allow(10_000_000n)],
    ...{ level: 'deliberate', facts: ['Amount: 10 DUSD', 'You have now: 10 DUSD'], warnings: ['all of your DUSD'] },
  },
  {
    is: 'an allowance of an account that isn’t there',
    of: [allow(1n, fresh)],
    ...{ level: 'deliberate', warnings: ['couldn’t be looked up'] },
  },
  {
    is: 'a token account that is handed over, with what it holds',
    of: [hand(2)],
    ...{ level: 'deliberate', facts: ['What: The whole account', 'You have now: 10 DUSD'] },
  },
  {
    is: 'the right to close one',
    of: [hand(3)],
    level: 'deliberate',
    facts: ['What: Closing it, and what it gives back'],
  },
  { is: 'the right to make more', of: [hand(0)], level: 'deliberate', facts: ['Role: Making more of a token'] },
  {
    is: 'tokens that are burnt',
    of: [of(tokenProgram, [15, ...number(1_000_000n, 8), 6], key(mine), key(mint), key(me, true))],
    ...{ level: 'deliberate', facts: ['Amount: 1 DUSD'], warnings: ['gone for good'] },
  },
  {
    is: '57: a token whose mint keeps a part, without the instruction saying so',
    of: [of(token2022Program, [12, ...number(100_000_000n, 8), 6], key(mine), key(taxed), key(taxedTo), key(me, true))],
    ...{
      level: 'plain',
      facts: [
        expect.stringContaining('Amount: 100 tokens (unlisted, '),
        expect.stringContaining('Kept by the token: 2 tokens (unlisted, '),
        `To: ${other}`,
      ],
    },
  },
  {
    is: 'tokens for an account that isn’t there',
    of: [of(tokenProgram, [12, ...number(1n, 8), 6], key(mine), key(mint), key(missing), key(me, true))],
    ...{ level: 'deliberate', warnings: ['couldn’t be looked up'] },
  },
  {
    is: '47: coins to where nobody spends from',
    of: [system(2, number(1n, 8), key(me, true), key('1nc1nerator11111111111111111111111111111111'))],
    ...{ level: 'deliberate', warnings: ['is destroyed'] },
  },
  {
    is: '47: coins to a listed token’s own address',
    of: [system(2, number(1n, 8), key(me, true), key(mint))],
    ...{ level: 'deliberate', warnings: ['is destroyed'] },
  },
  {
    is: 'several of theirs: each by itself',
    of: [send(1_000_000_000n), system(2, number(2_000_000_000n, 8), key(me, true), key(fresh))],
    ...{
      level: 'plain',
      facts: ['You give: 1 SOL', `To: ${other}`, 'You give: 2 SOL', `To: ${fresh}`],
    },
  },
]

describe('the second table', () => {
  test.each(rows)('$is', async ({ of: instructions, level, facts = [], warnings = [] }) => {
    const said = await ask(...instructions)
    expect(said.level, said.warnings).toBe(level)
    expect(said.facts).toEqual(expect.arrayContaining([...facts]))
    for (const each of warnings) expect(said.warnings).toContain(each)
  })

  test('[F13] whatever else is in a transaction, a gift in it is said: how much, and to whom', async () => {
    const gift = system(2, number(777_000_001n, 8), key(me, true), key(program))
    const around = fc.shuffledSubarray(
      rows.flatMap((row) => row.of),
      { maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(around, fc.nat(4), async (others, place) => {
        const { facts, level } = await ask(...others.slice(0, place), gift, ...others.slice(place))
        expect(facts).toEqual(expect.arrayContaining(['Amount: 0.777000001 SOL', `To: ${program}`]))
        // What takes a step of its own alone takes it among others too.
        const isDanger = rows.some((row) => row.level === 'deliberate' && row.of.every((each) => others.includes(each)))
        if (isDanger) expect(level).toBe('deliberate')
      }),
      { numRuns: 20 },
    )
  })

  test('a signature that begins with a nonce holds until that is used: a step of its own where it isn’t sent at once', async () => {
    const said = await asked('solana_signTransaction', [useNonce, send(1n)])
    expect(said).toMatchObject({ level: 'deliberate', warnings: expect.stringContaining('doesn’t expire') })
    expect(said.facts).toEqual(
      expect.arrayContaining(['Until: The use of its nonce', `From the nonce account: ${nonce}`]),
    )
    expect(said.warnings).not.toContain('about a minute')
    // Elsewhere than at the beginning it is an instruction as others are.
    expect((await asked('solana_signTransaction', [send(1n), useNonce])).warnings).toContain('about a minute')
  })
})

describe('who only shows it', () => {
  const method = 'solana_signAndSendTransaction'
  const wire = (...instructions: readonly Instruction[]) =>
    base64.encode(encodeLegacyForm({ feePayer: me, recentBlockhash: blockhash, instructions }))
  const described = (asked: string, params: unknown, more: object = {}) =>
    describeSolana({ method: asked, params, network, peerUrl: 'https://dapp.example', now: 0n, ...more })

  test('has a single transaction carried out, whole, and says what that comes to', async () => {
    const params = { transaction: wire(send(300_000_000n)), pubkey: me }
    expect(solanaReader.carriedOut({ method, params })).toEqual({ transaction: params.transaction })
    expect(solanaReader.carriedOut({ method: 'solana_signMessage', params })).toBeUndefined()
    const simulated: unknown[] = []
    const simulate: Outside['simulate'] = async (work) => {
      simulated.push(work)
      return {
        ...{ status: 'known', by: 'simulateTransaction', block: 9, names: [], allowances: [] },
        changes: [{ kind: 'coin', amount: '-300000000' }],
      }
    }
    const shown = await described(method, params, {
      outside: { simulate, paid: [`${other.slice(0, 8)}${'1'.repeat(other.length - 16)}${other.slice(-8)}`] },
    })
    const { facts, warnings } = spokenRequest(shown ?? expect.fail(), sayRequestInEnglish)
    expect(simulated).toEqual([{ transaction: params.transaction }])
    expect(facts).toContainEqual(expect.objectContaining({ label: 'Leaves, as simulated', value: '0.3 SOL' }))
    const all = { transactions: [params.transaction, wire(send(1n))], pubkey: me }
    expect(solanaReader.carriedOut({ method: 'solana_signAllTransactions', params: all })).toBeUndefined()
    expect((await described('solana_signAllTransactions', all))?.title).toMatchObject({ values: { count: '2' } })
    expect(warnings).toEqual([expect.stringContaining('resembles')])
  })

  test('[F18] does without what a node doesn’t say: the fee is counted, and whom a token account belongs to isn’t known', async () => {
    const gone = { network: { ...network, rpcUrl: 'http://127.0.0.1:9' } }
    const params = { transaction: wire(send(300_000_000n), memo('gm')), pubkey: me }
    const { facts } = spokenRequest((await described(method, params, gone)) ?? expect.fail(), sayRequestInEnglish)
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual(
      expect.arrayContaining(['Amount: 0.3 SOL', `To: ${other}`, 'Fee: 0.000005 SOL']),
    )
  })

  test('[F18] whose an account is and what it holds, where the node is away, isn’t known: a step of its own', async () => {
    const gone = { network: { ...network, rpcUrl: 'http://127.0.0.1:9' } }
    const unknown = [
      [wire(close(other)), 'Close a token account', ['You give: All that it holds']],
      [wire(allow(1n)), 'Allow spending of DUSD', ['Amount: 0.000001 DUSD']],
      // Its accounts are in a table.
      [lookedUp, 'Call a program', [`Calls a program: ${tokenProgram}`]],
    ] as const
    for (const [transaction, title, wanted] of unknown) {
      const shown = (await described(method, { transaction, pubkey: me }, gone)) ?? expect.fail(title)
      const said = spokenRequest(shown, sayRequestInEnglish)
      expect(said).toMatchObject({ title, isDeliberate: true })
      expect(said.warnings.join()).toContain('couldn’t be looked up')
      expect(said.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual(expect.arrayContaining([...wanted]))
    }
  })

  test('an instruction that isn’t read takes a step of its own whatever a simulation says, which stands beside it', async () => {
    const simulate: Outside['simulate'] = async () => ({
      ...{ status: 'known', by: 'simulateTransaction', block: 9, names: [], allowances: [] },
      changes: [{ kind: 'coin', amount: '5000000000' }],
    })
    const params = { transaction: wire(of(program, [1, 2, 3], key(me, true))), pubkey: me }
    const shown = (await described(method, params, { outside: { simulate } })) ?? expect.fail()
    const { facts, isDeliberate } = spokenRequest(shown, sayRequestInEnglish)
    expect(isDeliberate).toBe(true)
    expect(facts).toContainEqual(expect.objectContaining({ label: 'Comes, as simulated', value: '5 SOL' }))
  })

  test('[F18] more than 128 kB isn’t read', async () => {
    await expect(described('solana_signMessage', { message: 'a'.repeat(131_072), pubkey: me })).rejects.toBeInstanceOf(
      RequestTooLargeError,
    )
  })

  test('[F13 F27] says nothing of what can’t be read, isn’t for the account, or is a transaction in a message’s place', async () => {
    const transaction = wire(send(1n))
    const unknown = [
      [method, { transaction: base64.encode(base64.decode(transaction).slice(0, -1)), pubkey: me }],
      [method, { transaction: 'gm', pubkey: me }],
      [method, { transaction, pubkey: other }],
      ['solana_signMessage', { message: base58.encode(base64.decode(transaction).slice(65)), pubkey: me }],
      ['solana_getAccounts', {}],
    ] as const
    for (const [asked, params] of unknown) expect(await described(asked, params)).toBeUndefined()
    const text = base58.encode(new TextEncoder().encode('gm'))
    expect(await described('solana_signMessage', { message: text, pubkey: me })).toMatchObject({
      content: { text: 'gm' },
    })
  })
})
