import {
  createClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  http,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { getBalance, getBlockNumber, getTransactionCount, readContract, setCode } from 'viem/actions'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { devAccounts } from './accounts.js'
import type { LocalChainId } from './chains.js'
import { deployMarket, type LocalToken, type Market } from './deploy.js'
import { DeployError } from './errors.js'
import { sendUnlocked } from './sendUnlocked.js'
import { type StartedChain, startChain } from './startChain.js'

const routerAbi = parseAbi([
  'function factory() view returns (address)',
  'function WETH() view returns (address)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
])
const tokenAbi = parseAbi(['function mint(address to, uint256 amount)'])
const deadline = 2n ** 64n

const clientsOf = (url: string) => ({
  client: createClient({ transport: http(url), pollingInterval: 5 }),
  anvil: createTestClient({ mode: 'anvil', transport: http(url) }),
})

async function bareChain(id: LocalChainId = 31337) {
  const { url, stop } = await startChain({ id })
  onTestFinished(stop)
  return { url, ...clientsOf(url) }
}

let shared: { readonly chain: StartedChain; readonly market: Market }
beforeAll(async () => {
  const chain = await startChain({ id: 31337 })
  shared = { chain, market: await deployMarket({ url: chain.url }) }
})
afterAll(() => shared?.chain.stop())

/** A chain that was deployed to the end; what a test does on it is undone after it. */
async function deployedChain() {
  const { chain, market } = shared
  const { client, anvil } = clientsOf(chain.url)
  const id = await anvil.snapshot()
  onTestFinished(() => anvil.revert({ id }))
  return { url: chain.url, client, market }
}

function tokenOf({ market, symbol }: { market: Market; symbol: LocalToken['symbol'] }): LocalToken {
  const token = market.tokens.find((candidate) => candidate.symbol === symbol)
  if (token === undefined) throw new TypeError(`The market has no ${symbol}.`)
  return token
}

const [{ address: alice }] = devAccounts

test('the tokens say of themselves what the market says of them', async () => {
  const { client, market } = await deployedChain()
  const { tokens } = market
  expect(tokens.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
    ['WETH', 18],
    ['DUSD', 6],
    ['FYR', 18],
    ['WBTC', 8],
  ])
  for (const { address, name, symbol, decimals } of tokens) {
    const own = await Promise.all([
      readContract(client, { address, abi: erc20Abi, functionName: 'name' }),
      readContract(client, { address, abi: erc20Abi, functionName: 'symbol' }),
      readContract(client, { address, abi: erc20Abi, functionName: 'decimals' }),
    ])
    expect(own).toEqual([name, symbol, decimals])
  }
})

test('every development account has its tokens, all its ether, and has sent nothing', async () => {
  const { client, market } = await deployedChain()
  for (const { address } of devAccounts) {
    const held = await Promise.all(
      market.tokens.map((token) =>
        readContract(client, { address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
      ),
    )
    expect(held).toEqual([0n, parseUnits('10000', 6), parseUnits('5000', 18), parseUnits('0.5', 8)])
    expect(await getBalance(client, { address })).toBe(parseEther('10000'))
    expect(await getTransactionCount(client, { address })).toBe(0)
  }
})

test('the addresses are the same on every chain and at every time', async () => {
  const [one, two] = await Promise.all([bareChain(31337), bareChain(31338)])
  const market = await deployMarket({ url: one.url })
  expect(await deployMarket({ url: two.url })).toEqual(market)
  expect(market).toMatchInlineSnapshot(`
    {
      "factory": "0x4447443929c9402565A3b800B167E77856764B12",
      "feeRecipient": "0xfEE0000000000000000000000000000000000000",
      "feeRouter": "0xB0d88C16aFfDF857a8B7105097e521674A87B71a",
      "pools": [
        {
          "address": "0xA1d22556f8DA4c59cAfd5137b3A7c0f809135916",
          "symbols": [
            "WETH",
            "DUSD",
          ],
        },
        {
          "address": "0x91cCDfBdcdd7AACd35a0a5a764166861c91F2985",
          "symbols": [
            "FYR",
            "DUSD",
          ],
        },
        {
          "address": "0x783A368310C1479782B68C7C3a1C4B208A72Ff0e",
          "symbols": [
            "WETH",
            "FYR",
          ],
        },
        {
          "address": "0x52291b89247138B3965fe0B13caE138e05eA5b5b",
          "symbols": [
            "WBTC",
            "WETH",
          ],
        },
      ],
      "router": "0x52bCC175cAa3C58e18eA587ce6055fD5156A0A1f",
      "tokens": [
        {
          "address": "0x29F9484Dd5B678b8d44BA88ea6BDD86895a1586f",
          "decimals": 18,
          "name": "Wrapped Ether",
          "symbol": "WETH",
        },
        {
          "address": "0x93edD56EAB2222bFCB36628fd4cFBA2820E1FB2a",
          "decimals": 6,
          "name": "Digital Dollar",
          "symbol": "DUSD",
        },
        {
          "address": "0xA3B147D5bdee4DacCdCab6C346b7A4649a213ec0",
          "decimals": 18,
          "name": "Foyer Coin",
          "symbol": "FYR",
        },
        {
          "address": "0xF2c3CeDea8b3EE4aAA6210c557Ff8a164C179925",
          "decimals": 8,
          "name": "Wrapped Bitcoin",
          "symbol": "WBTC",
        },
      ],
      "weth": "0x29F9484Dd5B678b8d44BA88ea6BDD86895a1586f",
    }
  `)
})

test('the router gives a fair price on every pool, and a swap gets exactly the quote', async () => {
  const { client, market } = await deployedChain()
  const quote = async (amount: string, ...symbols: LocalToken['symbol'][]) => {
    const path = symbols.map((symbol) => tokenOf({ market, symbol }))
    const decimals = path.map((token) => token.decimals)
    const amounts = await readContract(client, {
      address: market.router,
      abi: routerAbi,
      functionName: 'getAmountsOut',
      args: [parseUnits(amount, decimals.at(0) ?? 0), path.map(({ address }) => address)],
    })
    return { value: amounts.at(-1) ?? 0n, decimals: decimals.at(-1) ?? 0 }
  }
  // The fee is 0.3 %, and a sale of a two-thousandth of the pool or less moves the price by less than 0.2 %.
  for (const { sold, path, worth } of [
    { sold: '0.5', path: ['WETH', 'DUSD'], worth: '1500' },
    { sold: '1000', path: ['FYR', 'DUSD'], worth: '500' },
    { sold: '0.1', path: ['WETH', 'FYR'], worth: '600' },
    { sold: '0.01', path: ['WBTC', 'WETH'], worth: '0.3' },
    { sold: '0.01', path: ['WBTC', 'WETH', 'FYR'], worth: '1800' },
  ] as const) {
    const { value, decimals } = await quote(sold, ...path)
    const fair = parseUnits(worth, decimals)
    expect(value).toBeLessThan(fair)
    expect(value).toBeGreaterThan((fair * 99n) / 100n)
  }

  const weth = tokenOf({ market, symbol: 'WETH' })
  const dusd = tokenOf({ market, symbol: 'DUSD' })
  const balance = () =>
    readContract(client, { address: dusd.address, abi: erc20Abi, functionName: 'balanceOf', args: [alice] })
  const before = await balance()
  const { value: quoted } = await quote('1', 'WETH', 'DUSD')
  const path = [weth.address, dusd.address]
  const args = [quoted, path, alice, deadline] as const
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args })
  const transaction = { from: alice, to: market.router, data, value: parseEther('1') }
  expect(await sendUnlocked({ client, transaction })).toMatchObject({ status: 'success' })
  expect((await balance()) - before).toBe(quoted)
})

