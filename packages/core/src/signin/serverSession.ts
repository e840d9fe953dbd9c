import * as v from 'valibot'
import { isNetworkId } from '../chain/caip.js'
import type { NetworkId } from '../chain/ids.js'
import type { KeyValueStorage } from '../storage/persistence.js'

/** What the page keeps of a session at the server. */
export interface ServerSession {
  /** The server's bearer token: its holder is the visitor, to the server. */
  readonly token: string
  readonly accountAddress: string
  readonly chainId: NetworkId
  readonly nonce: string
  readonly issuedAt: string
  readonly message: string
  readonly signature: string
}

const ServerSession: v.GenericSchema<unknown, ServerSession> = v.object({
  token: v.pipe(v.string(), v.minLength(1)),
  accountAddress: v.string(),
  chainId: v.pipe(v.string(), v.guard(isNetworkId)),
  nonce: v.string(),
  issuedAt: v.string(),
  message: v.string(),
  signature: v.string(),
})

const key = 'server'

/** What is stored of the session; undefined where no account is signed in, and for what can't be read [F20]. */
export function readServerSession(storage: KeyValueStorage): ServerSession | undefined {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), ServerSession), storage.getItem(key))
  return stored.success ? stored.output : undefined
}

export function writeServerSession(storage: KeyValueStorage, session: ServerSession | undefined): void {
  if (session) storage.setItem(key, JSON.stringify(session))
  else storage.removeItem(key)
}
