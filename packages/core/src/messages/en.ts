import { button } from './en/button.js'
import { connect } from './en/connect.js'
import { error } from './en/error.js'
import { shell } from './en/shell.js'
import { titles } from './en/titles.js'
import type { enLater } from './enLater.js'

type English = typeof button & typeof connect & typeof error & typeof shell & typeof titles

/** The English sentences of the first view, and by its keys the catalogue itself. The specification's own sentences are verbatim. */
export const en: English = { ...button, ...connect, ...error, ...shell, ...titles }

export { en as sentences }

/** Fetches those of the views that come later. */
export const later = (): Promise<typeof enLater> => import('./enLater.js').then(({ enLater }) => enLater)
