import { account } from './es/account.js'
import { connect } from './es/connect.js'
import { payments } from './es/payments.js'
import { spanish } from './locales.js'
import type { Sentences } from './sentences.js'

/** Spanish, the same for every country, all of it. */
export const es: Sentences = { ...account, ...spanish.button, ...connect, ...payments }
