import { base58, base64 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FamilyHost } from '../family.js'
import { createSeeds } from '../keyring.js'
import { levelOf } from '../level.js'
import type { WalletNetwork } from '../network.js'
import type { Outside } from '../outside.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { encodeLegacyForm } from './legacyForm.js'
import { memoProgram, systemProgram, token2022Program, tokenProgram } from './programs.js'
import { createSolana } from './solana.js'
import { startTestNode, type TestNode } from './test/node.js'
import { blockhash, me, mine, mint, other, theirs } from './test/transactions.js'
import { describeSolana, solanaReader } from './words.js'

// What is read of Solana's transactions: numbers as the table of approval cases has them.

const keyring = { phrase: 'test test test test test test test test test test test junk', count: 1, imported: [] }
const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const family = createSolana(createSeeds())
let node: TestNode
let network: WalletNetwork
beforeAll(async () => {
  node = await startTestNode()
  const tokens = [{ symbol: 'DUSD', decimals: 6, address: mint }]
  network = { chainId, name: 'Local', currency: { symbol: 'SOL', decimals: 9 }, rpcUrl: node.url, tokens }
})
afterAll(() => node.stop())

interface Instruction {
  readonly programId: string
  readonly data: Uint8Array
  readonly keys: readonly { readonly pubkey: string; readonly isSigner: boolean; readonly isWritable: boolean }[]
}

const key = (pubkey: string, isSigner = false) => ({ pubkey, isSigner, isWritable: true })
const number = (value: bigint, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const of = (programId: string, data: readonly number[], ...keys: Instruction['keys']): Instruction => ({
  ...{ programId, data: Uint8Array.from(data), keys },
})
const send = (lamports: bigint) => of(systemProgram, [2, 0, 0, 0, ...number(lamports, 8)], key(me, true), key(other))
const memo = (text: string) => of(memoProgram, [...new TextEncoder().encode(text)])

async function ask(...instructions: readonly Instruction[]) {
  const host: FamilyHost = {
    networks: () => [network],
    network: () => network,
    addNetwork: async () => {},
    switchNetwork: async () => {},
  }
  const parts = { feePayer: me, recentBlockhash: blockhash, instructions }
  const params = { transaction: base64.encode(encodeLegacyForm(parts)), pubkey: me }
  const method = 'solana_signAndSendTransaction'
  const prepared = await family.prepare(
    { method, params, chainId, addresses: [me], peerUrl: 'https://dapp.example' },
    { keyring, host },
  )
  if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
  // Who only shows it says the same as the wallet that signs it.
  const elsewhere = await describeSolana({ method, params, network, peerUrl: 'https://dapp.example', now: 0n })
  expect(elsewhere).toEqual(prepared.shown)
  const shown = spokenRequest(prepared.shown, sayRequestInEnglish)
  const facts = shown.facts.map(({ label, value }) => `${label}: ${value}`)
  return { level: levelOf(shown), title: shown.title, facts, warnings: shown.warnings.join(' ') }
}

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
  const nonce = of(
    systemProgram,
    [4, 0, 0, 0],
    key(other),
    key('SysvarRecentB1ockHashes11111111111111111111'),
    key(me, true),
  )
  const kept = await ask(nonce, send(1n))
  expect(kept.level).toBe('careful')
  expect(kept.warnings).toContain('doesn’t expire')
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
