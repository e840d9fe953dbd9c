import { isAddress } from '@foyer/core/chain'
import {
  arbitrum,
  aurora,
  avalanche,
  base,
  baseSepolia,
  bsc,
  celo,
  gnosis,
  linea,
  mainnet,
  type NativeCurrency,
  optimism,
  polygon,
  sepolia,
  zksync,
} from '@foyer/core/networks'
import { nativeTokens } from '@foyer/core/wire'
import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, getAddress, isHex, isAddress as isWhole } from 'viem'
import { UpstreamError } from '../chains/UpstreamError.js'
import { wordOf } from '../contracts/answers.js'
import { type Read, readContracts } from '../contracts/readContracts.js'
import { createBlockscout } from '../history/engines/blockscout.js'
import type { HistoryEngine } from '../history/engines/engine.js'
import { createEtherscan, etherscanUrl, ofEtherscan } from '../history/engines/etherscan.js'
import { findSigner } from '../signatures/findSigner.js'
import { readTokens } from '../tokens/readTokens.js'
import {
  type ChainPreset,
  checkByTwo,
  type OfChain,
  presetOf,
  type ReadHoldings,
  type ServerFamily,
  type WithSources,
} from './family.js'

const methods = {
  eth_blobBaseFee: 1,
  eth_blockNumber: 1,
  eth_call: 2,
  eth_chainId: 1,
  eth_createAccessList: 10,
  eth_estimateGas: 4,
  eth_feeHistory: 4,
  eth_gasPrice: 1,
  eth_getAccount: 1,
  eth_getBalance: 1,
  eth_getBlockByHash: 4,
  eth_getBlockByNumber: 4,
  eth_getBlockReceipts: 20,
  eth_getBlockTransactionCountByHash: 1,
  eth_getBlockTransactionCountByNumber: 1,
  eth_getCode: 1,
  eth_getFilterChanges: 4,
  eth_getFilterLogs: 20,
  eth_getLogs: 20,
  eth_getProof: 10,
  eth_getStorageAt: 1,
  eth_getTransactionByBlockHashAndIndex: 1,
  eth_getTransactionByBlockNumberAndIndex: 1,
  eth_getTransactionByHash: 1,
  eth_getTransactionCount: 1,
  eth_getTransactionReceipt: 1,
  eth_getUncleCountByBlockHash: 1,
  eth_getUncleCountByBlockNumber: 1,
  eth_maxPriorityFeePerGas: 1,
  eth_newBlockFilter: 10,
  eth_newFilter: 10,
  eth_newPendingTransactionFilter: 20,
  eth_sendRawTransaction: 10,
  eth_syncing: 1,
  eth_uninstallFilter: 1,
  net_listening: 1,
  net_version: 1,
  web3_clientVersion: 1,
}

/** One that the kit doesn't bring. */
const further = (chainId: number, name: string, coin: string | NativeCurrency, explorerUrl: string): ChainPreset => ({
  id: `eip155:${chainId}`,
  name,
  nativeCurrency: typeof coin === 'string' ? { name: coin, symbol: coin, decimals: 18 } : coin,
  explorerUrl,
})

const ether = mainnet.nativeCurrency
const bera = { name: 'BERA Token', symbol: 'BERA', decimals: 18 }

