import * as v from 'valibot'

/**
 * The reason why a permission can't be granted: by what stands in the request alone. Its message begins with the field.
 */
export interface Misfit {
  readonly code: -32_602 | 5700
  readonly message: string
}

export const misfit = (message: string, code: Misfit['code'] = -32_602): Misfit => ({ code, message })

export const isMisfit = <Read extends object>(read: Read | Misfit): read is Misfit =>
  'code' in read && 'message' in read

/** The first of what a schema found, by the field's path: `[0].permission.data.periodAmount`. */
export function misfitIn([issue]: readonly [v.BaseIssue<unknown>, ...unknown[]], at = ''): Misfit {
  const path = v.getDotPath(issue) ?? ''
  const field = [at, path].filter(Boolean).join('.') || 'params'
  return misfit(`\`${field.slice(0, 120)}\` doesn’t fit: ${issue.message.slice(0, 120)}.`)
}
