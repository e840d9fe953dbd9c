import { account } from './de/account.js'
import { button } from './de/button.js'
import { connect } from './de/connect.js'
import { error } from './de/error.js'
import { payments } from './de/payments.js'
import type { Sentences } from './sentences.js'

/** German, all of it. */
export const de: Sentences = { ...account, ...button, ...connect, ...error, ...payments }
