import { base58, base64 } from '@scure/base'
import { afterEach, expect, test, vi } from 'vitest'
import { encodeLegacyForm } from './legacyForm.js'
import { decodeTransaction, type SolanaTransaction } from './message.js'
import {
  associatedTokenProgram,
  loaderProgram,
  lookupTableProgram,
  stakeProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from './programs.js'
import { resolveTransaction } from './resolve.js'
import { type Asked, bytes, network, number, parties } from './test/saidOfInstruction.js'
import { keptOf } from './tokenFee.js'

// What a transaction names is looked up: whose accounts they are and what they hold, rule by rule, each where it holds and where it stops.

const { me, ann, bob, mine, theirs, fresh, dusd, unlisted, stake, nonce, code, buffer } = parties
interface OnChain {
  readonly owner: string
  readonly data: readonly number[]
  readonly lamports?: number
}
const zeros = (count: number) => Array.from({ length: count }, () => 0)
/** The parts of a token account behind its amount: the spender, the state, and who closes it. */
const restOf = ({ spender = zeros(36), state = 1, allowed = 0n, closer = zeros(36) } = {}): readonly number[] => [
  ...[...spender, state, ...zeros(12)],
  ...[...number(allowed, 8), ...closer],
]
const tokenAccount = (of: string, owner: string, amount = 5n, rest: readonly number[] = restOf()): OnChain => ({
  ...{ owner: tokenProgram, data: [...bytes(of), ...bytes(owner), ...number(amount, 8), ...rest], lamports: 7 },
})
const mint = (decimals: number, owner = tokenProgram): OnChain => ({
  owner,
  data: [...zeros(44), decimals, ...zeros(37)],
})
const stakeAccount = (state: number, withdrawer: string, owner = stakeProgram): OnChain => ({
  ...{ owner, data: [...number(BigInt(state), 4), ...zeros(40), ...bytes(withdrawer), ...zeros(124)], lamports: 9 },
})

afterEach(() => void vi.unstubAllGlobals())
/** Resolves a transaction on a node that has these accounts. */
async function resolved(
  instructions: readonly Asked[],
  accounts: Readonly<Record<string, OnChain>>,
  more: { isGone?: boolean; transaction?: SolanaTransaction } = {},
) {
  const asked: string[][] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    const [addresses]: readonly [string[]] = JSON.parse(body).params
    asked.push(addresses)
    const value = addresses.map((address) => {
      const found = accounts[address]
      return found
        ? {
            owner: found.owner,
            lamports: found.lamports ?? 1,
            data: [base64.encode(Uint8Array.from(found.data)), 'base64'],
          }
        : null
    })
    return { json: async () => (more.isGone ? { error: { message: 'No.' } } : { result: { value } }) }
  })
  const wire = encodeLegacyForm({
    ...{ feePayer: me, recentBlockhash: base58.encode(new Uint8Array(32).fill(9)) },
    instructions: instructions.map(([programId, data, ...keys]) => ({
      ...{ programId, data: Uint8Array.from(data) },
      keys: keys.map((pubkey = me) => ({ pubkey, isSigner: false, isWritable: true })),
    })),
  })
  const read = await resolveTransaction({ transaction: more.transaction ?? decodeTransaction(wire), network })
  return { ...read, asked }
}
const token = (kind: number, data: readonly number[], ...accounts: readonly string[]): Asked => [
  tokenProgram,
  [kind, ...data],
  ...accounts,
]
const send = token(12, [...number(5n, 8), 6], mine, dusd, theirs, me)
const system = (kind: number, data: readonly number[], ...accounts: readonly string[]): Asked => [
  systemProgram,
  [kind, 0, 0, 0, ...data],
  ...accounts,
]
const staking = (kind: number, data: readonly number[], ...accounts: readonly string[]): Asked => [
  stakeProgram,
  [kind, 0, 0, 0, ...data],
  ...accounts,
]

