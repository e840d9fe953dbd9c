import { isAddress } from '@foyer/core/chain'
import * as kits from '@foyer/core/networks'
import { nativeTokens } from '@foyer/core/wire'
import * as v from 'valibot'
import { getAddress, isAddress as isWhole } from 'viem'
import { byCost, type ChainPreset, checkByTwo, presetOf, type ServerFamily } from './family.js'

const methods = byCost({
  1: `
    eth_blobBaseFee eth_blockNumber eth_chainId eth_gasPrice eth_getAccount eth_getBalance
    eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode eth_getStorageAt
    eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash
    eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash
    eth_getUncleCountByBlockNumber eth_maxPriorityFeePerGas eth_syncing eth_uninstallFilter net_listening
    net_version web3_clientVersion`,
  2: 'eth_call',
  4: 'eth_estimateGas eth_feeHistory eth_getBlockByHash eth_getBlockByNumber eth_getFilterChanges',
  10: 'eth_createAccessList eth_getProof eth_newBlockFilter eth_newFilter eth_sendRawTransaction',
  20: 'eth_getBlockReceipts eth_getFilterLogs eth_getLogs eth_newPendingTransactionFilter eth_simulateV1',
})

/** One that the kit doesn't bring. */
const further = (
  chainId: number,
  name: string,
  coin: string | kits.NativeCurrency,
  explorerUrl: string,
): ChainPreset => ({
  id: `eip155:${chainId}`,
  name,
  nativeCurrency: typeof coin === 'string' ? { name: coin, symbol: coin, decimals: 18 } : coin,
  explorerUrl,
})

const ether = kits.mainnet.nativeCurrency
const bera = { name: 'BERA Token', symbol: 'BERA', decimals: 18 }

const networks: readonly ChainPreset[] = [
  { ...presetOf(kits.mainnet), confirmations: 12 },
  { ...presetOf(kits.bsc), confirmations: 15 },
  { ...presetOf(kits.polygon), confirmations: 64 },
  { ...presetOf(kits.arbitrum), mostBehind: 240 },
  ...[kits.optimism, kits.gnosis, kits.zksync, kits.base, kits.celo, kits.avalanche, kits.linea].map(presetOf),
  ...[kits.baseSepolia, kits.sepolia, kits.aurora].map(presetOf),
  further(97, 'BNB Smart Chain Testnet', { ...kits.bsc.nativeCurrency, symbol: 'tBNB' }, 'https://testnet.bscscan.com'),
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
  further(43113, 'Avalanche Fuji', kits.avalanche.nativeCurrency, 'https://testnet.snowtrace.io'),
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
  },
  rooms: new Set(['index', 'payments', 'purchases', 'swaps']),
  networks,
}
