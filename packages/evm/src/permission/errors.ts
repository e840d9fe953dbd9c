import { FoyerError } from '@foyer/core/errors'

/**
 * The wallet grants permissions, but not this one: it doesn't know its type, not on this network, can't bind it to a rule that is asked for, or not with what stands in the field that it names, such as
 * functions by which what the account has may go. The visitor saw nothing of it.
 */
export class PermissionUnsupportedError extends FoyerError {
  override readonly name = 'PermissionUnsupportedError'
  readonly code = 'permission_unsupported'

  constructor({
    permission,
    networkId,
    rule,
    said,
    cause,
  }: {
    /** By the standard's name for its type. */
    readonly permission: string
    readonly networkId: string
    /** The rule that the wallet doesn't have, where it is that. */
    readonly rule?: string | undefined
    /** The wallet's own words, where it refused it by these: they may begin with a field's name. */
    readonly said?: string | undefined
    readonly cause?: unknown
  }) {
    const missing = rule === undefined ? permission : `the rule ${rule} of ${permission}`
    const text =
      said === undefined
        ? `The wallet doesn't support ${missing} on ${networkId}. Ask supportedPermissions first.`
        : `The wallet doesn't grant ${permission} on ${networkId} as it is asked for: ${said.slice(0, 500)}`
    const field = said === undefined ? undefined : /^`([\w.]{1,64})`/.exec(said)?.[1]
    super(text, { facts: { permission, networkId, rule, field }, notice: 'error.notSupported', cause })
  }
}

/** A permission that is asked for can't be one: an address, an amount, a time or a number in it is none. The wallet wasn't asked. */
export class InvalidPermissionError extends FoyerError {
  override readonly name = 'InvalidPermissionError'
  readonly code = 'invalid_permission'

  constructor({ field, remedy }: { readonly field: string; readonly remedy: string }) {
    super(`The permission can't be asked for: its \`${field}\` is none. ${remedy}`, { facts: { field } })
  }
}
