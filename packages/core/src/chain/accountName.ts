/** What is wrong with a name that a visitor types. */
export type AccountNameFault = 'short' | 'characters'

/**
 * Whether a text can be the first part of an account's name: at least 4 characters; letters, digits and hyphens only.
 * A server has further rules: it may be taken, or kept back.
 *
 * @returns what is wrong, or null
 * @see S5.8, S5.9
 * @example accountNameFault('alice') // null
 */
export function accountNameFault(name: string): AccountNameFault | null {
  if (/[^a-zA-Z0-9-]/.test(name)) return 'characters'
  return name.length < 4 ? 'short' : null
}
