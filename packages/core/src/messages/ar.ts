import { account } from './ar/account.js'
import { connect } from './ar/connect.js'
import { payments } from './ar/payments.js'
import { arabic } from './locales.js'
import type { Sentences } from './sentences.js'

/** Arabic, all of it. */
export const ar: Sentences = { ...account, ...arabic.button, ...connect, ...payments }
