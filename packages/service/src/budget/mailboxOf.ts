/**
 * Whose budget takes what is sent to an address: at most hosts what comes to `ada+shop@…` lies in the mailbox of `ada@…`, and would be sent as often as there are such
 * tags. It names no one: who has the one address is another person than who has the other.
 *
 * @param address - as `personOf` writes it, or with the word before it that makes it a person
 */
export const mailboxOf = (address: string): string => address.replace(/^([^+@]+)\+[^@]*@/, '$1@')
