import { account } from './ar/account.js'
import { button } from './ar/button.js'
import { connect } from './ar/connect.js'
import { error } from './ar/error.js'
import { payments } from './ar/payments.js'
import type { Sentences } from './sentences.js'

/** Arabic, all of it. */
export const ar: Sentences = { ...account, ...button, ...connect, ...error, ...payments }
