export { defineNetwork, InvalidNetworkError } from './defineNetwork.js'
export { defaultNetworkId, findNetwork, networkWithId } from './findNetwork.js'
export * from './known.js'
export { networkMarks } from './marks.js'
export type {
  BlockExplorer,
  NativeCurrency,
  Network,
  NetworkInput,
  RpcUrls,
} from './network.js'
export * from './networkUrls.js'
