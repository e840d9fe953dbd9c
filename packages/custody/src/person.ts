import * as v from 'valibot'

/** The longest address that mail can be sent to. @see RFC 5321 §4.5.3.1.3 */
const longestAddress = 254

/** An e-mail address as both servers know it: of one mailbox one form, in small letters. Dots and tags (`a+b@…`) stay: they are other mailboxes at most hosts. */
export const EmailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(longestAddress, 'Invalid email'),
  v.email('Invalid email'),
  v.toLowerCase(),
)

/** The providers whose word for an account both servers check. */
export const SocialName = v.picklist(['google', 'apple', 'github', 'x', 'discord', 'facebook', 'farcaster'])
export type SocialName = v.InferOutput<typeof SocialName>

/** An account at a provider, by the id that stays the same whatever else of it changes. */
export interface SocialAccount {
  readonly provider: SocialName
  readonly subject: string
}

/**
 * Returns the person, by the proof. A mailbox and an account with the same address are two persons, and so are two accounts: an address may pass to
 * somebody else, and a provider's word for one isn't the mailbox's.
 */
export const personOf = (by: { readonly email: v.InferOutput<typeof EmailAddress> } | SocialAccount): string =>
  'email' in by ? `email:${by.email}` : `${by.provider}:${by.subject}`

/** A person as {@link personOf} writes it. */
export const Person = v.pipe(
  v.string(),
  v.maxLength(320),
  v.check((text) => /^[a-z]+:\S+$/.test(text) && (emailOf(text) ?? providerOf(text)) !== null, 'must be a person'),
)

/** The mailbox of a person who logs in by e-mail; null for any other. */
export const emailOf = (person: string): string | null =>
  person.startsWith('email:') ? person.slice('email:'.length) : null

/** The provider whose account a person logs in by; null for one who logs in by e-mail. */
export const providerOf = (person: string): SocialName | null =>
  SocialName.options.find((each) => person.startsWith(`${each}:`)) ?? null

/** Somebody who is logged in, by what applications get of them. */
export const LoggedIn = v.object({
  person: Person,
  /** Of the mailbox, or as the provider has verified it. */
  email: v.nullable(EmailAddress),
  /** As the provider has it; null where it has none, and after a login by e-mail. */
  userName: v.nullable(v.pipe(v.string(), v.maxLength(100))),
})
export type LoggedIn = v.InferOutput<typeof LoggedIn>
