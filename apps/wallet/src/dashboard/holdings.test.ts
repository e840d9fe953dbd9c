import type { Balance } from '@foyer/core/wire'
import { expect, test } from 'vitest'
import { type HoldingsApi, readHoldings, worthOf } from './holdings.js'

const currency = { symbol: 'ETH', decimals: 18 }
const networks = [
  { chainId: 'eip155:1', name: 'Ethereum', currency, tokens: [] },
  { chainId: 'eip155:10', name: 'OP Mainnet', currency, tokens: [] },
]
const address = `0x${'a'.repeat(40)}`

const held = (numeric: string, more: Partial<Balance> = {}): Balance => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 0,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
  ...more,
})

/** An API that answers this. */
function apiOf(answer: () => Response) {
  const asked: { readonly url: string; readonly credentials: RequestCredentials | undefined }[] = []
  const api: HoldingsApi = {
    origin: 'https://wallet.example',
    projectId: 'own',
    networks,
    fetch: async (url, init) => {
      asked.push({ url: String(url), credentials: init?.credentials })
      return answer()
    },
  }
  return {
    asked,
    read: () => readHoldings({ api, account: { family: 'eip155', address }, signal: new AbortController().signal }),
  }
}

const read = (...balances: readonly Balance[]) => apiOf(() => Response.json({ balances })).read()

test('[F27] an amount is exact to its last digit, and so is what it is worth', async () => {
  const [ether] = await read(held('12345678901234567.123456789012345678', { price: 0.1 }))
  expect(ether?.amount).toEqual({ value: 12345678901234567123456789012345678n, decimals: 18 })
  expect(ether?.usd).toEqual({ value: 1234567890123456712345678901234567n, decimals: 18 })
})

test('a picture is the operator’s, by this origin; one from elsewhere, or of what the operator doesn’t list, is none', async () => {
  const of = async (iconUrl: string) => (await read(held('1', { iconUrl })))[0]?.picture
  expect(await of('https://api.example/public/getTokenImage/ETH')).toBe(
    'https://wallet.example/public/getTokenImage/ETH',
  )
  expect(await of('https://images.example/eth.png')).toBeUndefined()
  expect(await of('')).toBeUndefined()
})

test('it is asked in the project’s name and without cookies, of the wallet’s own networks; what there is nothing of is left out', async () => {
  const balances = [
    held('0'),
    held('1', { chainId: 'eip155:10' }),
    held('2', { chainId: 'eip155:999' }),
    held('3', { name: 'Undivided', quantity: { decimals: '0', numeric: '3' } }),
  ]
  const { asked, read } = apiOf(() => Response.json({ balances }))
  expect((await read()).map(({ network, amount }) => [network, amount.value])).toEqual([['OP Mainnet', 10n ** 18n]])
  expect(asked).toEqual([{ url: `/v1/account/${address}/balance?projectId=own&currency=usd`, credentials: 'omit' }])
})

test('the most valuable stands first, and nothing is worth more than the server says', async () => {
  const token = (name: string, more: Partial<Balance>) => held('1000', { name, address: `eip155:1:${name}`, ...more })
  const holdings = await read(
    token('unknown', {}),
    token('dollar', { price: 1 }),
    token('bait', { price: 1_000_000, value: 3 }),
    held('1', { price: 2_000 }),
  )
  expect(holdings.map(({ name }) => name)).toEqual(['Ether', 'dollar', 'bait', 'unknown'])
  expect(worthOf(holdings)).toEqual({ value: 3_003n * 10n ** 18n, decimals: 18 })
  expect(worthOf(await read(held('1')))).toBeUndefined()
})

test('[F14] a stranger’s name shows nothing that can’t be seen', async () => {
  const [token] = await read(held('1', { name: 'US\u202eD\u200b', symbol: '\u2066USDC' }))
  expect([token?.name, token?.symbol]).toEqual(['USD', 'USDC'])
})

test.each([
  ['an answer of 503', () => new Response('', { status: 503 })],
  ['another shape', () => Response.json({ balances: [{ name: 'Ether' }] })],
  ['no JSON', () => new Response('<html>')],
  ['no answer', () => expect.fail('offline')],
])('%s is said as what can’t be read', async (_, answer) => {
  await expect(apiOf(answer).read()).rejects.toMatchObject({ sentence: 'holdings.failed' })
})
