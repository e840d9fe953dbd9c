import * as v from 'valibot'

/** The origins that a project allows [S7.28]. */
export interface AllowedOriginsReply {
  readonly allowedOrigins: readonly string[]
}

export const AllowedOriginsReply: v.GenericSchema<unknown, AllowedOriginsReply> = v.object({
  allowedOrigins: v.array(v.string()),
})

/** Whether a project wants events [S7.30]. */
export interface AnalyticsConfigReply {
  readonly isAnalyticsEnabled: boolean
}

export const AnalyticsConfigReply: v.GenericSchema<unknown, AnalyticsConfigReply> = v.object({
  isAnalyticsEnabled: v.boolean(),
})

/** Which networks the blockchain API serves, as CAIP-2 ids, over HTTP and over WebSocket [S7.3]. */
export interface SupportedChainsReply {
  readonly http: readonly string[]
  readonly ws: readonly string[]
}

export const SupportedChainsReply: v.GenericSchema<unknown, SupportedChainsReply> = v.object({
  http: v.array(v.string()),
  ws: v.array(v.string()),
})