test('the router belongs to the factory and to the wrapped ether', async () => {
  const { client, market } = await deployedChain()
  const { router, factory, weth, pools } = market
  expect(await readContract(client, { address: router, abi: routerAbi, functionName: 'factory' })).toBe(factory)
  expect(await readContract(client, { address: router, abi: routerAbi, functionName: 'WETH' })).toBe(weth)
  expect(pools.map(({ symbols }) => symbols.join('/'))).toEqual(['WETH/DUSD', 'FYR/DUSD', 'WETH/FYR', 'WBTC/WETH'])
})

test('anyone can mint', async () => {
  const { client, market } = await deployedChain()
  const { address } = tokenOf({ market, symbol: 'DUSD' })
  const balance = () => readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args: [alice] })
  const before = await balance()
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [alice, 5n] })
  await sendUnlocked({ client, transaction: { from: alice, to: address, data } })
  expect((await balance()) - before).toBe(5n)
})

test('a second time nothing is done, and what was spent stays spent', async () => {
  const { url, client, market } = await deployedChain()
  const { address } = tokenOf({ market, symbol: 'FYR' })
  const all = parseUnits('5000', 18)
  const [, { address: bob }] = devAccounts
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, all] })
  await sendUnlocked({ client, transaction: { from: alice, to: address, data } })
  const block = await getBlockNumber(client, { cacheTime: 0 })
  expect(await deployMarket({ url })).toEqual(market)
  expect(await getBlockNumber(client, { cacheTime: 0 })).toBe(block)
  expect(await readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args: [alice] })).toBe(0n)
})

test('from wherever it was cut off, it completes to the same', async () => {
  const { url, client, anvil } = await bareChain()
  const market = await deployMarket({ url })
  const supplies = () =>
    Promise.all(
      [alice, ...market.pools.map(({ address }) => address)].flatMap((holder) =>
        market.tokens.map(({ address }) =>
          readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
        ),
      ),
    )
  const whole = await supplies()
  const blocks = Number(await getBlockNumber(client, { cacheTime: 0 }))
  // One block is one transaction, so that every depth is a place to be cut off at. FOYER_FULL=1: at each.
  for (let done = 0; done < blocks; done += process.env.FOYER_FULL ? 1 : 5) {
    const now = Number(await getBlockNumber(client, { cacheTime: 0 }))
    await anvil.request<{ Method: 'anvil_rollback'; Parameters: [number]; ReturnType: null }>({
      method: 'anvil_rollback',
      params: [now - done],
    })
    expect(await deployMarket({ url })).toEqual(market)
    expect(await supplies()).toEqual(whole)
  }
})

test('a step that reverts is named', async () => {
  const { url, anvil } = await bareChain()
  await setCode(anvil, { address: shared.market.router, bytecode: '0xfe' })
  const deployment = deployMarket({ url })
  await expect(deployment).rejects.toBeInstanceOf(DeployError)
  await expect(deployment).rejects.toThrow(`Couldn't fill the pool WETH/DUSD on the chain at ${url}.`)
})

test('a chain that does not answer is named', async () => {
  const chain = await startChain({ id: 31337 })
  await chain.stop()
  await expect(deployMarket({ url: chain.url })).rejects.toMatchObject({ code: 'deploy', cause: expect.any(Error) })
})
