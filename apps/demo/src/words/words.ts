import type { en } from './en.js'

type Widened<Group> = { readonly [Name in keyof Group]: Group[Name] extends string ? string : Widened<Group[Name]> }

/** The sentences of the demo's pages, in one language. */
export type Words = Widened<typeof en>

/** Puts values into a sentence's places. */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}
