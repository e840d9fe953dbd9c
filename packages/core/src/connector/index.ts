export type * from './connector.js'
export type * from './family.js'
export * from './familyCode.js'
export type { ChannelProperties } from './live.js'
