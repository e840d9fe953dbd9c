import { solana } from '@foyer/core/networks'
import { createTestHost } from '@foyer/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { addresses } from '../test/keys.js'
import { tokenPrograms } from '../transaction/programs.js'
import { createChains } from './chain.js'
import { tokenBalances } from './tokens.js'

afterEach(() => vi.unstubAllGlobals())

const [owner] = addresses
const [token, token2022] = tokenPrograms
const dollar = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const leaf = 'So11111111111111111111111111111111111111112'
const ticket = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

interface Held {
  readonly program: string
  readonly mint: string
  readonly amount: string
  readonly decimals: number
}

/** A node that knows these accounts of tokens. */
function nodeWith(held: readonly Held[]) {
  const answerTo = (method: string, [subject, filter]: readonly unknown[]) => {
    if (method === 'getTokenAccountsByOwner') {
      const programId = Reflect.get(Object(filter), 'programId')
      return held.flatMap(({ program, mint, amount, decimals }, index) =>
        program === programId && subject === owner
          ? [
              {
                pubkey: `account ${index}`,
                account: { data: { parsed: { info: { mint, tokenAmount: { amount, decimals } } } } },
              },
            ]
          : [],
      )
    }
    const mints = Array.isArray(subject) ? subject : []
    return mints.map((mint) => {
      const known = held.find((each) => each.mint === mint)
      return known && { owner: known.program, data: { parsed: { type: 'mint', info: { decimals: known.decimals } } } }
    })
  }
  vi.stubGlobal('fetch', async (_: unknown, { body }: { readonly body: string }) => {
    const calls: { readonly id: number; readonly method: string; readonly params: readonly unknown[] }[] = [
      JSON.parse(body),
    ].flat()
    const answers = calls.map(({ id, method, params }) => ({
      ...{ jsonrpc: '2.0', id },
      result: { context: { slot: 1 }, value: answerTo(method, params) },
    }))
    return Response.json(Array.isArray(JSON.parse(body)) ? answers : answers[0])
  })
  const host = createTestHost({ networks: [solana] })
  const chain = createChains({ host, commitment: 'confirmed' })(solana)
  return (tokens?: readonly string[]) => tokenBalances({ chain, address: owner, tokens })
}

const held: readonly Held[] = [
  { program: token, mint: dollar, amount: '5', decimals: 6 },
  { program: token, mint: leaf, amount: '1', decimals: 9 },
  { program: token, mint: dollar, amount: '18446744073709551615', decimals: 6 },
  { program: token2022, mint: ticket, amount: '3', decimals: 0 },
]

test('[F27] one mint in several accounts is one token, of all that is in them', async () => {
  const balances = nodeWith(held)
  const amounts = (listed: Awaited<ReturnType<typeof balances>>) => listed.map(({ address, value }) => [address, value])
  expect(amounts(await balances())).toEqual([
    [dollar, 18_446_744_073_709_551_620n],
    [leaf, 1n],
  ])
  expect(amounts(await balances([dollar]))).toEqual([[dollar, 18_446_744_073_709_551_620n]])
})

test('[S5.15] what is counted by the piece, and an account without anything, is listed only where it is named', async () => {
  const balances = nodeWith([...held.slice(3), { program: token2022, mint: leaf, amount: '0', decimals: 9 }])
  expect(await balances()).toEqual([])
  expect(await balances([ticket, leaf])).toMatchObject([
    { address: ticket, value: 3n, decimals: 0 },
    { address: leaf, value: 0n, decimals: 9 },
  ])
})
