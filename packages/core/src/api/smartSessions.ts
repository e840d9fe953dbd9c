import type { AccountId } from '../chain/ids.js'
import { paths } from '../wire/paths.js'
import { SessionRevocationReply, SmartSessionsReply } from '../wire/smartSession.js'
import { pathWith } from './http.js'
import { isServed } from './isServed.js'
import type { GatedContext } from './project.js'

export interface SmartSessionsRequest {
  /** CAIP-10. */
  readonly account: AccountId
  readonly signal?: AbortSignal | undefined
}

/** GET /v1/sessions/{account} [S7.21]; none while the active network isn't served [S7.2]. */
export async function smartSessions(
  context: GatedContext,
  { account, signal }: SmartSessionsRequest,
): Promise<SmartSessionsReply> {
  if (!(await isServed(context, { signal }))) return []
  const path = pathWith({ path: paths.smartSessions, value: account })
  return context.http.get({ call: 'smartSessions', path, schema: SmartSessionsReply, signal })
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
  { account, pci, signature, signal }: RevokeSmartSessionRequest,
): Promise<boolean> {
  if (!(await isServed(context, { signal }))) return false
  const path = pathWith({ path: paths.revokeSmartSession, value: account })
  const body = { pci, signature }
  return (
    await context.http.postForReply({ call: 'revokeSmartSession', path, body, schema: SessionRevocationReply, signal })
  ).success
}
