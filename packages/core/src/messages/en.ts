import { button } from './en/button.js'
import { connect, error } from './en/connect.js'

type English = typeof button & typeof connect & typeof error

/** The English sentences of the first view, and by its keys the catalogue itself. The specification's own sentences are verbatim. */
export const en: English = { ...button, ...connect, ...error }
