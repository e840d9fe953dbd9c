import type { AccountId } from '../chain/ids.js'
import { revokeSessionCall, type SmartSessionsReply, sessionsCall } from '../wire/smartSession.js'
import { ask, isServed } from './ask.js'
import type { Cancellable, GatedContext } from './project.js'

export interface SmartSessionsRequest extends Cancellable {
  /** CAIP-10. */
  readonly account: AccountId
}

/** GET /v1/sessions/{account} [S7.21]; none while the active network isn't served [S7.2]. */
export async function smartSessions(
  context: GatedContext,
  { account: address, signal }: SmartSessionsRequest,
): Promise<SmartSessionsReply> {
  if (!(await isServed(context, { signal }))) return []
  return ask(context, sessionsCall, { params: { address }, signal })
}

export interface RevokeSmartSessionRequest extends SmartSessionsRequest {
  /** The session's id. */
  readonly pci: string
  /** The account's, over `sessionRevocation` of `@foyer/core/wire` [S3.22]. */
  readonly signature: string
}

/**
 * POST /v1/sessions/{address}/revoke [S7.22 S3.22], once [F22].
 * @returns whether it is revoked; false while the active network isn't served [S7.2]
 */
export async function revokeSmartSession(
  context: GatedContext,
  { account: address, pci, signature, signal }: RevokeSmartSessionRequest,
): Promise<boolean> {
  if (!(await isServed(context, { signal }))) return false
  return (await ask(context, revokeSessionCall, { params: { address }, body: { pci, signature }, signal })).success
}
