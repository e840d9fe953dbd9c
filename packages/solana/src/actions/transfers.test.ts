import { InvalidResponseError } from '@foyer/core/errors'
import { solana } from '@foyer/core/networks'
import { createTestClock } from '@foyer/testing'
import { describe, expect, test } from 'vitest'
import { fakeChain, inSlot, type NodeAnswers } from '../test/fakeChain.js'
import { addresses } from '../test/keys.js'
import {
  associatedAccount,
  createAssociatedAccount,
  systemProgram,
  systemTransfer,
  tokenPrograms,
  tokenTransfer,
} from '../transaction/programs.js'
import { draftOf } from './draft.js'
import { estimateFee } from './fees.js'
import { planTransfer } from './transfers.js'
import { untilConfirmed } from './untilConfirmed.js'

const [own, other] = addresses
const [classic, extended] = tokenPrograms
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const leaf = 'So11111111111111111111111111111111111111112'
const blockhash = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => error,
  )

type Account = readonly [owner: string, type: string, info: object]
const theMint: Account = [classic, 'mint', { decimals: 6 }]
const place = (of: string, program: string = classic): Account => [program, 'account', { mint: of }]

/** A node with these accounts, of which the sender's hold so much. */
function nodeWith(
  accounts: Readonly<Record<string, Account | undefined>>,
  held: readonly string[] = ['7'],
): NodeAnswers {
  return {
    getMultipleAccounts: ([asked]) =>
      inSlot(
        [asked].flat().map((address) => {
          const [owner, type, info] = accounts[String(address)] ?? []
          const executable = type === 'program'
          return owner === undefined ? null : { owner, executable, data: { parsed: { type, info } } }
        }),
      ),
    getTokenAccountsByOwner: () =>
      inSlot(
        held.map((amount, index) => ({
          pubkey: index === 0 ? own : other,
          account: { data: { parsed: { info: { mint, tokenAmount: { amount, decimals: 6 } } } } },
        })),
      ),
    getLatestBlockhash: () => inSlot({ blockhash }),
    getFeeForMessage: () => inSlot(5_000),
    getMinimumBalanceForRentExemption: ([bytes]) => (bytes === 0 ? 890_880 : 2_039_280),
    getBalance: () => inSlot(2_000_000),
  }
}

const plan = (
  amount: bigint,
  accounts: Readonly<Record<string, Account | undefined>>,
  held?: readonly string[],
  to = other,
) =>
  planTransfer({
    chain: fakeChain(nodeWith(accounts, held)).chain,
    from: own,
    transfer: { to, asset: { type: 'token', address: mint }, amount },
  })

