import type { button } from './en/button.js'
import { en } from './en.js'
import { enViews } from './enViews.js'
import * as features from './features.js'

type Every<Part> = (Part extends unknown ? (part: Part) => void : never) extends (every: infer All) => void
  ? All
  : never
type English = typeof en & typeof enViews & Every<(typeof features)[keyof typeof features]>

/** The whole catalogue: the first view, the other views, and each feature, whose sentences otherwise come with its own chunk. */
export const english: English = Object.assign({ ...en, ...enViews }, ...Object.values(features))

/**
 * The English sentences of packages beside the kit: by declaration, each as literal text.
 *
 * @example
 * declare module '@foyer/core/messages' {
 *   interface AddedSentences { readonly 'points.title': 'Points' }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: packages declare their own
export interface AddedSentences {}

type Catalogue = English & AddedSentences

/** The key of a sentence in the catalogue, `room.sentence`. */
export type SentenceKey = keyof Catalogue

/** All that the kit says in one language. Placeholders stand in braces: `Continue in {wallet}`. */
export type Sentences = Readonly<Record<SentenceKey, string>>

/** The sentences of the first load. */
export type ButtonSentences = Readonly<Record<keyof typeof button, string>>

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never

/** The names of the values that a sentence needs; `never` where it needs none. */
export type Placeholder<Key extends SentenceKey> = PlaceholdersIn<Catalogue[Key]>

/** A sentence that needs no values, so that it can be shown by its key alone. */
export type PlainSentenceKey = { [Key in SentenceKey]: [Placeholder<Key>] extends [never] ? Key : never }[SentenceKey]

/** The arguments of {@link say} after the key: none, or a value for each placeholder. */
export type SentenceValues<Key extends SentenceKey> = [Placeholder<Key>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<Key>, string | number>>]
