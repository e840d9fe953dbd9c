export {
  type ConnectOptions,
  EthereumProvider,
  EthereumProvider as default,
  type ProviderSession,
  type RequestArguments,
} from './EthereumProvider.js'
export type { Emitter, Listener } from './emitter.js'
export type { EthereumProviderMetadata, EthereumProviderOptions } from './options.js'
