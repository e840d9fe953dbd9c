import type { PayloadFailure } from '@foyer/walletconnect/protocol'
import type { PreparedRequest } from './family.js'

/** A request that isn't shown to the visitor, with the failure that the application receives. */
export const refuse = (failure: PayloadFailure): PreparedRequest => ({ kind: 'refuse', failure })

/** Parameters that the method doesn't take (JSON-RPC -32602). */
export const unfit = (message = 'The parameters don’t fit the method.'): PreparedRequest =>
  refuse({ code: -32_602, message })

/** An account that the session wasn't granted (EIP-1193 4100). */
export const stranger: PreparedRequest = refuse({ code: 4100, message: 'The account isn’t one of this session.' })
