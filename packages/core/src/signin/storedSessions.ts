import * as v from 'valibot'
import { isNetworkId } from '../chain/caip.js'
import type { SiwxMessage, SiwxSession } from '../siwx/siwx.js'

const Text = v.pipe(v.string(), v.maxLength(20_000))
const Time = v.pipe(
  Text,
  v.check((text) => !Number.isNaN(Date.parse(text)), 'must be a time'),
)

const Message: v.GenericSchema<unknown, SiwxMessage> = v.object({
  domain: Text,
  accountAddress: Text,
  chainId: v.pipe(Text, v.guard(isNetworkId)),
  uri: Text,
  version: Text,
  nonce: Text,
  issuedAt: Time,
  statement: v.optional(Text),
  expirationTime: v.optional(Time),
  notBefore: v.optional(Time),
  requestId: v.optional(Text),
  resources: v.optional(v.array(Text)),
})

const Session: v.GenericSchema<unknown, SiwxSession> = v.object({
  data: Message,
  message: Text,
  signature: Text,
  publicKey: v.optional(Text),
  cacao: v.optional(v.unknown()),
})

const Stored = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()))

/** Reads what was stored of sessions: whatever can't be read is left out, and what is no list is none [F20]. */
export function parseSessions(text: string | null): readonly SiwxSession[] {
  const list = v.safeParse(Stored, text)
  if (!list.success) return []
  return list.output.flatMap((each) => {
    const session = v.safeParse(Session, each)
    return session.success ? [session.output] : []
  })
}
