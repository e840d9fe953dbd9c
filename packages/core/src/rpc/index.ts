/** JSON-RPC to a chain, over HTTP, with a way round nodes that fail. */
export { type ChainReader, chainReader, createReaders, type UntilFoundParameters, untilFound } from './chainReader.js'
export { type HttpTransportOptions, httpTransport } from './httpTransport.js'
export type { RankOptions, RankWeights, RpcRequest, RpcRequestOptions, RpcTransport } from './transport.js'
export { type FallbackTransportOptions, fallbackTransport } from './transport.js'
