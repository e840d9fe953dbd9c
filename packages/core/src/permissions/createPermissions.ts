import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { Family } from '../chain/ids.js'
import type { GrantedPermissionOf } from '../connector/family.js'
import type { Foyer } from '../foyer.js'
import { type Attempt, type AttemptId, attemptById } from '../state/attempt.js'
import { type Observable, observable } from '../store/observable.js'
import { type GrantPermissionsParameters, runGrant } from './grantPermissions.js'
import { type RevokePermissionsParameters, runRevocation } from './revokePermissions.js'

/** The phase of the last request. `declined`: the visitor said no. */
export type PermissionsPhase = 'idle' | 'asking' | 'done' | 'declined' | 'failed'

export interface PermissionsState {
  /** The phase of the last request. */
  readonly phase: PermissionsPhase
  /** The kind of the last request; undefined before the first. */
  readonly request: 'grant' | 'revoke' | undefined
  /** A failure's own sentence, by key. */
  readonly notice: PlainSentenceKey | undefined
}

/** A page's requests for permissions, one after the other. */
export interface PermissionsForm extends Observable<PermissionsState> {
  /** Asks the wallet, once. @throws as `grantPermissions` */
  readonly grant: <F extends Family = Family>(
    parameters: GrantPermissionsParameters<F>,
  ) => Promise<readonly GrantedPermissionOf<F>[]>
  /** Asks the wallet, once for each. @throws as `revokePermissions` */
  readonly revoke: (parameters: RevokePermissionsParameters) => Promise<void>
}

const untouched: PermissionsState = { phase: 'idle', request: undefined, notice: undefined }

/**
 * Makes what follows the request for permissions that was made by it last.
 *
 * @example
 * const form = createPermissions(foyer)
 * const stop = form.subscribe(() => console.log(form.get().phase))
 * await form.grant({ family: 'eip155', permissions: [aHundredADay] })
 */
export function createPermissions(foyer: Foyer): PermissionsForm {
  let followed: AttemptId | undefined
  const look = () => {
    const { attempts } = foyer.store.getState().connection
    const attempt = followed === undefined ? undefined : attemptById(attempts, followed)
    // An attempt whose place another has taken says no more than it said.
    const next = attempt ? shownOf(attempt) : value.get()
    if (JSON.stringify(next) !== JSON.stringify(value.get())) value.set(next)
  }
  const value = observable<PermissionsState>(untouched, () => foyer.store.subscribe(look))
  const begin = (attemptId: AttemptId) => {
    followed = attemptId
    look()
  }
  return {
    get: value.get,
    subscribe: value.subscribe,
    grant: (parameters) => runGrant(foyer, parameters, begin).finally(look),
    revoke: (parameters) => runRevocation(foyer, parameters, begin).finally(look),
  }
}

/** Pure: a request for permissions, as it is shown. */
function shownOf({ kind, end }: Attempt): PermissionsState {
  const request = kind === 'revokePermissions' ? 'revoke' : 'grant'
  if (!end) return { phase: 'asking', request, notice: undefined }
  if (end.status === 'succeeded') return { phase: 'done', request, notice: undefined }
  if (end.status === 'cancelled') return untouched
  return { phase: end.code === 'user_rejected' ? 'declined' : 'failed', request, notice: end.notice }
}
