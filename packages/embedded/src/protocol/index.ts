export * from './envelope.js'
export * from './hello.js'
export * from './messages.js'
export * from './rpc.js'
