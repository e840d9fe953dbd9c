import { shortenAddress } from '@foyer/core/chain'
import { solana } from '@foyer/core/networks'
import { createTestHost } from '@foyer/testing'
import { base58 } from '@scure/base'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeChain, inSlot } from '../test/fakeChain.js'
import { addresses } from '../test/keys.js'
import { tokenPrograms } from '../transaction/programs.js'
import { createChains } from './chain.js'
import { tokenBalances } from './tokens.js'

afterEach(() => vi.unstubAllGlobals())

const [owner] = addresses
const [token, token2022] = tokenPrograms
const dollar = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const short = shortenAddress({ address: dollar })
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

test('[F27] many tokens are asked for by the hundred, each once and in its order', async () => {
  const mints = Array.from({ length: 201 }, (_, index) => base58.encode(new Uint8Array(32).fill(7).fill(index, 31)))
  const { chain, asked } = fakeChain({
    getTokenAccountsByOwner: () => inSlot([]),
    getMultipleAccounts: ([some]) =>
      inSlot(
        [some].flat().map((mint) => ({
          owner: token,
          data: { parsed: { type: 'mint', info: { decimals: mints.indexOf(String(mint)) } } },
        })),
      ),
  })
  const listed = await tokenBalances({ chain, address: owner, tokens: ['USDC', ...mints] })
  expect(listed.map(({ address, decimals }) => [address, decimals])).toEqual(mints.map((mint, index) => [mint, index]))
  const sizes = asked.flatMap(([method, [some]]) => (method === 'getMultipleAccounts' ? [[some].flat().length] : []))
  expect(sizes).toEqual([100, 100, 1])
})

test.each<readonly [string, unknown, object | undefined]>([
  ['nothing', null, undefined],
  ['no mint', { owner: token, data: { parsed: { type: 'account', info: { decimals: 6 } } } }, undefined],
  ['bytes', { owner: token, data: ['', 'base64'] }, undefined],
  ['a mint without decimals', { owner: token, data: { parsed: { type: 'mint', info: {} } } }, undefined],
  ['a mint without words', metadata(), { symbol: short, name: short, decimals: 6 }],
  [
    'a mint of other extensions',
    metadata({ extension: 'transferFee', state: { name: 'N', symbol: 'S' } }),
    { symbol: short, name: short },
  ],
  [
    'a mint with words',
    metadata({ extension: 'transferFee' }, words('Dollar', 'USD')),
    { symbol: 'USD', name: 'Dollar' },
  ],
  ['a mint with a symbol alone', metadata(words('', 'USD')), { symbol: 'USD', name: 'USD' }],
  ['a mint with a name alone', metadata(words('Dollar', ' ')), { symbol: short, name: 'Dollar' }],
  [
    'a mint with hidden letters',
    metadata(words('\u202eDol\u200blar\u2028 ', ' U\u0000SD ')),
    { symbol: 'USD', name: 'Dollar' },
  ],
  [
    'a mint with endless words',
    metadata(words('n'.repeat(200), 's'.repeat(200))),
    { symbol: 's'.repeat(32), name: 'n'.repeat(100) },
  ],
])('[F14] of a token whose account is %s', async (_, account, expected) => {
  const { chain } = fakeChain({
    getTokenAccountsByOwner: () => inSlot([]),
    getMultipleAccounts: () => inSlot([account]),
  })
  const listed = await tokenBalances({ chain, address: owner, tokens: [dollar] })
  expect(listed).toMatchObject(expected ? [{ ...expected, address: dollar, value: 0n }] : [])
  expect(listed).toHaveLength(expected ? 1 : 0)
})

function words(name: string, symbol: string) {
  return { extension: 'tokenMetadata', state: { name, symbol } }
}
function metadata(...extensions: readonly unknown[]) {
  return { owner: token2022, data: { parsed: { type: 'mint', info: { decimals: 6, extensions } } } }
}

test('[F18] a node that answers with something else isn’t believed', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value: 'none' } }),
  )
  const chain = createChains({ host: createTestHost({ networks: [solana] }), commitment: 'confirmed' })(solana)
  await expect(tokenBalances({ chain, address: owner })).rejects.toMatchObject({
    code: 'invalid_response',
    facts: { expected: 'what getTokenAccountsByOwner returns', method: 'getTokenAccountsByOwner' },
  })
})

test('[S5.15] what is counted by the piece, and an account without anything, is listed only where it is named', async () => {
  const balances = nodeWith([...held.slice(3), { program: token2022, mint: leaf, amount: '0', decimals: 9 }])
  expect(await balances()).toEqual([])
  expect(await balances([ticket, leaf])).toMatchObject([
    { address: ticket, value: 3n, decimals: 0 },
    { address: leaf, value: 0n, decimals: 9 },
  ])
})
