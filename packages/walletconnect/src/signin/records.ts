import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Kind } from '../exchange/records.js'
import { ProposalNamespaces } from '../protocol/namespaces.js'
import { hex32, timestamp, word } from '../protocol/schemas.js'

const common = { requested: ProposalNamespaces, expiresAt: timestamp }

/** A sign-in that was requested beside a proposal, by its pairing's topic. Keys are in hex, times in ms since 1970. */
const AuthenticationRecord = v.union([
  v.object({
    ...common,
    status: v.literal('asked'),
    id: word,
    /** On which it is answered: of our public key. */
    topic: hex32,
    privateKey: hex32,
  }),
  v.object({
    ...common,
    /** Not checked yet: nothing of it counts. */
    status: v.literal('answered'),
    /** The session's that may come of it. */
    topic: hex32,
    sessionKey: hex32,
    result: v.unknown(),
  }),
])
export type AuthenticationRecord = Output<typeof AuthenticationRecord>

export const authenticationKind: Kind<AuthenticationRecord> = {
  name: 'authentications',
  version: 1,
  schema: AuthenticationRecord,
}
