import type { WalletNetwork } from '@foyer/core/words'
import { base58, base64 } from '@scure/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeeds } from '../keyring.js'
import { levelOf } from '../level.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { encodeLegacyForm } from './legacyForm.js'
import { stakeProgram, tokenProgram } from './programs.js'
import { createSolana } from './solana.js'
import { asked } from './test/asking.js'
import { type Instruction, key, number, of, system } from './test/instructions.js'
import { startTestNode, type TestNode, tokenAccount } from './test/node.js'
import { blockhash, me, mine, mint, other, theirs } from './test/transactions.js'

// What others may take by several approvals of one request, together.

const [second, wrapped] = [61, 62].map((digit) => base58.encode(new Uint8Array(32).fill(digit)))
if (!second || !wrapped) throw new Error('An address is missing.')
const keyring = { phrase: 'test test test test test test test test test test test junk', count: 1, imported: [] }
const signs = key(me, true)

let node: TestNode
let network: WalletNetwork
beforeAll(async () => {
  node = await startTestNode()
  node.accounts.set(second, tokenAccount({ owner: me }))
  const coins = 'So11111111111111111111111111111111111111112'
  node.accounts.set(wrapped, tokenAccount({ owner: me, of: coins }))
  network = {
    ...{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', rpcUrl: node.url },
    ...{ currency: { symbol: 'SOL', decimals: 9 }, tokens: [{ symbol: 'DUSD', decimals: 6, address: mint }] },
  }
})
afterAll(() => node.stop())

const approve = (amount: bigint, { of: from = mine, to = other } = {}) =>
  of(tokenProgram, [4, ...number(amount, 8)], key(from), key(to), signs)
const move = (amount: bigint, to: string) => of(tokenProgram, [3, ...number(amount, 8)], key(mine), key(to), signs)

async function askedAll(...all: readonly (readonly Instruction[])[]) {
  const transactions = all.map((instructions) =>
    base64.encode(encodeLegacyForm({ feePayer: me, recentBlockhash: blockhash, instructions })),
  )
  const host = {
    networks: () => [network],
    network: () => network,
    addNetwork: async () => {},
    switchNetwork: async () => {},
  }
  const params = { transactions, pubkey: me }
  const request = { method: 'solana_signAllTransactions', params, chainId: network.chainId, addresses: [me] }
  const prepared = await createSolana(createSeeds()).prepare(
    { ...request, peerUrl: 'https://dapp.example' },
    { keyring, host },
  )
  if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
  const { facts, warnings } = spokenRequest(prepared.shown, sayRequestInEnglish)
  return {
    level: levelOf(prepared.shown),
    facts: facts.map(({ label, value }) => `${label}: ${value}`),
    warnings: warnings.join(' '),
  }
}

test('[F13] approvals of several transactions are added up: the spender takes between them', async () => {
  expect((await askedAll([approve(4_000_000n)])).level).toBe('careful')
  const halves = await askedAll([approve(5_000_000n)], [approve(5_000_000n)])
  expect(halves).toMatchObject({ level: 'deliberate', warnings: expect.stringContaining('This is all of your DUSD.') })
  expect(halves.facts).toContain('May take in all: 10 DUSD')
  const some = await askedAll([approve(2_000_000n)], [approve(2_000_000n)])
  expect(some.level).toBe('careful')
  expect(some.facts).toContain('May take in all: 4 DUSD')
})

test('[F13] two spenders may be one: what they take is added up, and what is sent beside it', async () => {
  const spenders = await askedAll([approve(5_000_000n), approve(5_000_000n, { to: theirs })])
  expect(spenders.level).toBe('deliberate')
  expect((await askedAll([approve(5_000_000n)], [move(5_000_000n, theirs)])).level).toBe('deliberate')
})

test('[F13] what is moved into an account is its spender’s to take, in either order', async () => {
  const before = [approve(10_000_000n, { of: second }), move(10_000_000n, second)]
  for (const instructions of [before, before.toReversed()])
    expect((await asked({ method: 'solana_signTransaction', instructions, network })).level).toBe('deliberate')
  // Or in several transactions, in whatever order they are sent.
  for (const each of [before, before.toReversed()])
    expect((await askedAll(...each.map((one) => [one]))).level).toBe('deliberate')
})

test('[F13] so are coins that are wrapped', async () => {
  const instructions = [
    ...[system(2, number(4_000_000_000n, 8), signs, key(wrapped)), of(tokenProgram, [17], key(wrapped))],
    approve(4_000_000_000n, { of: wrapped }),
  ]
  const said = await asked({ method: 'solana_signTransaction', instructions, network })
  expect(said.level).toBe('deliberate')
  expect(said.warnings).toContain('The spender may take all of your')
})

/** Ways by which coins come into wrapped ones, from accounts that aren't looked at. */
const at = (digit: number) => key(base58.encode(new Uint8Array(32).fill(digit)))
const [nonce, stake] = [at(63), at(64)]
const sysvars = [key('SysvarC1ock11111111111111111111111111111111'), key('SysvarStakeHistory1111111111111111111111111')]
const into = key(wrapped)
test.each<[string, Instruction]>([
  ['by a payment', system(2, number(4_000_000_000n, 8), signs, into)],
  [
    'as it is made',
    system(0, [...number(4_000_000_000n, 8), ...number(165n, 8), ...base58.decode(tokenProgram)], signs, into),
  ],
  ['out of a nonce', system(5, number(4_000_000_000n, 8), nonce, into, ...sysvars, signs)],
  ['out of a stake', of(stakeProgram, [4, 0, 0, 0, ...number(4_000_000_000n, 8)], stake, into, ...sysvars, signs)],
])('[F13] coins that come into an account %s are its spender’s, up to what is allowed', async (_, comes) => {
  for (const all of [
    [[approve(2_000_000_000n, { of: wrapped })], [comes]],
    [[comes], [approve(2_000_000_000n, { of: wrapped })]],
  ]) {
    const said = await askedAll(...all)
    expect(said.level).toBe('deliberate')
    expect(said.warnings).toContain('Up to this amount, the spender may take what comes into this account too.')
  }
  const all = await askedAll([approve(2n ** 64n - 1n, { of: wrapped })], [comes])
  expect(all.warnings).toContain('The spender may take all of your')
  expect(all.warnings).not.toContain('Up to this amount')
})

test('[F13] an allowance that is taken back before more is moved in is nobody’s', async () => {
  const instructions = [
    approve(1_000_000n, { of: second }),
    of(tokenProgram, [5], key(second), signs),
    move(2_000_000n, second),
  ]
  const said = await asked({ method: 'solana_signAndSendTransaction', instructions, network })
  expect(said.level).toBe('careful')
  expect(said.facts).not.toContain('May take afterwards: 1 DUSD')
})
