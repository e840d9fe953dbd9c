import { authMe, setAuthMetadata } from '../api/auth.js'
import type { Api } from '../api/createApi.js'
import { contextOf } from '../context.js'
import { NotAuthenticatedError } from '../errors/signIn.js'
import type { Foyer } from '../foyer.js'
import type { AccountMetadata, SessionAccount } from '../wire/auth.js'
import { readServerSession } from './serverSession.js'

interface Cancellable {
  readonly signal?: AbortSignal | undefined
}

/**
 * Who is signed in at the operator's server, with what it keeps of the account: for a kit with `serverSiwx`.
 *
 * @throws NotAuthenticatedError · HttpError · InvalidResponseError · RequestTimeoutError · ServerUnreachableError · OfflineError · AbortedError
 * @example const { address, appKitAccount } = await sessionAccount(foyer)
 */
export async function sessionAccount(foyer: Foyer, { signal }: Cancellable = {}): Promise<SessionAccount> {
  const { api, token } = await signedIn(foyer)
  return authMe(api, { token, withAccount: true, signal })
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
  await setAuthMetadata(api, { token, metadata, signal })
}

async function signedIn(foyer: Foyer): Promise<{ readonly api: Api; readonly token: string }> {
  const { api, persistence } = contextOf(foyer)
  const storage = { getItem: (key: string) => persistence.read(`siwx:${key}`) ?? null, setItem() {}, removeItem() {} }
  const session = readServerSession(storage)
  if (!api || !session) throw new NotAuthenticatedError()
  return { api: await api(), token: session.token }
}