test('[F13] only the accounts that decide what an instruction does are looked up', async () => {
  const named = async (instruction: Asked) => (await resolved([instruction], {})).asked.flat()
  expect(await named(send)).toEqual([mine, dusd, theirs])
  expect(await named([associatedTokenProgram, [1], me, fresh, ann, dusd])).toEqual([fresh])
  expect(await named(staking(7, [], fresh, stake, me))).toEqual([fresh, stake])
  expect(await named([loaderProgram, [5, 0, 0, 0], buffer, me, bob, code])).toEqual([buffer])
  expect(await named(system(2, number(5n, 8), me, ann))).toEqual([ann])
  expect(await named(system(4, [], nonce, bob, me))).toEqual([])
  expect(await named([bob, [1], ann])).toEqual([])
})

test('[F13] token accounts are those of the token programs, as long as one is, and no mints', async () => {
  const held = async (account: OnChain) => (await resolved([send], { [mine]: account })).tokenAccounts.get(mine)
  const whole = { mint: dusd, owner: me, amount: 5n, allowed: undefined, closer: undefined }
  expect(await held(tokenAccount(dusd, me))).toEqual(whole)
  expect(await held({ ...tokenAccount(dusd, me), owner: token2022Program })).toEqual(whole)
  expect(await held({ ...tokenAccount(dusd, me), owner: bob })).toBeUndefined()
  expect(await held(tokenAccount(dusd, me, 5n, restOf().slice(1)))).toBeUndefined()
  expect(await held(tokenAccount(dusd, me, 5n, [...restOf(), 2]))).toEqual(whole)
  expect(await held(tokenAccount(dusd, me, 5n, [...restOf(), 1]))).toBeUndefined()
  // One whose kind isn’t said, one that isn't open yet, one that is frozen.
  expect(await held(tokenAccount(dusd, me, 5n, [...restOf(), 0]))).toBeUndefined()
  expect(await held(tokenAccount(dusd, me, 5n, restOf({ state: 0 })))).toBeUndefined()
  expect(await held(tokenAccount(dusd, me, 5n, restOf({ state: 2 })))).toEqual(whole)
  // A multisig's signers stand where an account's kind does.
  expect(await held(tokenAccount(dusd, me, 5n, [...restOf(), 2, ...zeros(189)]))).toBeUndefined()
  expect(await held(tokenAccount(dusd, me, 5n, [...restOf(), 2, ...zeros(188)]))).toEqual(whole)
  const closer = (tag: number) => tokenAccount(dusd, me, 5n, restOf({ closer: [tag, 0, 0, 0, ...bytes(bob)] }))
  expect(await held(closer(1))).toEqual({ ...whole, closer: bob })
  expect(await held(closer(0))).toEqual(whole)
  const allowing = (tag: number) => restOf({ spender: [...number(BigInt(tag), 4), ...bytes(bob)], allowed: 3n })
  expect(await held(tokenAccount(dusd, me, 5n, allowing(1)))).toEqual({ ...whole, allowed: { to: bob, amount: 3n } })
  expect(await held(tokenAccount(dusd, me, 5n, allowing(0)))).toEqual(whole)
})

test('[F13] a token’s decimals are its mint’s, which is looked up where nobody lists it', async () => {
  const { asked, mintDecimals } = await resolved([token(3, number(5n, 8), mine, theirs, me)], {
    ...{ [mine]: tokenAccount(unlisted, me), [theirs]: tokenAccount(dusd, ann), [unlisted]: mint(3) },
  })
  expect(asked).toEqual([[mine, theirs, me], [unlisted]])
  expect([...mintDecimals]).toEqual([[unlisted, 3]])
  const decimals = async (account: OnChain) => (await resolved([send], { [dusd]: account })).mintDecimals.get(dusd)
  expect(await decimals(mint(6))).toBe(6)
  expect(await decimals(mint(6, bob))).toBeUndefined()
  const longer = mint(6).data
  expect(await decimals({ owner: token2022Program, data: [...longer, ...zeros(83), 1] })).toBe(6)
  expect(await decimals({ owner: token2022Program, data: [...longer, ...zeros(83), 2] })).toBeUndefined()
  expect(await decimals({ owner: tokenProgram, data: longer.slice(1) })).toBeUndefined()
})

