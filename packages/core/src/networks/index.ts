export { defineNetwork, InvalidNetworkError } from './defineNetwork.js'
export { defaultNetworkId, findNetwork, networkWithId } from './findNetwork.js'
export {
  arbitrum,
  aurora,
  avalanche,
  base,
  baseSepolia,
  bitcoin,
  bitcoinTestnet,
  bsc,
  celo,
  type EvmNetwork,
  gnosis,
  linea,
  mainnet,
  optimism,
  polygon,
  scroll,
  sepolia,
  solana,
  solanaDevnet,
  solanaTestnet,
  zksync,
} from './known.js'
export { networkMarks } from './marks.js'
export type {
  BlockExplorer,
  NativeCurrency,
  Network,
  NetworkInput,
  RpcUrls,
} from './network.js'
export {
  type ExplorerPage,
  explorerUrl,
  type RpcProxy,
  type RpcUrlsParameters,
  rpcUrlsFor,
  walletRpcUrlsFor,
} from './networkUrls.js'
