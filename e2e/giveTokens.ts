import { createWalletClient, erc20Abi, http } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import type { ChainAddress } from './addresses.js'

/** An account of the local chains that signs for everybody, and has some of every token. */
const giver = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Gives an account some of a local chain's token, in its smallest unit, and waits until it is there. */
export async function giveTokens({
  chain: { url, tokens },
  to,
  symbol,
  amount,
}: {
  readonly chain: Pick<ChainAddress, 'url' | 'tokens'>
  readonly to: `0x${string}`
  readonly symbol: string
  readonly amount: bigint
}): Promise<void> {
  const token = tokens.find((each) => each.symbol === symbol)
  if (!token) throw new Error(`The chain has no ${symbol}.`)
  const client = createWalletClient({ account: giver, transport: http(url) })
  const hash = await client.writeContract({
    address: token.address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amount],
    chain: null,
  })
  const { status } = await waitForTransactionReceipt(client, { hash, pollingInterval: 50 })
  // What all journeys are given comes out of one account.
  if (status !== 'success') throw new Error(`There is not enough ${symbol} left to give.`)
}