describe('[F27] a transfer of a token', () => {
  const home = associatedAccount({ owner: other, mint, tokenProgram: classic })
  const move = { tokenProgram: classic, mint, destination: home, owner: own, amount: 7n, decimals: 6 }

  test('takes all that an account holds, from the fullest, in the mint’s own decimals', async () => {
    const accounts = { [mint]: theMint, [home]: place(mint) }
    expect(await plan(7n, accounts)).toEqual({
      instructions: [tokenTransfer({ ...move, source: own })],
      opensAccount: false,
    })
    for (const [held, source] of [
      [['6', '7'], other],
      [['7', '6'], own],
      [['1', '7'], other],
    ] as const)
      expect((await plan(7n, accounts, held)).instructions).toEqual([tokenTransfer({ ...move, source })])
    // What lies in two accounts isn't one amount.
    expect(await failure(plan(8n, accounts, ['7', '6']))).toMatchObject({ facts: { field: 'amount' } })
    expect(await failure(plan(1n, accounts, []))).toMatchObject({ facts: { field: 'amount' } })
  })

  test('makes the recipient’s account first where there is none, in the mint’s own program', async () => {
    for (const program of tokenPrograms) {
      const to = associatedAccount({ owner: other, mint, tokenProgram: program })
      expect(await plan(7n, { [mint]: [program, 'mint', { decimals: 6 }] })).toEqual({
        instructions: [
          createAssociatedAccount({ from: own, owner: other, mint, tokenProgram: program }),
          tokenTransfer({ ...move, tokenProgram: program, destination: to, source: own }),
        ],
        opensAccount: true,
      })
    }
  })

  test('goes to an account of the same token that is named itself', async () => {
    expect(await plan(7n, { [mint]: theMint, [other]: place(mint) })).toEqual({
      instructions: [tokenTransfer({ ...move, source: own, destination: other })],
      opensAccount: false,
    })
    // What belongs to another program is somebody's own account.
    const owned = await plan(7n, { [mint]: theMint, [home]: place(mint), [other]: place(mint, systemProgram) })
    expect(owned.instructions).toEqual([tokenTransfer({ ...move, source: own })])
  })

  test.each<readonly [string, Readonly<Record<string, Account | undefined>>, string]>([
    ['to an account of another token', { [mint]: theMint, [other]: place(leaf) }, 'to'],
    ['to a mint', { [mint]: theMint, [other]: [extended, 'mint', { mint, decimals: 6 }] }, 'to'],
    ['to an account that says no mint', { [mint]: theMint, [other]: [classic, 'account', {}] }, 'to'],
    ['of what is an account', { [mint]: [classic, 'account', { decimals: 6 }] }, 'asset'],
    ['of a mint of another program', { [mint]: [systemProgram, 'mint', { decimals: 6 }] }, 'asset'],
    ['of a mint without decimals', { [mint]: [classic, 'mint', {}] }, 'asset'],
    ['of what isn’t there', {}, 'asset'],
  ])('%s is none', async (_, accounts, field) => {
    expect(await failure(plan(1n, accounts))).toMatchObject({ code: 'invalid_transfer', facts: { field } })
  })
})

test.each([
  [0n, 'sent'],
  [2n ** 64n - 1n, 'sent'],
  [-1n, 'amount'],
  [2n ** 64n, 'amount'],
])('[F27] of %d lamports a transfer is %s', async (amount, end) => {
  const work = planTransfer({
    chain: fakeChain(nodeWith({})).chain,
    from: own,
    transfer: { to: other, asset: { type: 'coin' }, amount },
  })
  if (end === 'sent')
    expect(await work).toEqual({
      instructions: [systemTransfer({ from: own, to: other, lamports: amount })],
      opensAccount: false,
    })
  else expect(await failure(work)).toMatchObject({ facts: { field: end } })
})

test.each([
  ['to', { to: `${other}0`, asset: { type: 'coin' }, amount: 1n }],
  ['asset', { to: other, asset: { type: 'token', address: 'USDC' }, amount: 1n }],
  ['asset', { to: other, asset: { type: 'nft', address: mint, tokenId: '1' }, amount: 1n }],
] as const)('[F18] a transfer whose %s can’t be read asks no node', async (field, transfer) => {
  const { chain, asked } = fakeChain({})
  expect(await failure(planTransfer({ chain, from: own, transfer }))).toMatchObject({ facts: { field } })
  expect(asked).toEqual([])
})

