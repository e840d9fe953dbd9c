/** A server was asked by its administration, and couldn't be reached or refused. The message is for the operator. */
export class AdminCallError extends Error {
  override readonly name = 'AdminCallError'
  readonly code: 'admin_unreachable' | 'admin_refused' | 'admin_not_understood'

  constructor({ code, message, cause }: { code: AdminCallError['code']; message: string; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
