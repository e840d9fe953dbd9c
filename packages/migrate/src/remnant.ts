import type { Node } from '@babel/types'
import { lineOfText, type Source, textOf } from './source.js'

/** Something of the peer's that goes out of the code without anything in its place: a comment keeps it, where the kit is made. */
export interface Remnant {
  /** As it was written, in one line. */
  readonly text: string
  /** The owner of it: a function, an element, an option. */
  readonly of: string
  /** The code to be written by hand. */
  readonly write: string
  /** The page of the documentation, with its section. */
  readonly guide: string
}

/** The beginning of such a comment, by which a later run finds it. */
const mark = '// foyer-migrate: '

/** A piece of a file as one line of a comment. */
export const inOneLine = (source: Source, node: Node): string => textOf(source, node).replace(/\s+/g, ' ')

/** @example remnantComment(remnant) // '// foyer-migrate: avatar={Face} of RainbowKitProvider: write avatar: … (docs/…)' */
export const remnantComment = ({ text, of, write, guide }: Remnant): string =>
  `${mark}${text} of ${of}: ${write} (${guide})`

/** The comments of a file, of this run or of one before, each by its line: until they are gone the move isn't done. */
export function remnantsIn(text: string): { readonly line: number; readonly problem: string }[] {
  return [...text.matchAll(/^[\t ]*\/\/ foyer-migrate: (.*?)\r?$/gm)].map(({ index, 1: problem = '' }) => ({
    line: lineOfText(text, text.indexOf(mark, index)),
    problem,
  }))
}
