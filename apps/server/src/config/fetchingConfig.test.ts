import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@foyer/service/config/readVariables'
import { expect, test } from 'vitest'
import { readConfig } from './readConfig.js'

const problemsOf = async (env: Record<string, string>) => {
  const error = await readConfig(env).catch((cause: unknown) => cause)
  return error instanceof ConfigError ? error.problems : expect.fail('It was accepted.')
}

test('nothing is fetched from own networks, by plain http or through gateways unless it is said', async () => {
  expect((await readConfig({})).safeFetch).toEqual({ allow: [], http: false })
  const config = await readConfig({
    SAFE_FETCH_ALLOW: 'http://127.0.0.1:8080, https://media.internal',
    SAFE_FETCH_HTTP: 'on',
    IPFS_GATEWAY: 'https://ipfs.example/',
    ARWEAVE_GATEWAY: 'http://127.0.0.1:1984/arweave',
  })
  expect(config.safeFetch).toEqual({
    allow: ['http://127.0.0.1:8080', 'https://media.internal'],
    http: true,
    ipfsGateway: 'https://ipfs.example',
    arweaveGateway: 'http://127.0.0.1:1984/arweave',
  })
})

test.each(['http://127.0.0.1:8080/', 'https://a.example/path', '127.0.0.1', '*', 'file:///', 'https://user@a.example'])(
  'an origin is one and no more: %s',
  async (allow) => {
    expect(await problemsOf({ SAFE_FETCH_ALLOW: allow })).toEqual([
      'SAFE_FETCH_ALLOW must be origins such as "http://127.0.0.1:8080", with commas between.',
    ])
  },
)

test('what is wrong with a gateway or a switch is said', async () => {
  expect(
    await problemsOf({ SAFE_FETCH_HTTP: 'yes', IPFS_GATEWAY: 'ipfs.example', ARWEAVE_GATEWAY: 'https://a.example/?x' }),
  ).toEqual([
    'SAFE_FETCH_HTTP must be "on" or "off".',
    'IPFS_GATEWAY must be an http or https address.',
    'ARWEAVE_GATEWAY must be an http or https address.',
  ])
})

test('prices come from the pools of the chain, and from services where they are named', async () => {
  const order = ['uniswapV2', 'uniswapV3', 'coingecko', 'defillama']
  expect((await readConfig({})).prices).toEqual({ order })
  const coingecko = { apiKey: 'CG-key', plan: 'demo', networks: {} }
  expect((await readConfig({ PRICES: '{"coingecko":{"apiKey":"CG-key"},"defillama":{}}' })).prices).toEqual({
    order,
    coingecko,
    defillama: { networks: {} },
  })
  const own = { ...coingecko, url: 'https://prices.example/api', networks: { 'eip155:1': { coin: 'ethereum' } } }
  const config = await readConfig({
    PRICES: JSON.stringify({ order: ['coingecko'], coingecko: { ...own, url: `${own.url}/` } }),
  })
  expect(config.prices).toEqual({ order: ['coingecko'], coingecko: own })
})

test('what is wrong with the prices is said without its value', async () => {
  const problems = await problemsOf({
    PRICES: JSON.stringify({
      order: ['secret', 'coingecko'],
      coingecko: { apiKey: 'sec ret', url: 'secret', networks: { 'eip155:1': { coin: 'a/b' } }, planted: 1 },
    }),
  })
  expect(problems.join()).not.toMatch(/sec ?ret/)
  expect(problems).toEqual([
    'PRICES: "order.0" must be one of uniswapV2, uniswapV3, coingecko, defillama.',
    'PRICES: "coingecko.url" must be an http or https address.',
    'PRICES: "coingecko.networks.eip155:1.coin" must be an id such as "ethereum".',
    'PRICES: "coingecko.apiKey" must be a key.',
    'PRICES: "coingecko.planted" is not known.',
  ])
  expect(await problemsOf({ PRICES: '{"order":["uniswapV2","uniswapV2"]}' })).toEqual([
    'PRICES: "order" must name each source once.',
  ])
})

test('one key has 0x swap on the networks that it serves and that have no venue of their own', async () => {
  const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
  const upstreams = ['https://node.example']
  const path = join(await mkdtemp(join(tmpdir(), 'swaps-')), 'chains.json')
  const named = [{ id: 'eip155:1' }, { id: 'eip155:8453', swaps: { router } }, { id: 'eip155:100' }]
  await writeFile(path, JSON.stringify(named.map((chain) => ({ ...chain, upstreams }))))
  const { chains } = await readConfig({ CHAINS: path, SWAPS: '{"apiKey":"key"}' })
  expect(chains.map(({ swaps }) => swaps?.venue)).toEqual(['0x', 'uniswap-v2', undefined])
  expect(chains[0]?.swaps).toEqual({
    venue: '0x',
    apiKey: 'key',
    allowanceHolder: '0x0000000000001fF3684f28c67538d4D072C22734',
    feeBps: 85,
    mostPriceImpactBps: 1_500,
    url: 'https://api.0x.org',
  })
  const problems = await problemsOf({ SWAPS: '{"apiKey":"sec ret","feeBps":1001,"feeRecipient":"secret"}' })
  expect(problems).toEqual([
    'SWAPS: "apiKey" must be a key.',
    'SWAPS: "feeRecipient" must be an address of 40 hex digits after 0x, with a right checksum where it has one.',
    expect.stringContaining('SWAPS: "feeBps" must be'),
  ])
})
