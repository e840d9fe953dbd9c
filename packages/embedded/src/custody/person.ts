import * as v from 'valibot'

/** The longest address that mail can be sent to. @see RFC 5321 §4.5.3.1.3 */
const longestAddress = 254

/**
 * An e-mail address as both servers know it: of one mailbox one form, in small letters.
 * Dots and tags (`a+b@…`) stay: they are other mailboxes at most hosts.
 */
export const EmailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(longestAddress, 'Invalid email'),
  v.email('Invalid email'),
  v.toLowerCase(),
)

/** Who logs in, by the way that proves it. */
export const personOf = ({ email }: { readonly email: v.InferOutput<typeof EmailAddress> }): string => `email:${email}`

/** The mailbox of a person who logs in by e-mail; null for any other. */
export const emailOf = (person: string): string | null =>
  person.startsWith('email:') ? person.slice('email:'.length) : null
