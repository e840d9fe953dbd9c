import * as v from 'valibot'

/** Which networks the blockchain API serves, as CAIP-2 ids, over HTTP and over WebSocket [S7.3]. */
export interface SupportedChainsReply {
  readonly http: readonly string[]
  readonly ws: readonly string[]
}

export const SupportedChainsReply: v.GenericSchema<unknown, SupportedChainsReply> = v.object({
  http: v.array(v.string()),
  ws: v.array(v.string()),
})
