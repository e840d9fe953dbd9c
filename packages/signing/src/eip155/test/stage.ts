import { type DrawnRequest, drawnRequest, headlineSentences, requestSentences } from '@foyer/core/messages'
import type { Outside, ShownRequest, WalletNetwork } from '@foyer/core/words'
import {
  deployMarket,
  deployNfts,
  devAccounts,
  type LocalNfts,
  localEditionsAbi,
  localNftAbi,
  type Market,
  type StartedChain,
  sendUnlocked,
  startChain,
} from '@foyer/stack'
import {
  type Address,
  createClient,
  createTestClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import { expect, vi } from 'vitest'
import { levelOf } from '../../level.js'
import { sayRequestInEnglish, spokenRequest } from '../../sentences.js'
import { respelled, spellingsFor } from '../../test/spellings.js'
import { describeEip155 } from '../describe.js'

export const [{ address: me }, { address: person }] = devAccounts
/** An address at which nothing stands. */
export const nobody = getAddress('0x00000000000000000000000000000000000f0ae2')
/** A contract that isn't known, and does nothing. */
export const stranger = getAddress('0x00000000000000000000000000000000000f0ae3')
/** When the tests say that it is. */
export const now = 1_800_000_000n

/** For tests. A chain with a market and collections, some of which is the first account's. */
export interface Stage {
  readonly chain: StartedChain
  readonly market: Market
  readonly nfts: LocalNfts
  readonly network: WalletNetwork
  readonly tokenOf: (symbol: string) => Address
}

export async function openStage(): Promise<Stage> {
  // The node is on this machine: late when that is busy, and never gone.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  const chain = await startChain({ id: 31337 })
  const market = await deployMarket({ url: chain.url })
  const nfts = await deployNfts({ url: chain.url })
  const client = createClient({ transport: http(chain.url) })
  const send = (to: Address, data: Hex) => sendUnlocked({ client, transaction: { from: me, to, data } })
  for (const id of [1n, 2n]) {
    await send(nfts.nft, encodeFunctionData({ abi: localNftAbi, functionName: 'mint', args: [me, id, ''] }))
  }
  const editions = [me, [1n, 2n, 3n], [5n, 6n, 7n]] as const
  await send(nfts.editions, encodeFunctionData({ abi: localEditionsAbi, functionName: 'mintBatch', args: editions }))
  await createTestClient({ mode: 'anvil', transport: http(chain.url) }).setCode({ address: stranger, bytecode: '0x00' })
  const listed = market.tokens.filter(({ symbol }) => symbol === 'DUSD' || symbol === 'WETH')
  return {
    chain,
    market,
    nfts,
    network: {
      chainId: chain.caipNetworkId,
      name: chain.name,
      currency: { symbol: 'ETH', decimals: 18 },
      rpcUrl: chain.url,
      tokens: listed.map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
      contracts: [{ address: market.router, name: 'Uniswap V2' }],
    },
    tokenOf(symbol) {
      const token = market.tokens.find((each) => each.symbol === symbol)
      if (!token) throw new Error(`There is no ${symbol}.`)
      return token.address
    },
  }
}

/** A request in English: its level, and what is said a line each. */
export interface Said {
  readonly level: string
  readonly title: string
  readonly facts: readonly string[]
  readonly warnings: readonly string[]
  readonly shown: ShownRequest<string>
}

interface Asked {
  readonly network: WalletNetwork
  readonly method: string
  readonly params: unknown
  readonly outside?: Outside | undefined
  readonly peerUrl?: string | undefined
  /** Described once, in its own spelling alone: for what counts what is asked meanwhile. */
  readonly isCounted?: boolean | undefined
}

/** Describes a request, and requires that it is described alike in another spelling of its data and addresses, and not at all where these begin with `0X`. */
async function described({
  peerUrl = 'https://dapp.example',
  isCounted = false,
  ...asked
}: Asked): Promise<ShownRequest> {
  const shown = await describeEip155({ ...asked, peerUrl, now })
  if (!shown) throw new Error(`${asked.method} isn’t described`)
  if (isCounted) return shown
  const again = (spell: (hex: string) => string) =>
    describeEip155({ ...asked, peerUrl, now, params: paramsIn(asked, spell) })
  for (const [name, spell] of spellingsFor(JSON.stringify(asked.params)))
    expect(withPlainAddresses(await again(spell)), `in ${name} letters`).toEqual(withPlainAddresses(shown))
  if (asked.method !== 'personal_sign') expect(await again((hex) => hex.replace('0x', '0X'))).toBeUndefined()
  return shown
}

/** Typed data as JSON is that of its values. */
const paramsIn = ({ params }: Asked, spell: (hex: string) => string): unknown =>
  Array.isArray(params)
    ? params.map((each: unknown) =>
        typeof each === 'string' && each.startsWith('{') ? respelled(JSON.parse(each), spell) : respelled(each, spell),
      )
    : params

/** An address of typed data is shown as it is written. */
const withPlainAddresses = (shown: ShownRequest | undefined): unknown =>
  shown && JSON.parse(JSON.stringify(shown, plainly))

const plainly = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint'
    ? `${value}`
    : typeof value === 'string'
      ? value.replace(/\b0x[0-9a-f]{40}\b/gi, (address) => address.toLowerCase())
      : value

const english: Readonly<Record<string, string | undefined>> = { ...requestSentences, ...headlineSentences }

/** A request as it is drawn, in English. */
export async function drawn(asked: Asked): Promise<DrawnRequest> {
  const say = (name: string, values: Readonly<Record<string, string>>) =>
    (english[name] ?? '').replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '')
  return drawnRequest(await described(asked), { say, locale: 'en' })
}

/** The sentence that a request begins with, in English. */
export async function headline(asked: Asked): Promise<string> {
  const { headline: parts } = await drawn(asked)
  return parts.map(({ text }) => text.replaceAll('\u00a0', ' ')).join('')
}

export async function ask(asked: Asked): Promise<Said> {
  const shown = spokenRequest(await described(asked), sayRequestInEnglish)
  const { title, facts, warnings } = shown
  return { level: levelOf(shown), title, facts: facts.map(({ label, value }) => `${label}: ${value}`), warnings, shown }
}

/** A request is said to be of a level, with these facts among others, and just these warnings. */
export function reads(
  { level, facts, warnings }: Said,
  wanted: { level: string; facts?: readonly unknown[]; warnings?: readonly string[] },
): void {
  expect({ level, facts, warnings }).toEqual({
    level: wanted.level,
    facts: expect.arrayContaining([...(wanted.facts ?? [])]),
    warnings: wanted.warnings ? wanted.warnings.map((each) => expect.stringContaining(each)) : expect.anything(),
  })
}

/** The fields of a type, each as `name type`. */
export const fieldsOf = (list: string) =>
  list.split(', ').map((field) => {
    const [name = '', type = ''] = field.split(' ')
    return { name, type }
  })

export const abi = parseAbi([
  'struct OneIn { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct OneIn2 { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(OneIn swap)',
  'function unwrapWETH9(uint256 least, address recipient)',
  'function refundETH()',
  'function multicall(bytes[] calls)',
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] counts, bytes data)',
  'function upgradeTo(address code)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function swapExactTokensForTokens(uint256 give, uint256 get, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 get, address[] path, address to, uint256 deadline)',
])
