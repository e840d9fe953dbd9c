import * as v from 'valibot'
import { ask } from '../api/ask.js'
import type { Api } from '../api/project.js'
import { isNetworkId } from '../chain/wellWritten.js'
import { contextOf } from '../context.js'
import { NotAuthenticatedError } from '../errors/signIn.js'
import type { Foyer } from '../foyer.js'
import type { KeyValueStorage } from '../storage/persistence.js'
import { type AccountMetadata, accountMetadataCall, type SessionAccount, signInSessionCall } from '../wire/auth.js'
import type { Output } from '../wire/call.js'

/** A session at the server, as the page keeps it. */
const ServerSession = v.object({
  /** The server's bearer token: its holder is the visitor, to the server. */
  token: v.pipe(v.string(), v.minLength(1)),
  accountAddress: v.string(),
  chainId: v.pipe(v.string(), v.guard(isNetworkId)),
  nonce: v.string(),
  issuedAt: v.string(),
  message: v.string(),
  signature: v.string(),
})
export type ServerSession = Output<typeof ServerSession>

const key = 'server'

/** Reads the stored session; undefined where no account is signed in, and for what can't be read [F20]. */
export function readServerSession(storage: KeyValueStorage): ServerSession | undefined {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), ServerSession), storage.getItem(key))
  return stored.success ? stored.output : undefined
}

export function writeServerSession(storage: KeyValueStorage, session: ServerSession | undefined): void {
  if (session) storage.setItem(key, JSON.stringify(session))
  else storage.removeItem(key)
}

/** Says to the server whose session it is. */
export const bearer = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` })

interface Cancellable {
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads who is signed in at the operator's server, with what it keeps of the account: for a kit with `serverSiwx`.
 *
 * @throws NotAuthenticatedError · HttpError · InvalidResponseError · RequestTimeoutError · ServerUnreachableError · OfflineError · AbortedError
 * @example const { address, appKitAccount } = await sessionAccount(foyer)
 */
export async function sessionAccount(foyer: Foyer, { signal }: Cancellable = {}): Promise<SessionAccount> {
  const { api, token } = await signedIn(foyer)
  return ask(api, signInSessionCall, { query: { includeAppKitAccount: 'true' }, headers: bearer(token), signal })
}

/**
 * Has the operator's server keep a JSON object for the signed-in account, in the place of the one before; null takes it away.
 *
 * @throws as {@link sessionAccount}
 * @example await setAccountMetadata(foyer, { metadata: { newsletter: true } })
 */
export async function setAccountMetadata(
  foyer: Foyer,
  { metadata, signal }: Cancellable & { readonly metadata: AccountMetadata },
): Promise<void> {
  const { api, token } = await signedIn(foyer)
  await ask(api, accountMetadataCall, { body: { metadata }, headers: bearer(token), signal })
}

async function signedIn(foyer: Foyer): Promise<{ readonly api: Api; readonly token: string }> {
  const { api, persistence } = contextOf(foyer)
  const storage = { getItem: (key: string) => persistence.read(`siwx:${key}`) ?? null, setItem() {}, removeItem() {} }
  const session = readServerSession(storage)
  if (!api || !session) throw new NotAuthenticatedError()
  return { api: await api(), token: session.token }
}