test('[F13] what the transaction itself opens is its owner’s, unless it was there and held something', async () => {
  const opened = async (instruction: Asked, accounts: Record<string, OnChain> = {}) => {
    const read = await resolved([instruction, send], accounts)
    return [read.tokenAccounts.get(fresh), read.openedFor.get(fresh)]
  }
  const anns = [{ mint: dusd, owner: ann }, ann]
  for (const data of [[], [0], [1]])
    expect(await opened([associatedTokenProgram, data, me, fresh, ann, dusd])).toEqual(anns)
  for (const data of [[2], [0, 0]])
    expect(await opened([associatedTokenProgram, data, me, fresh, ann, dusd])).toEqual([undefined, undefined])
  expect(await opened(token(1, [], fresh, dusd, ann))).toEqual(anns)
  expect(await opened(token(1, [0], fresh, dusd, ann))).toEqual([undefined, undefined])
  for (const kind of [16, 18]) {
    expect(await opened(token(kind, bytes(ann), fresh, dusd))).toEqual(anns)
    expect(await opened(token(kind, [...bytes(ann), 0], fresh, dusd))).toEqual([undefined, undefined])
  }
  expect(await opened(token(17, bytes(ann), fresh, dusd))).toEqual([undefined, undefined])
  const there = { [fresh]: tokenAccount(dusd, ann, 8n) }
  expect((await opened([associatedTokenProgram, [1], me, fresh, ann, dusd], there))[0]).toMatchObject({
    owner: ann,
    amount: 8n,
  })
  const others = { [fresh]: tokenAccount(dusd, bob, 8n) }
  expect((await opened([associatedTokenProgram, [1], me, fresh, ann, dusd], others))[0]).toEqual({
    mint: dusd,
    owner: ann,
  })
  const ofNonce = await resolved([system(6, bytes(ann), nonce, bob, bob), system(7, bytes(bob), nonce, me)], {})
  expect([...ofNonce.openedFor]).toEqual([[nonce, ann]])
})

test('[F13] what accounts hold, and are paid by the transaction itself', async () => {
  const { lamports } = await resolved(
    [
      token(9, [], mine, ann, me),
      system(2, number(10n, 8), me, mine),
      system(2, number(5n, 8), me, mine),
      system(0, [...number(3n, 8), ...number(0n, 8), ...bytes(tokenProgram)], me, fresh),
      token(1, [], fresh, dusd, ann),
      system(0, [...number(3n, 8), ...number(0n, 8), ...bytes(tokenProgram)], me, theirs),
    ],
    { [mine]: tokenAccount(dusd, me) },
  )
  expect([lamports.get(mine), lamports.get(fresh), lamports.get(ann), lamports.get(theirs)]).toEqual([
    22n,
    3n,
    0n,
    undefined,
  ])
})

test('[F13] who may withdraw of a stake: as the network says, as it is opened, and of what is split off', async () => {
  const owner = async (account: OnChain) =>
    (await resolved([staking(5, [], stake, bob, me)], { [stake]: account })).stakes.get(stake)
  expect([await owner(stakeAccount(1, ann)), await owner(stakeAccount(2, ann))]).toEqual([ann, ann])
  expect([
    await owner(stakeAccount(0, ann)),
    await owner(stakeAccount(3, ann)),
    await owner(stakeAccount(2, ann, bob)),
  ]).toEqual([undefined, undefined, undefined])
  expect(await owner({ ...stakeAccount(2, ann), data: stakeAccount(2, ann).data.slice(0, 75) })).toBeUndefined()
  expect(await owner({ ...stakeAccount(2, ann), data: stakeAccount(2, ann).data.slice(0, 76) })).toBe(ann)
  const split = staking(3, number(5n, 8), stake, fresh, me)
  const known = await resolved([split], { [stake]: stakeAccount(2, ann) })
  expect([known.stakes.get(fresh), known.openedFor.get(fresh)]).toEqual([ann, ann])
  expect((await resolved([split], {})).stakes.size).toBe(0)
  const opening = staking(0, [...bytes(bob), ...bytes(ann), ...zeros(48)], stake, bob)
  const opened = await resolved([opening, split], {})
  expect([opened.stakes.get(stake), opened.stakes.get(fresh), opened.openedFor.get(stake)]).toEqual([ann, ann, ann])
})

