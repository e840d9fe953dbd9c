import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { UpstreamError } from '../chains/UpstreamError.js'
import { wordOf } from '../contracts/answers.js'
import { type Read, readContracts } from '../contracts/readContracts.js'
import { nativeAddress, type Token, tokenKey } from '../tokens/token.js'
import type { Tokens } from '../tokens/tokens.js'
import type { HoldingsReader } from './holdings.js'

/** Reads an eip155 account: its own coin and its tokens in one call of one block, where the network has Multicall3. */
export const createEvmHoldings =
  ({ tokens }: { tokens: Tokens }): HoldingsReader =>
  async ({ chain, account, tokens: others, signal }) => {
    const known = await tokens.of({ chain, addresses: others, signal })
    const [native, ...listed] = tokens.listed(chain)
    if (native === undefined) return []
    const asked = distinct([...listed, ...known.values()]).filter(
      ({ address }) => tokenKey({ chain, address }) !== nativeAddress(chain),
    )
    const owner = getAddress(account)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
    const reads = asked.map(({ address }): Read => ({ kind: 'call', to: getAddress(address), data }))
    const [own, ...answers] = await readContracts({
      chain,
      reads: [{ kind: 'balance', account: owner }, ...reads],
      signal,
    })
    const coins = wordOf(own)
    if (coins === null) throw new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true })
    // A token that can't be read, such as one that isn't deployed there, is none that the account has.
    const held = asked.map((token, index) => ({ token, amount: wordOf(answers[index]) ?? 0n, native: false }))
    return [{ token: native, amount: coins, native: true }, ...held.filter(({ amount }) => amount > 0n)]
  }

function distinct(tokens: readonly Token[]): readonly Token[] {
  const byAddress = new Map<string, Token>()
  for (const token of tokens) {
    const key = token.address.toLowerCase()
    if (!byAddress.has(key)) byAddress.set(key, token)
  }
  return [...byAddress.values()]
}
