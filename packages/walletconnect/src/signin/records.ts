import * as v from 'valibot'
import type { Kind } from '../exchange/records.js'
import { ProposalNamespaces } from '../protocol/namespaces.js'
import { hex32, timestamp, word } from '../protocol/schemas.js'

/** A sign-in that was requested beside a proposal, by its pairing's topic. Keys are in hex, times in ms since 1970. */
export type AuthenticationRecord = {
  readonly requested: ProposalNamespaces
  readonly expiresAt: number
} & (
  | {
      readonly status: 'asked'
      readonly id: string
      /** On which it is answered: of our public key. */
      readonly topic: string
      readonly privateKey: string
    }
  | {
      /** Not checked yet: nothing of it counts. */
      readonly status: 'answered'
      /** The session's that may come of it. */
      readonly topic: string
      readonly sessionKey: string
      readonly result: unknown
    }
)

const common = { requested: ProposalNamespaces, expiresAt: timestamp, topic: hex32 }

const AuthenticationRecord: v.GenericSchema<unknown, AuthenticationRecord> = v.union([
  v.object({ ...common, status: v.literal('asked'), id: word, privateKey: hex32 }),
  v.object({ ...common, status: v.literal('answered'), sessionKey: hex32, result: v.unknown() }),
])

export const authenticationKind: Kind<AuthenticationRecord> = {
  name: 'authentications',
  version: 1,
  schema: AuthenticationRecord,
}
