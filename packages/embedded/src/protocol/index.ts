export * from './envelope.js'
export * from './messages.js'
export * from './rpc.js'
