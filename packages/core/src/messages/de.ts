import { account } from './de/account.js'
import { connect } from './de/connect.js'
import { payments } from './de/payments.js'
import { german } from './locales.js'
import type { Sentences } from './sentences.js'

/** German, all of it. */
export const de: Sentences = { ...account, ...german.button, ...connect, ...payments }
