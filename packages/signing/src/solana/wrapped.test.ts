import type { WalletNetwork } from '@foyer/core/words'
import { base58, base64 } from '@scure/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeeds } from '../keyring.js'
import { levelOf } from '../level.js'
import { encodeLegacyForm } from './legacyForm.js'
import { tokenProgram } from './programs.js'
import { createSolana } from './solana.js'
import { type Instruction, key, number, of, system } from './test/instructions.js'
import { startTestNode, type TestNode, tokenAccount } from './test/node.js'
import { blockhash, me, mint, other } from './test/transactions.js'

const coins = 'So11111111111111111111111111111111111111112'
const [spare, allowed, ofToken] = [
  base58.encode(new Uint8Array(32).fill(61)),
  base58.encode(new Uint8Array(32).fill(62)),
  base58.encode(new Uint8Array(32).fill(63)),
]
const keyring = { phrase: 'test test test test test test test test test test test junk', count: 1, imported: [] }
let node: TestNode
let network: WalletNetwork
beforeAll(async () => {
  node = await startTestNode()
  for (const each of [spare, allowed]) node.accounts.set(each, tokenAccount({ owner: me, of: coins }))
  node.accounts.set(ofToken, tokenAccount({ owner: me }))
  network = {
    ...{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', rpcUrl: node.url },
    currency: { symbol: 'SOL', decimals: 9 },
    tokens: [
      { symbol: 'DUSD', decimals: 6, address: mint },
      { symbol: 'SOL', decimals: 9, address: coins },
    ],
  }
})
afterAll(() => node.stop())

const much = 4_900_000_000n
const signs = key(me, true)
const approve = of(tokenProgram, [4, ...number(much, 8)], key(allowed), key(other), signs)
const pay = (to: string) => system(2, number(much, 8), signs, key(to))
const sync = (to: string) => of(tokenProgram, [17], key(to))
const close = (from: string, to: string) => of(tokenProgram, [9], key(from), key(to), signs)

/** How a request of transactions is judged, each of instructions. */
async function levelOfAll(all: readonly (readonly Instruction[])[]) {
  const [first = '', ...rest] = all.map((instructions) =>
    base64.encode(encodeLegacyForm({ feePayer: me, recentBlockhash: blockhash, instructions })),
  )
  const host = {
    networks: () => [network],
    network: () => network,
    addNetwork: async () => {},
    switchNetwork: async () => {},
  }
  const request =
    rest.length > 0
      ? { method: 'solana_signAllTransactions', params: { transactions: [first, ...rest], pubkey: me } }
      : { method: 'solana_signAndSendTransaction', params: { transaction: first, pubkey: me } }
  const asked = { ...request, chainId: network.chainId, addresses: [me], peerUrl: 'https://dapp.example' }
  const prepared = await createSolana(createSeeds()).prepare(asked, { keyring, host })
  if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
  return levelOf(prepared.shown)
}

test.each<readonly [string, readonly (readonly Instruction[])[]]>([
  ['paid in afterwards', [[approve, pay(allowed), sync(allowed)]]],
  [
    'by way of another account of wrapped coins that is closed',
    [[approve, pay(spare), sync(spare), close(spare, allowed)]],
  ],
  ['the same before it', [[pay(spare), close(spare, allowed), sync(allowed), approve]]],
  ['by way of an account of another token', [[approve, pay(ofToken), close(ofToken, allowed)]]],
  ['by a transaction after it', [[approve], [pay(allowed), sync(allowed)]]],
  ['by a transaction before it', [[pay(allowed), sync(allowed)], [approve]]],
])('[F27] an allowance of wrapped coins that the request itself brings takes a step of its own: %s', async (_, all) => {
  expect(await levelOfAll(all)).toBe('deliberate')
})

test('[F27] an allowance of an account that nothing comes into is read with care', async () => {
  expect(await levelOfAll([[approve]])).toBe('careful')
  expect(await levelOfAll([[approve, pay(other)]])).toBe('careful')
})

test('[F27] coins that are closed into an account whose spender was allowed before are that one’s to take', async () => {
  const brought = [pay(spare), sync(spare), close(spare, allowed)]
  expect(await levelOfAll([brought])).toBe('plain')
  node.accounts.set(allowed, tokenAccount({ owner: me, of: coins, spender: other }))
  for (const each of [brought, [pay(ofToken), close(ofToken, allowed)], [pay(allowed)]])
    expect(await levelOfAll([each])).toBe('deliberate')
})
