import type { Family } from '../chain/ids.js'
import type { Network, ReferenceOf, RpcUrls } from './network.js'

/** A network as this package lists it: its id is of its type, so that an editor completes it. */
export interface ListedNetwork<F extends Family, Id extends ReferenceOf<F>> extends Network<F> {
  readonly caipNetworkId: `${F}:${Id}`
  readonly id: Id
}

/** A network of the EVM family as this package lists it: also what viem takes as a `Chain`. */
export interface EvmNetwork<Id extends number = number> extends ListedNetwork<'eip155', Id> {
  readonly rpcUrls: { readonly default: RpcUrls }
}

/** Arbitrum One. */
export const arbitrum: EvmNetwork<42161> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:42161',
  id: 42161,
  name: 'Arbitrum One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://arb1.arbitrum.io/rpc'] } },
  blockExplorers: { default: { name: 'Arbiscan', url: 'https://arbiscan.io' } },
  testnet: false,
}

/** Aurora. */
export const aurora: EvmNetwork<1313161554> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1313161554',
  id: 1313161554,
  name: 'Aurora',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.aurora.dev'] } },
  blockExplorers: { default: { name: 'Aurora Explorer', url: 'https://explorer.aurora.dev' } },
  testnet: false,
}

/** Avalanche. */
export const avalanche: EvmNetwork<43114> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:43114',
  id: 43114,
  name: 'Avalanche',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  rpcUrls: { default: { http: ['https://api.avax.network/ext/bc/C/rpc'] } },
  blockExplorers: { default: { name: 'SnowTrace', url: 'https://snowtrace.io' } },
  testnet: false,
}

/** Base. */
export const base: EvmNetwork<8453> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:8453',
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.base.org'] } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://basescan.org' } },
  testnet: false,
}

/** Base Sepolia, a test network. */
export const baseSepolia: EvmNetwork<84532> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:84532',
  id: 84532,
  name: 'Base Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://sepolia.base.org'] } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://sepolia.basescan.org' } },
  testnet: true,
}

/** Bitcoin. It has no public JSON-RPC of its own: the operator’s proxy or a custom address answers. */
export const bitcoin: ListedNetwork<'bip122', '000000000019d6689c085ae165831e93'> = {
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space' } },
  testnet: false,
}

/** Bitcoin Testnet, a test network. It has no public JSON-RPC of its own: the operator’s proxy or a custom address answers. */
export const bitcoinTestnet: ListedNetwork<'bip122', '000000000933ea01ad0ee984209779ba'> = {
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
  id: '000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'Mempool', url: 'https://mempool.space/testnet' } },
  testnet: true,
}

/** BNB Smart Chain. */
export const bsc: EvmNetwork<56> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:56',
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['https://bsc-dataseed.bnbchain.org'] } },
  blockExplorers: { default: { name: 'BscScan', url: 'https://bscscan.com' } },
  testnet: false,
}

/** Celo. */
export const celo: EvmNetwork<42220> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:42220',
  id: 42220,
  name: 'Celo',
  nativeCurrency: { name: 'CELO', symbol: 'CELO', decimals: 18 },
  rpcUrls: { default: { http: ['https://forno.celo.org'] } },
  blockExplorers: { default: { name: 'Celo Explorer', url: 'https://celoscan.io' } },
  testnet: false,
}

/** Gnosis. */
export const gnosis: EvmNetwork<100> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:100',
  id: 100,
  name: 'Gnosis',
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.gnosischain.com'] } },
  blockExplorers: { default: { name: 'Gnosisscan', url: 'https://gnosisscan.io' } },
  testnet: false,
}

/** Linea Mainnet. */
export const linea: EvmNetwork<59144> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:59144',
  id: 59144,
  name: 'Linea Mainnet',
  nativeCurrency: { name: 'Linea Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.linea.build'] } },
  blockExplorers: { default: { name: 'Lineascan', url: 'https://lineascan.build' } },
  testnet: false,
}

/** Ethereum. */
export const mainnet: EvmNetwork<1> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://ethereum-rpc.publicnode.com'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
  testnet: false,
}

/** OP Mainnet. */
export const optimism: EvmNetwork<10> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:10',
  id: 10,
  name: 'OP Mainnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.optimism.io'] } },
  blockExplorers: { default: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' } },
  testnet: false,
}

/** Polygon: its coin has been POL since it took the place of MATIC [S9.46]. */
export const polygon: EvmNetwork<137> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:137',
  id: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: { default: { http: ['https://polygon-rpc.com'] } },
  blockExplorers: { default: { name: 'PolygonScan', url: 'https://polygonscan.com' } },
  testnet: false,
}

/** Scroll. */
export const scroll: EvmNetwork<534352> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:534352',
  id: 534352,
  name: 'Scroll',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.scroll.io'] } },
  blockExplorers: { default: { name: 'Scrollscan', url: 'https://scrollscan.com' } },
  testnet: false,
}

/** Sepolia, a test network. */
export const sepolia: EvmNetwork<11155111> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:11155111',
  id: 11155111,
  name: 'Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://ethereum-sepolia-rpc.publicnode.com'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' } },
  testnet: true,
}

/** Solana. */
export const solana: ListedNetwork<'solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'> = {
  chainNamespace: 'solana',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://api.mainnet-beta.solana.com'] } },
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } },
  testnet: false,
}

/** Solana Devnet, a test network. */
export const solanaDevnet: ListedNetwork<'solana', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'> = {
  chainNamespace: 'solana',
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } },
  testnet: true,
}

/** Solana Testnet, a test network. */
export const solanaTestnet: ListedNetwork<'solana', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'> = {
  chainNamespace: 'solana',
  caipNetworkId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  name: 'Solana Testnet',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://api.testnet.solana.com'] } },
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } },
  testnet: true,
}

/** ZKsync Era. */
export const zksync: EvmNetwork<324> = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:324',
  id: 324,
  name: 'ZKsync Era',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.era.zksync.io'] } },
  blockExplorers: { default: { name: 'ZKsync Explorer', url: 'https://explorer.zksync.io' } },
  testnet: false,
}
