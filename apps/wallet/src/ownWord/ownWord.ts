import { shownName } from '@foyer/signing'
import * as v from 'valibot'

/*
 * A page can draw a window that looks like the wallet's. It can't draw in it the word that the visitor has chosen: that is kept in the first-party storage of the
 * wallet's own origin, in this browser, and is sent to nobody.
 */

/** As much of a window as this needs. */
export interface WordStorage {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>
}

export interface KeptWord {
  /** A word or an emoji; empty where none is chosen. */
  readonly word: string
  /** Choosing one was offered, which is done once. */
  readonly isOffered: boolean
}

const storedAt = 'foyer-own-word'
/** In letters. */
export const longestWord = 24

const Stored = v.object({ word: v.string(), isOffered: v.boolean() })

/** A word as it is shown: without what can't be seen, or turns what stands beside it [F14]. */
export const cleanWord = (typed: string): string =>
  Array.from(shownName(typed.normalize('NFC'), Number.POSITIVE_INFINITY))
    .slice(0, longestWord)
    .join('')
    .trim()

/** Reads the word that was chosen in this browser. @returns undefined where the browser keeps nothing */
export function readWord(window: WordStorage): KeptWord | undefined {
  try {
    const text = window.localStorage.getItem(storedAt)
    const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Stored), text)
    return success ? { ...output, word: cleanWord(output.word) } : { word: '', isOffered: false }
  } catch {
    return undefined // storage is blocked: a word would be forgotten
  }
}

/** Keeps a word. @returns whether the browser keeps it */
export function keepWord(window: WordStorage, { word, isOffered }: KeptWord): boolean {
  try {
    window.localStorage.setItem(storedAt, JSON.stringify({ word: cleanWord(word), isOffered } satisfies KeptWord))
    return true
  } catch {
    return false // storage is full or blocked, which is shown
  }
}
