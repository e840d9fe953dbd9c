import { button } from './ar/button.js'
import { connect } from './ar/connect.js'
import { error } from './ar/error.js'
import { shell } from './ar/shell.js'
import { titles } from './ar/titles.js'
import type { LaterSentences, Sentences } from './sentences.js'

/** The Arabic sentences of the first view. */
export const ar: Sentences = { ...button, ...connect, ...error, ...shell, ...titles }

export { ar as sentences }

/** Fetches those of the views that come later. */
export const later = (): Promise<LaterSentences> => import('./arLater.js').then(({ arLater }) => arLater)
