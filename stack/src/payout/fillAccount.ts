import { createClient, encodeFunctionData, erc20Abi, http, parseAbi, parseUnits } from 'viem'
import { readContract } from 'viem/actions'
import type { DevAccount } from '../accounts.js'
import { sendUnlocked } from '../sendUnlocked.js'
import type { MarketChain } from '../startChains.js'

/** More than tests or a visitor's trials ever buy, in whole tokens. */
const enough = '1000000'

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

export interface FillAccountParameters {
  account: Pick<DevAccount, 'address'>
  chains: readonly Pick<MarketChain, 'url' | 'tokens'>[]
}

/** Gives an account enough of every token that anyone may mint, which on the local chains are all but WETH. */
export async function fillAccount({ account, chains }: FillAccountParameters): Promise<void> {
  for (const { url, tokens } of chains) {
    const client = createClient({ transport: http(url) })
    for (const { address, symbol, decimals } of tokens) {
      if (symbol === 'WETH') continue
      const args = [account.address] as const
      const held = await readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args })
      const wanted = parseUnits(enough, decimals)
      if (held >= wanted / 2n) continue
      const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [account.address, wanted] })
      await sendUnlocked({ client, transaction: { from: account.address, to: address, data } })
    }
  }
}
