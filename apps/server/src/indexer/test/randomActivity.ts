import { deployNfts, devAccounts, localEditionsAbi, localNftAbi, type Market, sendUnlocked } from '@foyer/stack'
import { type Address, createClient, encodeFunctionData, erc20Abi, type Hex, http, maxUint256, parseAbi } from 'viem'

/** Mulberry32: the same seed gives the same numbers, from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Asks a local chain. */
export async function rpc({ url, method, params = [] }: { url: string; method: string; params?: readonly unknown[] }) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
    throw new Error(`${method} was refused: ${JSON.stringify(answer)}`)
  }
  return answer.result
}

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
])

/** Accounts of a local chain with random activity, for tests; nothing in the product imports this. */
export interface Activity {
  readonly nft: Address
  readonly editions: Address
  /** One thing at a time, some of which fail; mined when it resolves. */
  act(): Promise<void>
}

export interface ActivityParameters {
  url: string
  market: Market
  random: () => number
}

export async function startActivity({ url, market, random }: ActivityParameters): Promise<Activity> {
  const { nft, editions } = await deployNfts({ url })
  const client = createClient({ transport: http(url) })
  const below = (limit: number) => Math.floor(random() * limit)
  const one = () => devAccounts[below(5)]?.address ?? devAccounts[0].address
  const token = () => market.tokens.filter(({ symbol }) => symbol !== 'WETH')[below(3)]?.address ?? market.weth
  const send = async ({
    from,
    to,
    data = '0x',
    value = 0n,
  }: {
    from: Address
    to?: Address
    data?: Hex
    value?: bigint
  }) => {
    // The gas is said, so that what will fail is sent all the same.
    await sendUnlocked({ client, transaction: { from, to, data, value, gas: 3_000_000n } })
  }
  const owned: bigint[] = []
  let minted = 0n
  const erc20 = (functionName: 'transfer' | 'approve', amount: bigint) =>
    send({ from: one(), to: token(), data: encodeFunctionData({ abi: erc20Abi, functionName, args: [one(), amount] }) })
  const mint = () => {
    const id = ++minted + (BigInt(below(1_000_000)) << 64n)
    owned.push(id)
    const data = encodeFunctionData({ abi: localNftAbi, functionName: 'mint', args: [one(), id, ''] })
    return send({ from: one(), to: nft, data })
  }
  const kinds: readonly (() => Promise<void>)[] = [
    () => send({ from: one(), to: one(), value: BigInt(below(1_000)) }),
    () => erc20('transfer', BigInt(below(1_000))),
    () => erc20('transfer', maxUint256), // fails
    () => erc20('approve', BigInt(below(1_000))),
    mint,
    () => {
      const data = encodeFunctionData({
        abi: localNftAbi,
        functionName: 'transferFrom',
        args: [one(), one(), owned[below(owned.length)] ?? 0n], // often fails: another account owns it
      })
      return send({ from: one(), to: nft, data })
    },
    () => {
      const data = encodeFunctionData({ abi: localNftAbi, functionName: 'setApprovalForAll', args: [one(), true] })
      return send({ from: one(), to: nft, data })
    },
    () => {
      const args = [one(), BigInt(below(3)), BigInt(below(50))] as const
      return send({
        from: one(),
        to: editions,
        data: encodeFunctionData({ abi: localEditionsAbi, functionName: 'mint', args }),
      })
    },
    () => {
      const args = [one(), [1n, 2n, 3n], [BigInt(below(9)), 0n, maxUint256 >> 200n]] as const
      const data = encodeFunctionData({ abi: localEditionsAbi, functionName: 'mintBatch', args })
      return send({ from: one(), to: editions, data })
    },
    () => {
      const from = one()
      const args = [from, one(), [1n, 3n], [1n, 2n], '0x'] as const
      const data = encodeFunctionData({ abi: localEditionsAbi, functionName: 'safeBatchTransferFrom', args })
      return send({ from, to: editions, data })
    },
    async () => {
      const from = one()
      const [dollar] = market.tokens.filter(({ symbol }) => symbol === 'DUSD')
      if (dollar === undefined) throw new Error('The market has no dollar.')
      const approval = [market.router, 1_000_000n] as const
      await send({
        from,
        to: dollar.address,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: approval }),
      })
      const args = [1_000n + BigInt(below(1_000)), 0n, [dollar.address, market.weth], from, maxUint256] as const
      return send({
        from,
        to: market.router,
        data: encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForTokens', args }),
      })
    },
    () => send({ from: one(), data: '0x6001600c60003960016000f300' }), // makes a contract
  ]
  return {
    nft,
    editions,
    act: () => (kinds[below(kinds.length)] ?? mint)(),
  }
}
