import {
  arbitrum,
  aurora,
  avalanche,
  base,
  baseSepolia,
  bitcoin,
  bitcoinTestnet,
  bsc,
  celo,
  gnosis,
  linea,
  mainnet,
  type Network,
  optimism,
  polygon,
  sepolia,
  solana,
  solanaDevnet,
  solanaTestnet,
  zksync,
} from '@foyer/core/networks'

/** A known network's preset: everything but its nodes. */
export interface ChainPreset {
  readonly id: string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly explorerUrl: string
  /** where its blocks come so fast that nodes in step are often some of them apart */
  readonly mostBehind?: number | undefined
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const mantle = { name: 'MNT', symbol: 'MNT', decimals: 18 }

/** Those that the kit brings too. */
const shared: readonly Network[] = [
  mainnet,
  optimism,
  bsc,
  gnosis,
  polygon,
  zksync,
  base,
  arbitrum,
  celo,
  avalanche,
  linea,
  baseSepolia,
  sepolia,
  aurora,
  solana,
  solanaDevnet,
  solanaTestnet,
  bitcoin,
  bitcoinTestnet,
]

const further: readonly ChainPreset[] = [
  {
    id: 'eip155:97',
    name: 'BNB Smart Chain Testnet',
    nativeCurrency: { name: 'BNB', symbol: 'tBNB', decimals: 18 },
    explorerUrl: 'https://testnet.bscscan.com',
  },
  {
    id: 'eip155:300',
    name: 'ZKsync Sepolia Testnet',
    nativeCurrency: ether,
    explorerUrl: 'https://sepolia.explorer.zksync.io',
  },
  { id: 'eip155:1101', name: 'Polygon zkEVM', nativeCurrency: ether, explorerUrl: 'https://zkevm.polygonscan.com' },
  { id: 'eip155:1301', name: 'Unichain Sepolia', nativeCurrency: ether, explorerUrl: 'https://sepolia.uniscan.xyz' },
  {
    id: 'eip155:1329',
    name: 'Sei Network',
    nativeCurrency: { name: 'Sei', symbol: 'SEI', decimals: 18 },
    explorerUrl: 'https://seitrace.com',
  },
  { id: 'eip155:5000', name: 'Mantle', nativeCurrency: mantle, explorerUrl: 'https://mantlescan.xyz' },
  {
    id: 'eip155:5003',
    name: 'Mantle Sepolia Testnet',
    nativeCurrency: mantle,
    explorerUrl: 'https://sepolia.mantlescan.xyz',
  },
  {
    id: 'eip155:8217',
    name: 'Kaia',
    nativeCurrency: { name: 'Kaia', symbol: 'KAIA', decimals: 18 },
    explorerUrl: 'https://kaiascan.io',
  },
  { id: 'eip155:17000', name: 'Holesky', nativeCurrency: ether, explorerUrl: 'https://holesky.etherscan.io' },
  {
    id: 'eip155:43113',
    name: 'Avalanche Fuji',
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    explorerUrl: 'https://testnet.snowtrace.io',
  },
  {
    id: 'eip155:80002',
    name: 'Polygon Amoy',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    explorerUrl: 'https://amoy.polygonscan.com',
  },
  {
    id: 'eip155:80084',
    name: 'Berachain bArtio',
    nativeCurrency: { name: 'BERA Token', symbol: 'BERA', decimals: 18 },
    explorerUrl: 'https://bartio.beratrail.io',
  },
  { id: 'eip155:421614', name: 'Arbitrum Sepolia', nativeCurrency: ether, explorerUrl: 'https://sepolia.arbiscan.io' },
  { id: 'eip155:7777777', name: 'Zora', nativeCurrency: ether, explorerUrl: 'https://explorer.zora.energy' },
  {
    id: 'eip155:11155420',
    name: 'OP Sepolia',
    nativeCurrency: ether,
    explorerUrl: 'https://optimism-sepolia.blockscout.com',
  },
  {
    id: 'eip155:999999999',
    name: 'Zora Sepolia',
    nativeCurrency: ether,
    explorerUrl: 'https://sepolia.explorer.zora.energy',
  },
  {
    id: 'eip155:1313161555',
    name: 'Aurora Testnet',
    nativeCurrency: ether,
    explorerUrl: 'https://explorer.testnet.aurora.dev',
  },
  {
    id: 'near:mainnet',
    name: 'NEAR',
    nativeCurrency: { name: 'NEAR', symbol: 'NEAR', decimals: 24 },
    explorerUrl: 'https://nearblocks.io',
  },
  // An earlier id of Solana's main network, in lower case, that clients still name.
  {
    id: 'solana:4sgjmw1sunhzsxgspuhpqldx6wiyjntz',
    name: solana.name,
    nativeCurrency: solana.nativeCurrency,
    explorerUrl: 'https://solscan.io',
  },
]

/** Networks with several blocks a second. */
const fast: Readonly<Record<string, number>> = { 'eip155:42161': 240, 'eip155:421614': 240, 'eip155:1329': 150 }

/** The networks that an operator configures by id and nodes alone. @see the wire's list of 38 */
export const presets: ReadonlyMap<string, ChainPreset> = new Map(
  [...shared.map(fromNetwork), ...further].map((each) => [each.id, { ...each, mostBehind: fast[each.id] }]),
)

function fromNetwork({ caipNetworkId, name, nativeCurrency, blockExplorers }: Network): ChainPreset {
  return { id: caipNetworkId, name, nativeCurrency, explorerUrl: blockExplorers?.default.url ?? '' }
}
