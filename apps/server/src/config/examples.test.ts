import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { swapFeeBps } from '@foyer/core/wire'
import { expect, test } from 'vitest'
import { readConfig } from './readConfig.js'

const example = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))

test('the example of five public networks is a whole configuration, with a provider in each room', async () => {
  const lines = (await readFile(example('public-networks.env'), 'utf8')).split('\n')
  const said = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/=(.*)/, 2))
  const config = await readConfig({ ...Object.fromEntries(said), CHAINS: example('public-networks.json') })
  expect(config.chains.map(({ name }) => name)).toEqual(['Ethereum', 'Base', 'Arbitrum One', 'Polygon', 'OP Mainnet'])
  for (const { swaps, uniswapV3, tokens } of config.chains) {
    expect(swaps).toMatchObject({ venue: '0x', feeBps: swapFeeBps, url: 'https://api.0x.org' })
    const listed = tokens.map(({ address }) => address)
    expect(listed).toContain(uniswapV3?.weth)
    expect(listed).toContain(uniswapV3?.stable.address)
  }
  // Etherscan's free tier serves the others.
  const scouted = config.chains.filter(({ history }) => history?.kind === 'blockscout')
  expect(scouted.map(({ id }) => id)).toEqual(['eip155:8453', 'eip155:10'])
  expect(config.prices).toMatchObject({ coingecko: { plan: 'demo' }, defillama: {} })
  expect(Object.keys(config.providers ?? {}).sort()).toEqual(['alchemy', 'etherscan'])
  expect(config.onramp?.providers.map(({ kind }) => kind)).toEqual(['coinbase', 'meld'])
  expect(config.pay?.exchanges.map(({ id }) => id)).toEqual(['coinbase'])
})
