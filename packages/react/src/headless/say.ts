import { type SentenceKey, type SentenceValues, say } from '@foyer/core/messages'

/** Says a sentence of the kit's language. */
export type Say = <Key extends SentenceKey>(key: Key, ...values: SentenceValues<Key>) => string

/** The sentences that are there by now. */
export type KnownSentences = Readonly<Partial<Record<SentenceKey, string>>>

/** Says in another language what that says rightly, and the rest in English. Both are read anew each time, as a chunk may bring more of them. */
export function sayIn(english: KnownSentences, translated: KnownSentences = {}): Say {
  return (key, ...values) => say(typeof translated[key] === 'string' ? translated : english, key, ...values)
}
