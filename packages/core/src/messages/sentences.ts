import type { en } from './en.js'

/** The key of a sentence in the catalogue, `room.sentence`. */
export type SentenceKey = keyof typeof en

/** Every sentence of one language. Placeholders stand in braces: `Continue in {wallet}`. */
export type Sentences = Readonly<Record<SentenceKey, string>>
