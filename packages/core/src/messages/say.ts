import type { SentenceKey, SentenceValues } from '../catalogue/sentences.js'
import { failure } from '../errors/failure.js'

/** A sentence was said without a value that it has a placeholder for. Thrown while developing only. */
export class MissingValueError extends /* @__PURE__ */ failure('missing_value', {
  text: ({ key, placeholder }: { key: string; placeholder: string }) =>
    `The sentence ${key} needs a value for {${placeholder}}. Pass it in the values of say().`,
}) {}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

// Controls and direction marks: a wallet's or a token's name could break out of its isolate with them.
const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Says a sentence, its placeholders filled in. A value the sentence needs can't be left out: that doesn't compile.
 * Where a right-to-left sentence or value is concerned, each value is isolated (U+2068 … U+2069), so that neither reorders the other.
 *
 * A sentence that a language hasn't is said by its key.
 *
 * @throws {@link MissingValueError} while developing; in production the placeholder stays empty
 * @example say(sentences, 'connect.continue', { wallet: 'Northwind' }) // 'Continue in Northwind'
 */
export function say<Key extends SentenceKey>(
  sentences: Readonly<Partial<Record<NoInfer<Key>, string>>>,
  key: Key,
  ...[values]: SentenceValues<Key>
): string {
  const sentence: string = sentences[key] ?? key
  const named = new Map<string, string | number>(Object.entries(values ?? {}))
  return sentence.replace(/\{(\w+)\}/g, (_, placeholder: string) => {
    const value = named.get(placeholder)
    if (value === undefined) {
      if (process.env.NODE_ENV !== 'production') throw new MissingValueError({ key, placeholder })
      return ''
    }
    const text = String(value).replace(controls, '')
    return rightToLeft.test(sentence) || rightToLeft.test(text) ? `\u2068${text}\u2069` : text
  })
}