describe('a fee', () => {
  const coin = { transfer: { to: other, asset: { type: 'coin' }, amount: 1n } } as const
  const most = 5_000n + 100_000n + 890_880n
  const estimated = (answers: NodeAnswers, work: Parameters<typeof estimateFee>[0]['work'] = coin) => {
    const { chain, asked } = fakeChain({ ...nodeWith({ [mint]: theMint }), ...answers }, { commitment: 'finalized' })
    return { asked, fee: estimateFee({ chain, address: own, network: solana, work }) }
  }

  test.each([
    [most + 1n, 1n],
    [most, 0n],
    [most - 1n, 0n],
    [0n, 0n],
    [2_000_000n, 2_000_000n - most],
  ])('[F27] of an account of %d lamports %d can be sent', async (held, maxAmount) => {
    const { fee, asked } = estimated({ getBalance: () => inSlot(Number(held)) })
    expect(await fee).toEqual({ value: 5_000n, most, decimals: 9, symbol: 'SOL', maxAmount })
    const commitment = { commitment: 'finalized' }
    expect(asked).toContainEqual(['getBalance', [own, commitment]])
    expect(asked).toContainEqual(['getFeeForMessage', [expect.any(String), commitment]])
    expect(asked).toContainEqual(['getLatestBlockhash', [commitment]])
  })

  test('[S9.47] of a token that needs an account has its rent, and nothing of the coin must stay', async () => {
    const token = { transfer: { to: other, asset: { type: 'token', address: mint }, amount: 1n } } as const
    expect(await estimated({}, token).fee).toEqual({
      value: 5_000n + 2_039_280n,
      most: 5_000n + 2_039_280n + 100_000n,
      ...{ decimals: 9, symbol: 'SOL', maxAmount: undefined },
    })
  })

  test('of a call is its signatures’ alone', async () => {
    const call = { instructions: [systemTransfer({ from: own, to: other, lamports: 1n })] } as const
    expect(await estimated({}, { call }).fee).toMatchObject({ value: 5_000n, most: 105_000n, maxAmount: undefined })
  })

  test('isn’t guessed where the node doesn’t know the block', async () => {
    expect(await failure(estimated({ getFeeForMessage: () => inSlot(null) }).fee)).toMatchObject({
      code: 'invalid_response',
      facts: { expected: 'a fee', method: 'getFeeForMessage' },
    })
  })

  test('isn’t asked for of a transaction that another signs', async () => {
    const { chain } = fakeChain(nodeWith({}))
    const { transaction } = await draftOf({
      chain,
      address: other,
      call: { instructions: [systemTransfer({ from: other, to: own, lamports: 1n })] },
    })
    expect(await failure(draftOf({ chain, address: own, call: { transaction } }))).toMatchObject({
      code: 'invalid_transaction',
      facts: { fault: 'signer' },
    })
    expect(await draftOf({ chain, address: other, call: { transaction } })).toMatchObject({
      version: 'legacy',
      transaction,
    })
  })
})

