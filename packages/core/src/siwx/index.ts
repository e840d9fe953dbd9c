export * from './checkMessage.js'
export * from './message.js'
export * from './siwx.js'
