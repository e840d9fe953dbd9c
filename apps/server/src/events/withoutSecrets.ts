import { isNetworkId } from '@foyer/core/chain'
import { redact } from '@foyer/core/wire'

/** Longer runs without a space are no words, and may hold a secret of any shape. */
const longestRun = 256

/**
 * Removes a visitor's own data from an event: addresses, e-mails, keys, tokens, codes, however deep they stand. Kits
 * are to leave them out, but of what they send this server is the one that keeps it.
 * @see F28
 * @example
 * withoutSecrets({ message: '0xd8dA… refused' }) // { message: '[hex] refused' }
 */
export const withoutSecrets = (sent: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [redacted(name), cleaned(value)]))

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return isNetworkId(value) ? value : redacted(value)
  if (Array.isArray(value)) return value.map(cleaned)
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value
}

const redacted = (text: string) => redact(text.replace(/\S+/g, (run) => (run.length > longestRun ? '[long]' : run)))
