import { type SentenceKey, type SentenceValues, say } from '@foyer/core/messages'

/** Says a sentence of the kit's language. */
export type Say = <Key extends SentenceKey>(key: Key, ...values: SentenceValues<Key>) => string

/** The sentences that are there by now. */
export type KnownSentences = Readonly<Partial<Record<SentenceKey, string>>>

export function sayIn(sentences: KnownSentences): Say {
  return (key, ...values) => say(sentences, key, ...values)
}
