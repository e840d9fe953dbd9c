import { encodeFunctionData, erc20Abi, getAddress, isHex } from 'viem'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { wordOf } from '../contracts/answers.js'
import { type Read, readContracts } from '../contracts/readContracts.js'
import { createBlockscout } from '../history/engines/blockscout.js'
import type { EngineSources, HistoryEngine } from '../history/engines/engine.js'
import { createEtherscan, etherscanUrl, ofEtherscan } from '../history/engines/etherscan.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { findSigner } from '../signatures/findSigner.js'
import { simulateEvm } from '../simulation/simulateEvm.js'
import { readTokens } from '../tokens/readTokens.js'
import type { FamilyReaders } from './reader.js'

export const eip155: FamilyReaders = {
  tokens: readTokens,
  holdings,
  history,
  simulate: simulateEvm,
  async verify({ chains, signed }) {
    const { networkId, address, signature } = signed
    // A contract can only be asked on a network that is served here, so no account of another is signed in.
    const chain = chains.get(networkId)
    return isHex(address) && isHex(signature) ? findSigner({ ...signed, chain, address, signature }) : null
  },
}

/** The own coin and the tokens in one call of one block, where the network has Multicall3. */
function holdings({ chain }: OfChain): ReadHoldings {
  return async ({ account, tokens, signal }) => {
    const owner = getAddress(account)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
    const reads = tokens.map(({ address }): Read => ({ kind: 'call', to: getAddress(address), data }))
    const own: Read = { kind: 'balance', account: owner }
    const [coins, ...answers] = await readContracts({ chain, reads: [own, ...reads], signal })
    const coin = wordOf(coins)
    if (coin === null) throw new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true })
    // A token that can't be read, such as one that isn't deployed there, is none that the account has.
    return { coin, amounts: answers.map((answer) => wordOf(answer) ?? 0n) }
  }
}

/** The engine that the operator named, or else Etherscan by the operator's key where that opens the network. */
function history({
  chain: { id: chainId, history: named },
  etherscan,
  provider,
  at,
}: EngineSources): HistoryEngine | null {
  if (named?.kind === 'none') return null
  if (named?.kind === 'blockscout') return createBlockscout({ ...named, chainId, provider: at(named.url) })
  if (named?.url !== undefined) return createEtherscan({ ...named, chainId, url: named.url, provider: at(named.url) })
  const apiKey = named?.apiKey ?? etherscan?.key
  if (apiKey === undefined || (named === undefined && !ofEtherscan.has(chainId))) return null
  const url = etherscan?.url ?? etherscanUrl
  return createEtherscan({ chainId, url, apiKey, provider: provider({ name: 'Etherscan' }) })
}