describe('waiting', () => {
  const status = (slot: number, confirmationStatus: string | null = 'confirmed', err: unknown = null) => ({
    slot,
    confirmationStatus,
    err,
  })
  interface Look {
    readonly slot?: number
    readonly found?: ReturnType<typeof status> | undefined
    readonly height?: number
    readonly late?: ReturnType<typeof status>
  }
  /** Creates the chain of a node that answers so at one look after the other; the last again and again. */
  function looked(
    looks: readonly Look[],
    {
      confirmations,
      level = 'confirmed',
      paid = () => ({ meta: { fee: 5_000 } }),
    }: {
      readonly confirmations?: number
      readonly level?: 'processed' | 'confirmed' | 'finalized'
      readonly paid?: () => unknown
    } = {},
  ) {
    let at = -1
    const look = () => looks[Math.min(at, looks.length - 1)] ?? {}
    const { chain, asked } = fakeChain(
      {
        getSignatureStatuses([, options]) {
          const isLate = Reflect.get(Object(options), 'searchTransactionHistory') === true
          if (!isLate) at++
          const { found, late, slot = 1 } = look()
          return inSlot([(isLate ? late : found) ?? null], slot)
        },
        getBlockHeight: () => look().height ?? 100,
        getTransaction: paid,
      },
      { commitment: level },
    )
    const clock = createTestClock()
    const ended = untilConfirmed({ hash: 'h', chain, clock, confirmations })
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    ended.then(settle, settle)
    const end = async () => {
      for (let turn = 0; turn < 400 && !isSettled; turn++) {
        await new Promise((resolve) => setImmediate(resolve))
        clock.advance(1_000)
      }
      return failureOf(ended)
    }
    return { end, asked, looks: () => at + 1 }
  }
  const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

  test.each([
    [0, 10, 'found'],
    [1, 10, 'found'],
    [2, 10, 'waited for'],
    [2, 11, 'found'],
    [3, 11, 'waited for'],
    [3, 12, 'found'],
  ] as const)(
    'with %i confirmations wanted, one of slot 10 at slot %i is %s',
    async (confirmations, slot, expected) => {
      const waiting = looked(
        [
          { slot, found: status(10) },
          { slot: 1_000, found: status(10) },
        ],
        { confirmations },
      )
      expect(await waiting.end()).toEqual({
        hash: 'h',
        status: 'success',
        slot: 10n,
        commitment: 'confirmed',
        fee: 5_000n,
      })
      expect(waiting.looks()).toBe(expected === 'found' ? 1 : 2)
    },
  )

  test.each([
    ['processed', [null], 'processed'],
    ['confirmed', [null, 'processed', 'confirmed'], 'confirmed'],
    ['confirmed', ['finalized'], 'finalized'],
    ['finalized', ['processed', 'confirmed', 'finalized'], 'finalized'],
  ] as const)('a kit that wants %s looks through %j', async (level, said, commitment) => {
    const waiting = looked(
      said.map((each) => ({ found: status(10, each) })),
      { level },
    )
    expect(await waiting.end()).toMatchObject({ status: 'success', commitment })
    expect(waiting.looks()).toBe(said.length)
  })

  test('one that failed says so, with what it cost; nobody says a fee that a node doesn’t know', async () => {
    const found = status(10, 'confirmed', { InstructionError: [0, 'Custom'] })
    expect(await looked([{ found }]).end()).toMatchObject({ status: 'reverted', fee: 5_000n })
    const broken = () => {
      throw new InvalidResponseError({ expected: 'a fee' })
    }
    for (const paid of [() => null, () => ({ meta: null }), broken])
      expect(await looked([{ found: status(10) }], { paid }).end()).toMatchObject({ status: 'success', fee: undefined })
    // What isn't the chain's failure isn't taken for one: it is looked again.
    let asked = 0
    const once = () => {
      if (asked++ === 0) throw new TypeError('broken')
      return { meta: { fee: 5_000 } }
    }
    expect(await looked([{ found: status(10) }], { paid: once }).end()).toMatchObject({ fee: 5_000n })
  })

  test('[F18] it is given up a block after its last, and only once it was looked up as an old one', async () => {
    const unknown = [{ height: 100 }, { height: 249 }, { height: 250 }, { height: 251 }]
    const dropped = looked(unknown)
    expect(await dropped.end()).toMatchObject({
      code: 'transaction_dropped',
      facts: { hash: 'h' },
      message: expect.stringContaining('in time'),
    })
    expect(dropped.looks()).toBe(4)
    const lookups = dropped.asked.filter(([method]) => method === 'getSignatureStatuses').map(([, params]) => params)
    const asked = (searchTransactionHistory: boolean) => [['h'], { searchTransactionHistory }]
    expect(lookups).toEqual([asked(false), asked(false), asked(false), asked(false), asked(true)])
    expect(dropped.asked).toContainEqual(['getBlockHeight', [{ commitment: 'confirmed' }]])
    const late = looked([{ height: 100 }, { height: 251, late: status(200, 'finalized') }])
    expect(await late.end()).toMatchObject({ status: 'success', slot: 200n, commitment: 'finalized' })
  })
})

describe('coins to an account that gives none back', () => {
  const send = (account: Account | undefined) =>
    planTransfer({
      chain: fakeChain(nodeWith({ [other]: account })).chain,
      from: own,
      transfer: { to: other, asset: { type: 'coin' }, amount: 5n },
    })

  test.each<readonly [string, Account]>([
    ['a mint', theMint],
    ['a mint of the newer program', [extended, 'mint', { decimals: 6 }]],
    ['an account of tokens', place(mint)],
    ['an account of wrapped coins', place(leaf)],
    ['several signers’ account of tokens', [classic, 'multisig', {}]],
    ['a program', ['BPFLoader2111111111111111111111111111111111', 'program', {}]],
    ['a program’s code', ['BPFLoaderUpgradeab1e11111111111111111111111', 'programData', {}]],
  ])('are planned for none that is %s', async (_, account) => {
    expect(await failure(send(account))).toMatchObject({ code: 'invalid_transfer', facts: { field: 'to' } })
  })

  test.each<readonly [string, Account | undefined]>([
    ['isn’t there yet', undefined],
    ['is a person’s', [systemProgram, '', {}]],
    ['is a program’s for a person', ['SwigKjKjbCVvmYyPeDMwf4rPAuNP3F4cxzFzdmRmHYY', '', {}]],
  ])('are planned for one that %s', async (_, account) => {
    expect((await send(account)).instructions).toHaveLength(1)
  })
})