test('[F18] what a node doesn’t say isn’t known: what is there, what it holds, and that something is missing', async () => {
  const gone = await resolved([send], {}, { isGone: true })
  expect([gone.found, gone.isPartly, gone.lamports.size, gone.tokenAccounts.size]).toEqual([undefined, true, 0, 0])
  const there = await resolved([send], { [mine]: tokenAccount(dusd, me) })
  expect([[...(there.found ?? [])], there.isPartly]).toEqual([[mine], false])
})

test('[F13] accounts of lookup tables: written to first, then read, of every table; what a table doesn’t have isn’t known', async () => {
  const [first, second] = [parties.wrapped, parties.theirWrapped]
  const tableOf = (...addresses: readonly string[]): OnChain => ({
    owner: lookupTableProgram,
    data: [...zeros(56), ...addresses.flatMap(bytes)],
  })
  const transaction: SolanaTransaction = {
    ...{ signatures: [], messageBytes: new Uint8Array() },
    message: {
      ...{ version: 0, signerCount: 1, keys: [me, tokenProgram], blockhash: '' },
      instructions: [{ program: 1, accounts: [0, 2, 3, 4, 5], data: Uint8Array.of(3) }],
      lookups: [
        { table: first, writable: [1], readonly: [0] },
        { table: second, writable: [0], readonly: [1] },
      ],
    },
  }
  const read = await resolved([], { [first]: tableOf(mine, theirs), [second]: tableOf(ann) }, { transaction })
  expect(read.asked[0]).toEqual([first, second])
  expect(read.instructions).toEqual([
    { program: tokenProgram, accounts: [me, theirs, ann, mine, undefined], data: Uint8Array.of(3) },
  ])
  const strange = await resolved([], { [first]: { ...tableOf(mine, theirs), owner: bob } }, { transaction })
  expect(strange.instructions[0]?.accounts).toEqual([me, undefined, undefined, undefined, undefined])
})

const fee = (kind: number, ...all: readonly (readonly [points: number, most: bigint])[]) => [
  ...number(BigInt(kind), 2),
  ...number(108n, 2),
  ...zeros(72),
  ...all.flatMap(([points, most]) => [...zeros(8), ...number(most, 8), ...number(BigInt(points), 2)]),
]
test('[F13] what a token keeps: the higher of two rules, wherever among its extensions, of the newer program alone', async () => {
  const rule = async (extensions: readonly number[], owner: string = token2022Program, kind = 1) =>
    (await resolved([send], { [dusd]: { owner, data: [...zeros(165), kind, ...extensions] } })).tokenFees.get(dusd)
  const two = fee(1, [100, 5n], [200, 7n])
  expect(await rule(two)).toEqual({ points: 200, most: 7n })
  expect(await rule(fee(1, [200, 5n], [100, 7n]))).toEqual({ points: 200, most: 5n })
  expect(await rule(fee(1, [200, 5n], [200, 7n]))).toEqual({ points: 200, most: 5n })
  expect(await rule([...number(3n, 2), ...number(5n, 2), ...zeros(5), ...two])).toEqual({ points: 200, most: 7n })
  expect([await rule(fee(1, [0, 5n], [0, 7n])), await rule(fee(2, [100, 5n], [200, 7n])), await rule([])]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([
    await rule(two, tokenProgram),
    await rule(two, token2022Program, 2),
    await rule([...zeros(4), ...two]),
  ]).toEqual([undefined, undefined, undefined])
  expect([
    keptOf(10_000n, { points: 1, most: 9n }),
    keptOf(10_001n, { points: 1, most: 9n }),
    keptOf(10n ** 9n, { points: 1, most: 9n }),
    keptOf(0n, { points: 1, most: 9n }),
  ]).toEqual([1n, 2n, 9n, 0n])
})
