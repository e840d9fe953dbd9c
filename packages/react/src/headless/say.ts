import { type SentenceKey, type SentenceValues, say } from '@foyer/core/messages'

/** Says a sentence of the kit's language. */
export type Say = <Key extends SentenceKey>(key: Key, ...values: SentenceValues<Key>) => string

/** The sentences that are there by now. */
export type KnownSentences = Readonly<Partial<Record<SentenceKey, string>>>

/**
 * Says in another language what that has with the same placeholders, and the rest in English: a sentence may be missing there, or wrong in a host's own.
 * Both are read each time, as a chunk may bring more of them.
 */
export function sayIn(english: KnownSentences, translated: KnownSentences = {}): Say {
  return (key, ...values) =>
    say(placeholders(translated[key]) === placeholders(english[key]) ? translated : english, key, ...values)
}

const placeholders = (sentence: unknown): unknown =>
  typeof sentence === 'string' && `${sentence.match(/\{\w+\}/g)?.sort()}`