const networks: readonly ChainPreset[] = [
  { ...presetOf(mainnet), confirmations: 12 },
  { ...presetOf(bsc), confirmations: 15 },
  { ...presetOf(polygon), confirmations: 64 },
  { ...presetOf(arbitrum), mostBehind: 240 },
  ...[optimism, gnosis, zksync, base, celo, avalanche, linea, baseSepolia, sepolia, aurora].map(presetOf),
  further(97, 'BNB Smart Chain Testnet', { ...bsc.nativeCurrency, symbol: 'tBNB' }, 'https://testnet.bscscan.com'),
  further(300, 'ZKsync Sepolia Testnet', ether, 'https://sepolia.explorer.zksync.io'),
  further(1101, 'Polygon zkEVM', ether, 'https://zkevm.polygonscan.com'),
  further(1301, 'Unichain Sepolia', ether, 'https://sepolia.uniscan.xyz'),
  {
    ...further(1329, 'Sei Network', { name: 'Sei', symbol: 'SEI', decimals: 18 }, 'https://seitrace.com'),
    mostBehind: 150,
  },
  further(5000, 'Mantle', 'MNT', 'https://mantlescan.xyz'),
  further(5003, 'Mantle Sepolia Testnet', 'MNT', 'https://sepolia.mantlescan.xyz'),
  further(8217, 'Kaia', { name: 'Kaia', symbol: 'KAIA', decimals: 18 }, 'https://kaiascan.io'),
  further(17000, 'Holesky', ether, 'https://holesky.etherscan.io'),
  further(43113, 'Avalanche Fuji', avalanche.nativeCurrency, 'https://testnet.snowtrace.io'),
  further(80002, 'Polygon Amoy', 'POL', 'https://amoy.polygonscan.com'),
  further(80084, 'Berachain bArtio', bera, 'https://bartio.beratrail.io'),
  { ...further(421614, 'Arbitrum Sepolia', ether, 'https://sepolia.arbiscan.io'), mostBehind: 240 },
  further(7777777, 'Zora', ether, 'https://explorer.zora.energy'),
  further(11155420, 'OP Sepolia', ether, 'https://optimism-sepolia.blockscout.com'),
  further(999999999, 'Zora Sepolia', ether, 'https://sepolia.explorer.zora.energy'),
  further(1313161555, 'Aurora Testnet', ether, 'https://explorer.testnet.aurora.dev'),
]

const Quantity = v.pipe(v.string(), v.hexadecimal(), v.startsWith('0x'), v.transform(Number), v.safeInteger())

/** Ethereum, and every network whose nodes are asked as its are. */
export const eip155: ServerFamily = {
  id: 'eip155',
  isNumbered: true,
  addresses: {
    is: (address) => isAddress({ family: 'eip155', address }),
    complete: (address) => (/^[0-9a-f]{40}$/i.test(address) ? `0x${address}` : address),
    key: (address) => address.toLowerCase(),
    shown: (address) => (isWhole(address, { strict: false }) ? getAddress(address) : address),
  },
  coin: nativeTokens.eip155,
  nodes: {
    methods,
    sending: ['eth_sendRawTransaction'],
    check: (reference) =>
      checkByTwo({
        calls: [{ method: 'eth_chainId' }, { method: 'eth_blockNumber' }],
        name: Quantity,
        isRight: (chainId) => String(chainId) === reference,
        head: Quantity,
        mostBehind: 20,
      }),
  },
  tokens: {
    is: (address) => isWhole(address, { strict: false }),
    sentence: 'an address of 40 hex digits after 0x',
    read: readTokens,
  },
  holdings,
  history,
  async verify({ chains, signed }) {
    const { networkId, address, signature } = signed
    // A contract can only be asked on a network that is served here, so no account of another is signed in.
    const chain = chains.get(networkId)
    return isHex(address) && isHex(signature) ? findSigner({ ...signed, chain, address, signature }) : null
  },
  rooms: new Set(['index', 'payments', 'purchases', 'swaps']),
  networks,
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
}: WithSources): HistoryEngine | null {
  if (named?.kind === 'none') return null
  if (named?.kind === 'blockscout') return createBlockscout({ ...named, chainId, provider: at(named.url) })
  if (named?.url !== undefined) return createEtherscan({ ...named, chainId, url: named.url, provider: at(named.url) })
  const apiKey = named?.apiKey ?? etherscan?.key
  if (apiKey === undefined || (named === undefined && !ofEtherscan.has(chainId))) return null
  const url = etherscan?.url ?? etherscanUrl
  return createEtherscan({ chainId, url, apiKey, provider: provider({ name: 'Etherscan' }) })
}
