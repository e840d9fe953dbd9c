import { activity } from './en/activity.js'
import type { button } from './en/button.js'
import { login } from './en/login.js'
import { names } from './en/names.js'
import { nfts } from './en/nfts.js'
import { onramp, receive } from './en/onramp.js'
import { pay } from './en/pay.js'
import { send } from './en/send.js'
import { signIn } from './en/signIn.js'
import { swap } from './en/swap.js'
import { en } from './en.js'
import { enViews } from './enViews.js'

type English = typeof en &
  typeof enViews &
  typeof activity &
  typeof login &
  typeof names &
  typeof nfts &
  typeof onramp &
  typeof pay &
  typeof receive &
  typeof send &
  typeof signIn &
  typeof swap

/** The whole catalogue: the first view, the other views, and each feature, whose sentences otherwise come with its own chunk. */
export const english: English = {
  ...en,
  ...enViews,
  ...activity,
  ...login,
  ...names,
  ...nfts,
  ...onramp,
  ...pay,
  ...receive,
  ...send,
  ...signIn,
  ...swap,
}

/** The key of a sentence in the catalogue, `room.sentence`. */
export type SentenceKey = keyof English

/** All that the kit says in one language. Placeholders stand in braces: `Continue in {wallet}`. */
export type Sentences = Readonly<Record<SentenceKey, string>>

/** The sentences of the first load. */
export type ButtonSentences = Readonly<Record<keyof typeof button, string>>

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never

/** The names of the values that a sentence needs; `never` where it needs none. */
export type Placeholder<Key extends SentenceKey> = PlaceholdersIn<English[Key]>

/** A sentence that needs no values, so that it can be shown by its key alone. */
export type PlainSentenceKey = { [Key in SentenceKey]: [Placeholder<Key>] extends [never] ? Key : never }[SentenceKey]

/** What {@link say} takes after the key: nothing, or a value for each placeholder. */
export type SentenceValues<Key extends SentenceKey> = [Placeholder<Key>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<Key>, string | number>>]
